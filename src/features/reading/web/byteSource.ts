/** Where the bytes of a file can be had: tried in this order, the next one when one fails. */
export type Address = {
  readonly url: string
  readonly headers?: Record<string, string>
  /** Told of an answer that is not the file. */
  readonly onRefused?: (response: Response) => Promise<void>
}

export type ByteSource = {
  /** Reads `begin` up to, not including, `end`. Rejects when no address gives them. */
  read: (begin: number, end: number) => Promise<Uint8Array<ArrayBuffer>>
  close: () => void
}

type Options = {
  addresses: () => Promise<readonly Address[]>
  /** Bytes of the whole file. */
  size: number
  onBytes?: (received: number) => void
  /** Told of the server's word for the content, with each answer. */
  onEtag?: (etag: string | null) => void
  /** Parts of the file are there already: a line that is dead at first is waited for too, and longer. */
  isPartlyThere?: boolean
}

/** A file that is here already. */
export const byteSourceOf = (whole: Uint8Array<ArrayBuffer>): ByteSource => ({
  read: async (begin, end) => whole.slice(begin, end),
  close: () => {},
})

/** Milliseconds between tries, once the file has begun to come. */
const pauses = [500, 1_500, 4_000]
const pausesPartlyThere = [...pauses, ...Array<number>(14).fill(4_000)]

/** Thrown for an answer that is not the file: not found, not allowed, an expired link. */
class NotServed extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The file was answered with status ${status}`)
    this.status = status
  }
}

/** The body of a response; tells of each part as it comes. */
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

/**
 * Reads parts of a file by range requests. A signed link dies after five minutes while its reader goes on
 * reading, so an address that stops answering is left for the next one, for good.
 */
export const openByteSource = ({ addresses, size, onBytes, onEtag, isPartlyThere = false }: Options): ByteSource => {
  const aborter = new AbortController()
  let known: Promise<readonly Address[]> | undefined
  let current = 0
  let received = 0
  /** Kept when a server ignores ranges and sends everything. */
  let whole: Uint8Array<ArrayBuffer> | undefined

  const count = (bytes: number) => {
    received += bytes
    onBytes?.(received)
  }

  const ask = async (address: Address, begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> => {
    const headers = { ...address.headers, Range: `bytes=${begin}-${end - 1}` }
    const response = await fetch(address.url, { headers, signal: aborter.signal, credentials: 'same-origin' })
    if (!response.ok) {
      if (address.onRefused) await address.onRefused(response)
      else await response.body?.cancel()
      throw new NotServed(response.status)
    }
    onEtag?.(response.headers.get('etag'))
    const bytes = await collect(response, count)
    if (response.status === 206) return bytes
    whole = bytes
    return bytes.slice(begin, end)
  }

  const readFrom = async (index: number, begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> => {
    known ??= addresses()
    const list = await known
    const address = list[index]
    if (!address) throw new NotServed(404)
    try {
      const bytes = await ask(address, begin, end)
      if (bytes.byteLength !== end - begin) throw new Error('The file is shorter than announced')
      return bytes
    } catch (error) {
      if (aborter.signal.aborted || index + 1 >= list.length) throw error
      current = Math.max(current, index + 1)
      return readFrom(index + 1, begin, end)
    }
  }

  /** A phone that changes networks loses a request or two; only a refusal or a longer silence is a failure. */
  const readPatiently = async (begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> => {
    for (const pause of isPartlyThere ? pausesPartlyThere : pauses) {
      try {
        return await readFrom(current, begin, end)
      } catch (error) {
        if (aborter.signal.aborted || error instanceof NotServed || (received === 0 && !isPartlyThere)) throw error
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
    return readFrom(current, begin, end)
  }

  const read = async (begin: number, wantedEnd: number): Promise<Uint8Array<ArrayBuffer>> => {
    const end = Math.min(wantedEnd, size)
    // No range says "nothing".
    if (end <= begin) return new Uint8Array(0)
    if (whole) return whole.slice(begin, end)
    return readPatiently(begin, end)
  }

  return { read, close: () => aborter.abort() }
}
