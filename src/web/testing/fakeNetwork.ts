import { vi } from 'vitest'
import { type answerWith, Unreachable } from './fakeServer.ts'

type Answering = ReturnType<typeof answerWith>

/** Calls without a fake reply, each of which fails its test. */
export const faults: unknown[] = []

/** Redirects both ways of `transport.ts` to the fake server. */
export const fakeNetwork = (answer: Answering): void => {
  const ask: Answering = async (...call) => {
    try {
      return await answer(...call)
    } catch (fault) {
      if (!(fault instanceof Unreachable)) faults.push(fault)
      throw fault
    }
  }

  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, signal }: RequestInit = {}) => {
    const { status, body: answered, staleInMs } = await ask(method, address, body)
    signal?.throwIfAborted()
    const now = Date.now()
    const headers: Record<string, string> =
      staleInMs === undefined ? {} : { date: new Date(now).toISOString(), expires: new Date(now + staleInMs).toISOString() }
    if (answered instanceof Blob) return new Response(await answered.arrayBuffer(), { status, headers: { 'content-type': answered.type } })
    return new Response(status === 204 ? null : JSON.stringify(answered), { status, headers })
  })

  class FakeUpload {
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    status = 0
    responseText = ''
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    private call: [string, string] = ['', '']
    open(method: string, address: string) {
      this.call = [method, address]
    }
    setRequestHeader() {}
    getResponseHeader() {
      return null
    }
    abort() {
      this.onabort?.()
    }
    async send(body: unknown) {
      this.upload.onprogress?.({ loaded: 50, total: 100 })
      try {
        const { status, body: answered } = await ask(...this.call, body)
        this.status = status
        this.responseText = status === 204 ? '' : JSON.stringify(answered)
        this.onload?.()
      } catch {
        this.onerror?.()
      }
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
}
