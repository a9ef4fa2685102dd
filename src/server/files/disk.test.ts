import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { diskStorage } from './disk.ts'
import type { Storage } from './storage.ts'
import { temporaryName } from './temporary.ts'

let dataDir: string
let storage: Storage

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carrel-disk-'))
  storage = await diskStorage(dataDir)
})
afterEach(() => rm(dataDir, { recursive: true }))

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const incoming = () => readdir(join(dataDir, 'files/incoming'))
const listed = async () => {
  const found: { sha256: string; size: number; keptAt: Date }[] = []
  for await (const content of storage.list()) found.push(content)
  return found
}
const contents = async () => (await listed()).map((content) => content.sha256)
const receive = (bytes: Buffer, maxBytes = 1_000_000) =>
  storage.receive(Readable.from([bytes]), { fileName: 'book.pdf', maxBytes, tooLargeMessage: 'The PDF is larger than 10MB' })
const keep = async (bytes: Buffer) => {
  const file = await receive(bytes)
  await storage.keep(file)
  return file
}

describe('receiving', () => {
  test('counts and hashes a file and stores it under a temporary name that is not the sender’s', async () => {
    const bytes = randomBytes(10_000)
    const file = await receive(bytes)
    expect(file).toMatchObject({ fileName: 'book.pdf', size: 10_000, sha256: sha256(bytes) })
    expect(file.head).toEqual(bytes.subarray(0, 4_096))
    expect(await readFile(file.temporaryPath)).toEqual(bytes)
    expect(file.temporaryPath).not.toContain('book')
  })

  test('receives the same file in many small pieces and more than one large write', async () => {
    const bytes = randomBytes(3_000_001)
    const pieces = Array.from({ length: 3_001 }, (_, index) => bytes.subarray(index * 1_000, (index + 1) * 1_000))
    const file = await storage.receive(Readable.from(pieces), { fileName: 'a', maxBytes: 3_000_001 })
    expect(file).toMatchObject({ size: bytes.length, sha256: sha256(bytes), head: bytes.subarray(0, 4_096) })
    expect(bytes.equals(await readFile(file.temporaryPath))).toBe(true)
  })

  test.each([9_999, 10_000])('accepts %i bytes if the limit is 10,000', async (size) => {
    expect((await receive(randomBytes(size), 10_000)).size).toBe(size)
  })

  test('refuses one byte over the limit with the sentence for it, and leaves nothing', async () => {
    await expect(receive(randomBytes(10_001), 10_000)).rejects.toMatchObject({
      kind: { code: 'too_large', status: 413 },
      message: 'The PDF is larger than 10MB',
    })
    expect(await incoming()).toEqual([])
  })

  test('rejects a stream that another limit has cut', async () => {
    const cut = Object.assign(Readable.from([randomBytes(100)]), { truncated: true })
    await expect(storage.receive(cut, { fileName: 'a', maxBytes: 1_000 })).rejects.toMatchObject({ kind: { status: 413 } })
    expect(await incoming()).toEqual([])
  })

  test.each([0, 1, 4_096, 65_536, 524_288, 900_000])('leaves nothing of a sender who disconnects after %i bytes', async (position) => {
    const stream = new PassThrough()
    const receiving = storage.receive(stream, { fileName: 'a', maxBytes: 1_000_000 })
    receiving.catch(() => undefined)
    if (position > 0) stream.write(randomBytes(position))
    await expect.poll(async () => [(await incoming()).length, stream.readableLength]).toEqual([1, 0])
    stream.destroy()
    await expect(receiving).rejects.toThrow()
    expect(await incoming()).toEqual([])
  })

  test('receives a file of no bytes', async () => {
    expect(await receive(Buffer.alloc(0))).toMatchObject({ size: 0, sha256: sha256(Buffer.alloc(0)) })
  })

  test('removes the file on discarding, and does nothing the second time', async () => {
    const file = await receive(randomBytes(10))
    expect(await incoming()).toHaveLength(1)
    await storage.discard(file)
    await storage.discard(file)
    expect(await incoming()).toEqual([])
  })
})

describe('keeping', () => {
  test('stores a content under its hash, and leaves nothing under the temporary name', async () => {
    const bytes = randomBytes(5_000)
    const file = await keep(bytes)
    expect(await readFile(join(dataDir, 'files', file.sha256.slice(0, 2), file.sha256))).toEqual(bytes)
    expect(await incoming()).toEqual([])
  })

  test('stores the same content once, with the time of the second keeping', async () => {
    const bytes = randomBytes(5_000)
    const first = await keep(bytes)
    const path = join(dataDir, 'files', first.sha256.slice(0, 2), first.sha256)
    await utimes(path, new Date(0), new Date(0))
    await keep(bytes)
    expect(await contents()).toEqual([first.sha256])
    expect(Date.now() - (await stat(path)).mtimeMs).toBeLessThan(60_000)
    expect(await incoming()).toEqual([])
  })
})

describe('listing', () => {
  test('lists every content with its size, and nothing else in the folders', async () => {
    const one = await keep(randomBytes(10))
    const two = await keep(randomBytes(20))
    await receive(randomBytes(30))
    await writeFile(join(dataDir, 'files', one.sha256.slice(0, 2), 'notes.txt'), 'x')
    const found = await listed()
    expect(Object.fromEntries(found.map(({ sha256: hash, size }) => [hash, size]))).toEqual({ [one.sha256]: 10, [two.sha256]: 20 })
    for (const { keptAt } of found) expect(Date.now() - keptAt.getTime()).toBeLessThan(60_000)
  })
})

describe('the remains of a broken upload', () => {
  const leave = async (name: string, { minutesAgo = 0 } = {}) => {
    const path = join(dataDir, 'files/incoming', name)
    await writeFile(path, 'half')
    const at = new Date(Date.now() - minutesAgo * 60_000)
    await utimes(path, at, at)
  }
  const nobody = 2 ** 22 + 1

  test('the start removes the files of a dead process and leaves those of living ones', async () => {
    const mine = temporaryName()
    const [machine] = mine.split('-')
    const anotherRun = `${machine}-${process.pid}-00000000-1`
    const dead = `${machine}-${nobody}-11111111-1`
    const parent = `${machine}-${process.ppid}-22222222-1`
    const elsewhere = `ffffffff-${nobody}-33333333-1`
    for (const name of [mine, anotherRun, dead, parent, elsewhere]) await leave(name)
    await diskStorage(dataDir)
    expect((await incoming()).sort()).toEqual([mine, parent, elsewhere].sort())
  })

  test('the sweep removes files that nothing was written to for an hour, no matter whose', async () => {
    await leave('ffffffff-1-33333333-1', { minutesAgo: 61 })
    await leave('of nobody', { minutesAgo: 61 })
    await leave('ffffffff-1-33333333-2', { minutesAgo: 59 })
    expect(await storage.removeLeftovers(new Date(Date.now() - 3_600_000))).toBe(2)
    expect(await incoming()).toEqual(['ffffffff-1-33333333-2'])
  })
})

test('creates missing folders for the program alone', async () => {
  const fresh = join(dataDir, 'deep/down')
  await diskStorage(fresh)
  expect((await stat(join(fresh, 'files/incoming'))).mode & 0o777).toBe(0o700)
  await mkdir(join(fresh, 'files/ab'), { recursive: true })
  await diskStorage(fresh)
})
