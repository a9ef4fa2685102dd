import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/tables.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import { testDatabase } from '#server/testing/database.ts'
import { givenS3, type S3Stub } from '#server/testing/s3Stub.ts'
import { DAY } from '#server/time.ts'
import { diskStorage } from './disk.ts'
import { s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

/* What every storage promises, on the disk of the machine and in a bucket. */

const givenFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-storages-'))
  afterTest(() => rm(folder, { recursive: true }))
  return folder
}

type Place = {
  /** The storage of another process on the same contents. */
  open: (clock?: () => Date) => Promise<Storage>
  incoming: () => Promise<string[]>
  /** Replaces a stored content behind the storage's back. */
  spoil: (sha256: string, bytes: Buffer) => Promise<unknown>
}

const onDisk = async (): Promise<Place> => {
  const dataDir = await givenFolder()
  return {
    open: () => diskStorage(dataDir),
    incoming: () => readdir(join(dataDir, 'files/incoming')),
    spoil: (sha256, bytes) => writeFile(join(dataDir, 'files', sha256.slice(0, 2), sha256), bytes),
  }
}

/** Each process has an empty folder of its own, as on machines that share nothing but the bucket. */
const inBucket = async (): Promise<Place> => {
  const [{ db }, stub] = [await testDatabase(), await givenS3()]
  const folders: string[] = []
  return {
    open: async (clock) => {
      folders.push(await givenFolder())
      return openOn(stub, db, folders.at(-1) ?? '', clock)
    },
    incoming: async () => (await Promise.all(folders.map((folder) => readdir(join(folder, 'files/incoming'))))).flat(),
    spoil: async (sha256, bytes) => stub.objects.set(`files/${sha256.slice(0, 2)}/${sha256}`, { body: bytes, at: new Date() }),
  }
}

const openOn = ({ s3 }: S3Stub, db: Db, dataDir: string, clock = () => new Date()): Promise<Storage> =>
  s3Storage({ s3, dataDir, db, clock })

const unnamed = async () => false

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe.each([
  ['the disk', onDisk],
  ['a bucket', inBucket],
])('on %s', (_, givenPlace) => {
  let place: Place
  let storage: Storage
  beforeEach(async () => {
    place = await givenPlace()
    storage = await place.open()
  })

  const receive = (bytes: Buffer, by = storage) => by.receive(Readable.from([bytes]), { fileName: 'book.pdf', maxBytes: 1_000_000 })
  const keep = async (bytes: Buffer, by = storage) => {
    const file = await receive(bytes, by)
    const takeBack = await by.keep(file)
    await by.discard(file)
    return { ...file, takeBack }
  }
  const listed = async () => {
    const found: { sha256: string; size: number; keptAt: Date }[] = []
    for await (const content of storage.list()) found.push(content)
    return found
  }
  const contents = async () => (await listed()).map(({ sha256 }) => sha256)
  const bytes = randomBytes(600_000)

  test('what is kept can be read, and nothing is left under a temporary name', async () => {
    const file = await keep(bytes)
    expect(await contents()).toEqual([sha256Of(bytes)])
    expect(bytes.equals(await buffer(await storage.read(file.sha256, file.size)))).toBe(true)
    expect(await place.incoming()).toEqual([])
  })

  test('a file of no bytes is kept', async () => {
    const { sha256 } = await keep(Buffer.alloc(0))
    expect(await buffer(await storage.read(sha256, 0))).toEqual(Buffer.alloc(0))
  })

  test('a content is stored once if twenty people keep it at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => keep(bytes)))
    expect(await contents()).toEqual([sha256Of(bytes)])
    expect(bytes.equals(await buffer(await storage.read(sha256Of(bytes))))).toBe(true)
  })

  test('heals a content that was cut short when it is kept again', async () => {
    const { sha256 } = await keep(bytes)
    await place.spoil(sha256, bytes.subarray(0, 100))
    await keep(bytes)
    expect(bytes.equals(await buffer(await storage.read(sha256)))).toBe(true)
  })

  test.each([
    ['all of it', undefined],
    ['the first byte', { start: 0, end: 0 }],
    ['a short middle', { start: 100_000, end: 300_000 }],
    ['a long middle', { start: 100_000, end: 499_999 }],
    ['the last byte', { start: 599_999, end: 599_999 }],
  ])('returns %s to the byte', async (__, range) => {
    const { sha256 } = await keep(bytes)
    const expected = range ? bytes.subarray(range.start, range.end + 1) : bytes
    const read = range ? await storage.readRange(sha256, range) : await storage.read(sha256)
    expect(Buffer.isBuffer(read) ? read : await buffer(read)).toEqual(expected)
  })

  test('provides a content as a local file', async () => {
    const { sha256 } = await keep(bytes)
    expect(bytes.equals(await storage.withLocal(sha256, (path) => readFile(path)))).toBe(true)
    await expect(storage.withLocal(sha256, () => Promise.reject(new Error('unreadable')))).rejects.toThrow('unreadable')
    expect(await place.incoming()).toEqual([])
  })

  test('reports a missing content as not found', async () => {
    const missing = '0'.repeat(64)
    for (const read of [
      () => storage.read(missing),
      () => storage.read(missing, 10),
      () => storage.readRange(missing, { start: 0, end: 9 }),
      () => storage.withLocal(missing, async () => 'read'),
    ])
      await expect(read()).rejects.toMatchObject({ kind: { status: 404 } })
    expect(await place.incoming()).toEqual([])
  })

  test.each(['../../etc/passwd', 'AB'.repeat(32), '', `${'0'.repeat(63)}/`])('%j is not the name of a content', async (name) => {
    await expect(storage.read(name)).rejects.toThrow('named by its SHA-256')
  })

  test.each([
    ['what it put there', false, false, 0],
    ['nothing that was there before', true, false, 1],
    ['nothing that another process has put there since', false, true, 1],
  ])('undoing a keeping takes %s', async (__, before, since, left) => {
    const other = await place.open()
    if (before) await keep(bytes, other)
    const { takeBack } = await keep(bytes)
    if (since) await keep(bytes, other)
    await takeBack()
    expect(await contents()).toHaveLength(left)
    expect(await place.incoming()).toEqual([])
  })

  test('removes a content, and does nothing the second time', async () => {
    const { sha256 } = await keep(bytes)
    expect(await storage.remove(sha256)).toBe(true)
    expect(await storage.remove(sha256)).toBe(false)
    expect(await contents()).toEqual([])
  })

  test('removes no content that any process has kept since the given instant', async () => {
    const { sha256 } = await keep(bytes)
    const keptAt = (await listed())[0]?.keptAt ?? new Date(0)
    const other = await place.open()
    expect([await other.removeUnnamed(sha256, unnamed, keptAt), await contents()]).toEqual([false, [sha256]])
    expect(await other.removeUnnamed(sha256, unnamed, new Date(keptAt.getTime() + 1_000))).toBe(true)
    expect(await contents()).toEqual([])
  })

  test('removes no old content that another process is storing, also if the clocks of the two differ by a day', async () => {
    const behind = await place.open(() => new Date(Date.now() - DAY * 1_000))
    const unmark = await behind.markPending(await receive(bytes, behind))
    const { sha256 } = await keep(bytes, behind)
    expect(await storage.removeUnnamed(sha256, unnamed, new Date(Date.now() + 1_000))).toBe(false)
    expect(await contents()).toEqual([sha256])
    await unmark()
    expect(await storage.removeUnnamed(sha256, async () => true, new Date(Date.now() + 1_000))).toBe(false)
    expect(await storage.removeUnnamed(sha256, unnamed, new Date(Date.now() + 1_000))).toBe(true)
  })

  test('removes an unnamed content at once, unless another process is storing it', async () => {
    const other = await place.open()
    const file = await keep(bytes)
    const unmark = await other.markPending(await receive(bytes, other))
    expect(await storage.removeUnnamed(file.sha256, unnamed)).toBe(false)
    await unmark()
    expect(await storage.removeUnnamed(file.sha256, async () => true)).toBe(false)
    expect(await contents()).toEqual([file.sha256])
    expect(await storage.removeUnnamed(file.sha256, unnamed)).toBe(true)
    expect(await contents()).toEqual([])
  })

  test('lists every content with its size and time', async () => {
    const [one, two] = [await keep(randomBytes(10)), await keep(randomBytes(20))]
    await receive(randomBytes(30))
    const found = await listed()
    expect(Object.fromEntries(found.map(({ sha256, size }) => [sha256, size]))).toEqual({ [one.sha256]: 10, [two.sha256]: 20 })
    for (const { keptAt } of found) expect(Date.now() - keptAt.getTime()).toBeLessThan(60_000)
  })
})
