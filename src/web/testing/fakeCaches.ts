import { vi } from 'vitest'

const pathOf = (request: RequestInfo | URL): string =>
  new URL(request instanceof Request ? request.url : String(request), 'https://hall.example').pathname

/** Replaces the browser's caches. `fullAfter` is how many bytes they take. */
export const fakeCaches = ({ fullAfter = Number.POSITIVE_INFINITY } = {}) => {
  const all = new Map<string, Map<string, Response>>()
  let bytes = 0
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>()
    all.set(name, entries)
    return {
      match: async (request: RequestInfo | URL) => entries.get(pathOf(request))?.clone(),
      keys: async () => [...entries.keys()].map((path) => new Request(`https://hall.example${path}`)),
      put: async (request: RequestInfo | URL, response: Response) => {
        const { size } = await response.clone().blob()
        if (bytes + size > fullAfter) throw new DOMException('full', 'QuotaExceededError')
        bytes += size
        entries.set(pathOf(request), response)
      },
    }
  }
  vi.stubGlobal('caches', { open, has: async (name: string) => all.has(name), delete: async (name: string) => all.delete(name) })
  return { paths: () => [...all.values()].flatMap((entries) => [...entries.keys()]) }
}
