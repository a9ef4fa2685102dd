import { hash } from 'node:crypto'
import { compress, type Encoding } from '../compression.ts'

/** A reply as its maker returns it. */
export type Made = {
  json: string
  /** The instant from which the clock alone makes it stale. */
  until?: Date | undefined
}

export type CachedReply = {
  version: string
  until: Date | undefined
  /** Only the strong part. */
  etag: string
  /** The headers of every encoding, including 304: names and values alternate, as the socket takes them. */
  shared: string[]
  /** The headers of this encoding. */
  headers: string[]
  body: Buffer
}

/** Approximate size of an entry besides its bytes and its key. */
const OVERHEAD = 1_500

export const memoryOf = ({ body }: CachedReply, key: string): number => body.length + 2 * key.length + OVERHEAD

/** A short buffer is a slice of a large block that it keeps alive, so cached bytes get a block of their own. */
const copyOf = (bytes: Uint8Array): Buffer => {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}

const headersOf = (shared: string[], body: Buffer): string[] => [
  ...shared,
  'content-type',
  'application/json; charset=utf-8',
  'content-length',
  String(body.length),
]

/** Formats an instant for the header: whole seconds, and never too early. */
export const expiresAt = (instant: Date): string => new Date(Math.ceil(instant.getTime() / 1_000) * 1_000).toUTCString()

export const plainReply = ({ json, until }: Made, version: string, headers: Record<string, string>): CachedReply => {
  const body = copyOf(Buffer.from(json))
  // From the content and not from the version, which decreases after a restore.
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 27)}"`
  // Weak: the same for all encodings.
  const expires = until && { expires: expiresAt(until) }
  const shared = Object.entries({ ...headers, ...expires, 'cache-control': 'no-store', etag: `W/${etag}`, vary: 'accept-encoding' }).flat()
  return { version, until, etag, shared, headers: headersOf(shared, body), body }
}

export const compressedReply = async (plain: CachedReply, encoding: Encoding): Promise<CachedReply> => {
  const body = copyOf(await compress[encoding](plain.body))
  return { ...plain, headers: [...headersOf(plain.shared, body), 'content-encoding', encoding], body }
}
