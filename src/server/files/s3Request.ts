import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'

/** What is uploaded. It may be opened again, for another try. */
export type Upload = { sha256: string; size: number; open: () => Readable }

export type Wire = {
  origin: string
  method: string
  /** With the query. */
  path: string
  headers: Readonly<Record<string, string>>
  upload?: Upload | undefined
  /** Longest time without any progress. */
  patienceMs: number
}

/** The file that is uploaded cannot be read on this machine. */
export class LocalFailure extends Error {}

/** Connections stay open for the next request; those that are unused do not keep the process alive. */
const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) }

/** Ends a reply whose bytes stop arriving. A reader that is slow itself has bytes waiting, and is not waited for here. */
const endSilent = (response: IncomingMessage, patienceMs: number): void => {
  const { socket } = response
  let before = -1
  const timer = setInterval(() => {
    if (socket.bytesRead === before && response.readableLength === 0) response.destroy(new Error('no bytes for too long'))
    before = socket.bytesRead
  }, patienceMs).unref()
  response.once('close', () => clearInterval(timer))
}

/** Makes one request and returns its reply, whose body is still to be read. Rejects if the network fails. */
export const request = ({ origin, method, path, headers, upload, patienceMs }: Wire): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { protocol, hostname, port } = new URL(origin)
    const isSecure = protocol === 'https:'
    // A removal has a connection of its own: if that cannot be opened, it is certain that nothing is removed.
    const agent = method === 'DELETE' ? false : agents[isSecure ? 'https:' : 'http:']
    const host = hostname.replace(/^\[|\]$/g, '')
    const sent = (isSecure ? https : http).request({ host, port, method, path, headers, agent })
    let timer: NodeJS.Timeout | undefined
    const progressed = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => sent.destroy(new Error('no reply in time')), patienceMs)
    }
    progressed()
    sent.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    const body = upload?.open()
    sent.once('response', (response) => {
      clearTimeout(timer)
      endSilent(response, patienceMs)
      // A refusal may come before everything is sent. The connection cannot be used again then.
      if (!sent.writableEnded) response.once('end', () => sent.destroy())
      body?.destroy()
      resolve(response)
    })
    if (!body) return void sent.end()
    sent.once('close', () => body.destroy())
    body.on('data', progressed).once('error', (error) => sent.destroy(new LocalFailure(error.message, { cause: error })))
    body.pipe(sent)
  })
