import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy with a fixed address. Tests can change its target, replace a file or leave one unanswered. */
export type Relay = {
  origin: string
  to: (origin: string) => void
  replace: (path: string, change: (text: string) => string) => void
  hold: (path: string) => void
  stop: () => void
}

export const startRelay = async (first: string): Promise<Relay> => {
  let target = first
  const changes = new Map<string, (text: string) => string>()
  const held = new Set<string>()
  const server = createServer((incoming, outgoing) => {
    if (held.has(incoming.url ?? '')) return
    const change = changes.get(incoming.url ?? '')
    const headers = { ...incoming.headers, ...(change && { 'accept-encoding': 'identity', 'if-none-match': '' }) }
    const asked = request(target + incoming.url, { method: incoming.method, headers }, (answer) => {
      if (!change) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      answer.on('end', () => {
        const { 'content-length': _, etag: __, ...rest } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, rest).end(change(text))
      })
    })
    asked.on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    to: (origin) => {
      target = origin
    },
    replace: (path, change) => void changes.set(path, change),
    hold: (path) => void held.add(path),
    stop: () => void server.close().closeAllConnections(),
  }
}
