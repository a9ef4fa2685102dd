import { type Connection, isFinal, NotServed } from './connection.ts'

/** An address of the file's bytes. Addresses are tried in order, the next one when one fails. */
export type Address = {
  readonly url: string
  readonly headers?: Record<string, string>
  /** Called with a response that is not the file. */
  readonly onRefused?: (response: Response) => Promise<void>
}

export type ByteSource = {
  /** Reads from `begin` up to but not including `end`. Rejects if no address delivers the bytes. */
  read: (begin: number, end: number) => Promise<Uint8Array<ArrayBuffer>>
  close: () => void
}

type Options = {
  /** Closed together with the source. */
  connection: Connection
  addresses: () => Promise<readonly Address[]>
  /** Size of the whole file in bytes. */
  size: number
  onBytes?: (received: number) => void
  /** Called with the ETag of each response. */
  onEtag?: (etag: string | null) => void
}

/** Wraps a file that is already in memory. */
export const byteSourceOf = (whole: Uint8Array<ArrayBuffer>): ByteSource => ({
  read: async (begin, end) => whole.slice(begin, end),
  close: () => {},
})

/** Reads the body of a response and reports each chunk. */
export const collect = async (response: Response, onChunk: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> => {
  if (!response.body) return new Uint8Array(await response.arrayBuffer())
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value)
    length += part.value.byteLength
    onChunk(part.value.byteLength)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}

type Part = { readonly begin: number; readonly end: number; shortAnswers: number }

/** After this many complete but short responses, the file itself is assumed to be shorter. */
const mostShortAnswers = 4

/**
 * Reads parts of a file by range requests and retries while there is no network. A signed link expires after five minutes, so an address
 * that fails is abandoned for the next one.
 */
export const openByteSource = ({ connection, addresses, size, onBytes, onEtag }: Options): ByteSource => {
  let known: Promise<readonly Address[]> | undefined
  let current = 0
  let received = 0
  /** Set if a server ignores ranges and sends the whole file. */
  let whole: Uint8Array<ArrayBuffer> | undefined

  const count = (bytes: number) => {
    received += bytes
    connection.alive()
    onBytes?.(received)
  }

  const ask = async (address: Address, { begin, end }: Part, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> => {
    const headers = { ...address.headers, Range: `bytes=${begin}-${end - 1}` }
    const response = await fetch(address.url, { headers, signal, credentials: 'same-origin' })
    if (!response.ok) {
      if (address.onRefused) await address.onRefused(response)
      else await response.body?.cancel()
      throw isFinal(response.status) ? new NotServed(response.status) : new Error(`The server answered with status ${response.status}`)
    }
    onEtag?.(response.headers.get('etag'))
    const bytes = await collect(response, count)
    if (response.status === 206) return bytes
    if (bytes.byteLength >= size) whole = bytes
    return bytes.slice(begin, end)
  }

  const readFrom = async (index: number, part: Part, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> => {
    known ??= addresses()
    const list = await known
    const address = list[index]
    if (!address) throw new NotServed(404)
    try {
      const bytes = await ask(address, part, signal)
      if (bytes.byteLength === part.end - part.begin) return bytes
      part.shortAnswers += 1
      throw part.shortAnswers < mostShortAnswers ? new Error('The file is shorter than announced') : new NotServed(416)
    } catch (error) {
      if (signal.aborted || index + 1 >= list.length) throw error
      current = Math.max(current, index + 1)
      return readFrom(index + 1, part, signal)
    }
  }

  const read = async (begin: number, wantedEnd: number): Promise<Uint8Array<ArrayBuffer>> => {
    const end = Math.min(wantedEnd, size)
    // An HTTP range cannot be empty.
    if (end <= begin) return new Uint8Array(0)
    if (whole) return whole.slice(begin, end)
    const part = { begin, end, shortAnswers: 0 }
    return connection.request((signal) => readFrom(current, part, signal))
  }

  return { read, close: connection.close }
}
