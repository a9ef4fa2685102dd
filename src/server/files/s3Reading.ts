import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { Db } from '#server/db/tables.ts'
import { BucketAway } from './bucketAway.ts'
import { assertSha256 } from './contents.ts'
import * as rows from './keptContents.db.ts'
import type { Bucket, Order } from './s3Client.ts'
import type { ByteRange, Storage } from './storage.ts'
import { removeFile, temporaryName } from './temporary.ts'

/** A short content is read before it is passed on: if it is cut, nobody notices, because it is read again. */
const shortBytes = 256 * 1_024

const prefix = 'files/'

/** The name of the object with a content, as on the disk. */
export const keyOf = (sha256: string): string => {
  assertSha256(sha256)
  return `${prefix}${sha256.slice(0, 2)}/${sha256}`
}

const lengthOf = (reply: IncomingMessage): number => Number(reply.headers['content-length'] ?? Number.NaN)

/** Returns the size of a content in the bucket, or undefined if it is missing. */
export const sizeIn = async (bucket: Bucket, sha256: string): Promise<number | undefined> => {
  const head = await bucket.fetch({ method: 'HEAD', key: keyOf(sha256) })
  return head && lengthOf(head.reply)
}

const unexpected = (what: string): BucketAway => new BucketAway(`the reply has another ${what} than expected`)

/** Throws unless a reply is the requested range, since a server or proxy may ignore it or send another. */
const assertRange = (reply: IncomingMessage, { start, end }: ByteRange): void => {
  const isRight = reply.statusCode === 206 && reply.headers['content-range']?.startsWith(`bytes ${start}-${end}/`)
  if (isRight && lengthOf(reply) === end - start + 1) return
  reply.destroy()
  throw unexpected('range')
}

const openContent = async (bucket: Bucket, sha256: string, size: number | undefined): Promise<Readable> => {
  const order: Order = { method: 'GET', key: keyOf(sha256) }
  if (size !== undefined && size <= shortBytes) {
    const whole = await bucket.fetch(order)
    if (!whole) throw new AppError(commonErrors.notFound)
    if (whole.body.length !== size) throw unexpected('length')
    return Readable.from([whole.body])
  }
  const reply = await bucket.send(order)
  if (!reply) throw new AppError(commonErrors.notFound)
  if (size === undefined || lengthOf(reply) === size) return reply
  reply.destroy()
  throw unexpected('length')
}

const openRange = async (bucket: Bucket, sha256: string, range: ByteRange): Promise<Readable | Buffer> => {
  const order: Order = { method: 'GET', key: keyOf(sha256), headers: { range: `bytes=${range.start}-${range.end}` } }
  if (range.end - range.start < shortBytes) {
    const part = await bucket.fetch(order)
    if (!part) throw new AppError(commonErrors.notFound)
    assertRange(part.reply, range)
    return part.body
  }
  const reply = await bucket.send(order)
  if (!reply) throw new AppError(commonErrors.notFound)
  assertRange(reply, range)
  return reply
}

/** Downloads a content. If it is cut or does not match its hash, it is downloaded once more, and may stay as it is then. */
const download = async (bucket: Bucket, sha256: string, path: string): Promise<void> => {
  for (let count = 1; ; count++) {
    const reply = await bucket.send({ method: 'GET', key: keyOf(sha256) })
    if (!reply) throw new AppError(commonErrors.notFound)
    const hash = createHash('sha256')
    reply.on('data', (chunk: Buffer) => hash.update(chunk))
    const writing = createWriteStream(path, { mode: 0o600 })
    const failure = await pipeline(reply, writing).then(
      () => undefined,
      (error: Error) => error,
    )
    if (!failure && (hash.digest('hex') === sha256 || count === 2)) return
    // The disk of this machine, and not the bucket.
    if (writing.errored && (writing.errored as NodeJS.ErrnoException).syscall) throw writing.errored
    if (count === 2) throw new BucketAway('the reply was cut')
  }
}

type Listed = { sha256: string; size: number; at: Date }

const textIn = (name: string, xml: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''

const withoutEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|apos|#(\d+)|#x([0-9a-fA-F]+));/g, (entity, decimal, hex) => {
    if (decimal ?? hex) return String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16))
    return { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }[entity as string] ?? entity
  })

const contentsIn = (xml: string): Listed[] =>
  [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = '']) => {
    const sha256 = /^files\/([0-9a-f]{2})\/(\1[0-9a-f]{62})$/.exec(textIn('Key', entry))?.[2]
    return sha256 ? [{ sha256, size: Number(textIn('Size', entry)), at: new Date(textIn('LastModified', entry)) }] : []
  })

async function* pagesOf(bucket: Bucket): AsyncGenerator<Listed[]> {
  for (let token: string | undefined = ''; token !== undefined; ) {
    const query = { 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) }
    const listed = await bucket.fetch({ method: 'GET', query })
    const xml = String(listed?.body)
    if (!xml.includes('<ListBucketResult')) throw unexpected('content')
    yield contentsIn(xml)
    const next = withoutEntities(textIn('NextContinuationToken', xml))
    if (textIn('IsTruncated', xml) === 'true' && next === '') throw unexpected('end')
    token = textIn('IsTruncated', xml) === 'true' ? next : undefined
  }
}

export type ReadingNeeds = { bucket: Bucket; db: Db; incoming: string }

export const readingIn = ({ bucket, db, incoming }: ReadingNeeds): Pick<Storage, 'read' | 'readRange' | 'withLocal' | 'list'> => ({
  read: (sha256, size) => openContent(bucket, sha256, size),
  readRange: (sha256, range) => openRange(bucket, sha256, range),
  withLocal: async (sha256, work) => {
    const path = join(incoming, temporaryName())
    try {
      await download(bucket, sha256, path)
      return await work(path)
    } finally {
      await removeFile(path)
    }
  },
  list: async function* () {
    for await (const page of pagesOf(bucket)) {
      const keptAt = await rows.keptAtOf(
        db,
        page.map(({ sha256 }) => sha256),
      )
      for (const { sha256, size, at } of page) {
        const kept = keptAt.get(sha256)
        yield { sha256, size, keptAt: kept === undefined ? at : new Date(Date.parse(kept) || 0), isForeign: kept === undefined }
      }
    }
  },
})
