import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { afterTest } from '#server/testing/afterwards.ts'
import { testDatabase } from '#server/testing/database.ts'
import { roundsOf } from '#server/testing/hard.ts'
import { givenS3 } from '#server/testing/s3Stub.ts'
import { s3Storage } from './s3.ts'
import { temporaryName } from './temporary.ts'

/* How the storage in a bucket survives a server that is away, slow or lying. */

const HOUR_MS = 3_600_000
const patience = { reply: 300, upload: 300, probe: 300, removal: 1_000 }
const bytes = randomBytes(700_000)
const sha256 = createHash('sha256').update(bytes).digest('hex')
const key = `files/${sha256.slice(0, 2)}/${sha256}`

const givenStorage = async () => {
  const [{ db }, stub, dataDir] = [await testDatabase(), await givenS3(), await mkdtemp(join(tmpdir(), 'carrel-s3-'))]
  afterTest(() => rm(dataDir, { recursive: true }))
  let skippedMs = 0
  const clock = () => new Date(Date.now() + skippedMs)
  const open = (s3 = stub.s3, aheadMs = 0) => s3Storage({ s3, dataDir, db, clock: () => new Date(clock().getTime() + aheadMs), patience })
  const storage = await open()
  const receive = (content = bytes) => storage.receive(Readable.from([content]), { fileName: 'a.pdf', maxBytes: 10_000_000 })
  const keep = async (content = bytes) => {
    const file = await receive(content)
    return storage.keep(file).finally(() => storage.discard(file))
  }
  const incoming = () => readdir(join(dataDir, 'files/incoming'))
  const advance = (ms: number) => {
    skippedMs += ms
  }
  return { db, stub, storage, open, receive, keep, incoming, clock, advance }
}

const away = { kind: { status: 503 }, extras: { retryAfter: 5 } }

describe('an upload', () => {
  test.each([
    ['a server that is busy', { status: 503, code: 'SlowDown' } as const],
    ['an error of the server', { status: 500, code: 'InternalError' } as const],
    ['a lost reply', 'lose' as const],
    ['a server that does not reply after it has stored the file', 'hang' as const],
  ])('succeeds after %s', async (_, failing) => {
    const { stub, storage, keep } = await givenStorage()
    if (failing === 'hang') stub.objects.set(key, { body: bytes, at: new Date() })
    stub.fail(failing, { method: 'PUT' })
    await keep()
    expect([...stub.objects.keys()]).toEqual([key])
    expect(bytes.equals(await buffer(await storage.read(sha256, bytes.length)))).toBe(true)
  })

  test('is one request of known length with the hash of its content', async () => {
    const { stub, keep } = await givenStorage()
    await keep()
    expect(stub.seen).toEqual([`PUT ${key}`, `HEAD ${key}`])
  })

  test('of a file that the bucket has is a success, and undoing it takes nothing away', async () => {
    const { stub, keep } = await givenStorage()
    stub.objects.set(key, { body: bytes, at: new Date(0) })
    const takeBack = await keep()
    await takeBack()
    expect(stub.objects.get(key)?.at).toEqual(new Date(0))
  })

  test('fails if the bucket says that it has the file, and does not', async () => {
    const { stub, keep } = await givenStorage()
    stub.fail('lie', { method: 'PUT' })
    await expect(keep()).rejects.toMatchObject({ ...away, message: expect.stringContaining('Nothing was saved') })
  })

  test('fails if the server changes the bytes on their way', async () => {
    const { stub, storage, receive } = await givenStorage()
    const file = await receive()
    await expect(storage.keep({ ...file, sha256: createHash('sha256').update('other').digest('hex') })).rejects.toMatchObject(away)
    expect(stub.objects.size).toBe(0)
  })

  test.each([
    ['away', async ({ stop }: { stop: () => Promise<void> }) => stop()],
    ['silent', async ({ fail }: { fail: (failing: 'hang', more: object) => void }) => fail('hang', { times: 9 })],
  ])('fails while the bucket is %s, and succeeds afterwards', async (_, breakIt) => {
    const { stub, storage, receive, keep, incoming } = await givenStorage()
    await breakIt(stub)
    const file = await receive()
    await expect(storage.keep(file)).rejects.toMatchObject({ ...away, message: expect.stringContaining('Nothing was saved') })
    await storage.discard(file)
    expect(await incoming()).toEqual([])
    expect(await storage.remote?.state()).toBe('away')
    stub.recover()
    await stub.stop()
    await stub.start()
    await keep()
    expect([...stub.objects.keys()]).toEqual([key])
    expect(await storage.remote?.state()).toBe('connected')
  })
})

describe('reading', () => {
  const range = { start: 100_000, end: 200_000 }
  const whole = { start: 0, end: bytes.length - 1 }

  test.each([
    ['a busy server', { status: 503, code: 'SlowDown' } as const],
    ['a reply that is cut', { cut: 50_000 } as const],
    ['a lost reply', 'lose' as const],
  ])('a part succeeds after %s', async (_, failing) => {
    const { stub, storage, keep } = await givenStorage()
    await keep()
    stub.fail(failing, { method: 'GET' })
    expect(await storage.readRange(sha256, range)).toEqual(bytes.subarray(range.start, range.end + 1))
  })

  test('a long content fails in the middle if the reply is cut, and never ends early', async () => {
    const { stub, storage, keep } = await givenStorage()
    await keep()
    for (const read of [() => storage.read(sha256, bytes.length), () => storage.readRange(sha256, whole)]) {
      stub.fail({ cut: 500_000 }, { method: 'GET' })
      await expect(buffer((await read()) as Readable)).rejects.toThrow()
    }
  })

  test.each([
    ['has another size', bytes.subarray(1)],
    ['is empty', Buffer.alloc(0)],
  ])('a content that %s is refused before its first byte', async (_, body) => {
    const { stub, storage, keep } = await givenStorage()
    await keep()
    stub.objects.set(key, { body, at: new Date() })
    await expect(storage.read(sha256, bytes.length)).rejects.toMatchObject(away)
    await expect(storage.readRange(sha256, whole)).rejects.toMatchObject(away)
  })

  test('a short content of another size is refused too', async () => {
    const { stub, storage, keep } = await givenStorage()
    const short = bytes.subarray(0, 1_000)
    const hash = createHash('sha256').update(short).digest('hex')
    await keep(short)
    for (const body of [short.subarray(1), bytes.subarray(0, 1_001), Buffer.alloc(0)]) {
      stub.objects.set(`files/${hash.slice(0, 2)}/${hash}`, { body, at: new Date() })
      await expect(storage.read(hash, short.length)).rejects.toMatchObject(away)
    }
  })

  test('a local copy is downloaded again if it was cut or garbled', async () => {
    const { stub, storage, keep, incoming } = await givenStorage()
    await keep()
    for (const failing of [{ cut: 500_000 }, { garble: true }] as const) {
      stub.fail(failing, { method: 'GET' })
      expect(bytes.equals(await storage.withLocal(sha256, (path) => readFile(path)))).toBe(true)
    }
    stub.fail({ cut: 500_000 }, { method: 'GET', times: 2 })
    await expect(storage.withLocal(sha256, async () => 'read')).rejects.toMatchObject(away)
    expect(await incoming()).toEqual([])
  })

  test('fails with 503 and not with 404 if the bucket itself is missing', async () => {
    const { stub, open } = await givenStorage()
    const elsewhere = await open({ ...stub.s3, bucket: 'another' })
    await expect(elsewhere.read(sha256)).rejects.toMatchObject({ ...away, reason: 'NoSuchBucket', isRefused: true })
  })

  test('fails with 503 if the keys are wrong', async () => {
    const { stub, open } = await givenStorage()
    for (const wrong of [{ secretAccessKey: 'x' }, { accessKeyId: 'x' }])
      await expect((await open({ ...stub.s3, ...wrong })).read(sha256)).rejects.toMatchObject({ ...away, isRefused: true })
  })

  test('works if the clock of this machine is a day off', async () => {
    const { stub, storage, keep } = await givenStorage()
    stub.setClock(-86_400_000)
    await keep()
    expect(bytes.equals(await buffer(await storage.read(sha256, bytes.length)))).toBe(true)
  })

  test('lists all contents over many pages', async () => {
    const { stub, storage, keep } = await givenStorage()
    stub.setPageSize(3)
    for (let number = 0; number < 8; number++) await keep(Buffer.from(`content ${number}`))
    stub.objects.set('files/notes.txt', { body: bytes, at: new Date() })
    const found = []
    for await (const content of storage.list()) found.push(content)
    expect(found.map(({ sha256: hash }) => `files/${hash.slice(0, 2)}/${hash}`)).toEqual(
      [...stub.objects.keys()].filter((name) => !name.endsWith('txt')).toSorted(),
    )
    expect(found.every(({ isForeign }) => isForeign === false)).toBe(true)
  })
})

const unnamed = async () => false

describe('removing', () => {
  test('takes nothing that this installation has not stored, also if nobody here names it', async () => {
    const { stub, storage, advance, clock } = await givenStorage()
    stub.objects.set(key, { body: bytes, at: new Date(0) })
    advance(2 * HOUR_MS)
    expect(await storage.removeUnnamed(sha256, unnamed, clock())).toBe(false)
    expect(await storage.removeUnnamed(sha256, unnamed)).toBe(false)
    expect(stub.objects.has(key)).toBe(true)
  })

  test('blocks uploads of the same content until it is decided', async () => {
    const { db, stub, storage, open, receive, keep, advance, clock } = await givenStorage()
    await keep()
    advance(2 * HOUR_MS)
    // The bucket may carry the removal out at any time.
    stub.fail('hang', { method: 'DELETE' })
    await expect(storage.removeUnnamed(sha256, unnamed, clock())).rejects.toMatchObject(away)
    await expect(keep()).rejects.toMatchObject({ ...away, message: expect.stringContaining('Nothing was saved') })
    const ahead = await open(stub.s3, 24 * HOUR_MS)
    await expect(ahead.keep(await receive())).rejects.toMatchObject(away)
    const [past, soon] = [Date.now() - 1_000, Date.now() + 16 * 60_000]
    const { removingUntil } = await db.selectFrom('keptContents').selectAll().executeTakeFirstOrThrow()
    expect(Math.abs(Date.parse(String(removingUntil)) - soon)).toBeLessThan(60_000)
    await db
      .updateTable('keptContents')
      .set({ removingUntil: new Date(past).toISOString() })
      .execute()
    await keep()
    expect(stub.objects.has(key)).toBe(true)
  })

  test('blocks nothing if the bucket was not reached', async () => {
    const { stub, storage, keep, advance, clock } = await givenStorage()
    await keep()
    advance(2 * HOUR_MS)
    await stub.stop()
    await expect(storage.removeUnnamed(sha256, unnamed, clock())).rejects.toMatchObject(away)
    await stub.start()
    await keep()
    expect(stub.objects.has(key)).toBe(true)
  })

  test('of a content that another node decides to leave at that moment waits, and removes it if nobody names it any more', async () => {
    const { stub, storage, open, keep } = await givenStorage()
    const other = await open()
    await keep()
    const asked = Promise.withResolvers<void>()
    const isNamed = Promise.withResolvers<boolean>()
    const left = other.removeUnnamed(sha256, () => {
      asked.resolve()
      return isNamed.promise
    })
    await asked.promise
    // The other has asked before the row was deleted, and ends its removal after this one begins.
    const removed = storage.removeUnnamed(sha256, unnamed)
    isNamed.resolve(true)
    expect([await left, await removed]).toEqual([false, true])
    expect([...stub.objects.keys()]).toEqual([])
  })

  test('of a content that is uploaded at the same moment leaves it, in every round', async () => {
    const { stub, storage, open, receive, clock, advance } = await givenStorage()
    const other = await open()
    for (let round = roundsOf({ ordinary: 5, hard: 20 }); round > 0; round--) {
      await storage.keep(await receive())
      advance(2 * HOUR_MS)
      const before = clock()
      const file = await receive()
      await Promise.all([storage.removeUnnamed(sha256, unnamed, before), other.keep(file)])
      expect(stub.objects.has(key)).toBe(true)
    }
  })
})

test('the start removes what a killed process was storing, unless a row names it', async () => {
  const { db, stub, storage, keep } = await givenStorage()
  const dead = temporaryName().replace(/^(\w+)-\d+-\w+/, `$1-${2 ** 22 + 1}-00000000`)
  const leave = async () => {
    await keep()
    await db
      .insertInto('contentMarks')
      .values({ name: `${dead}-${sha256}`, sha256, markedAt: new Date().toISOString() })
      .execute()
  }
  await leave()
  expect([await storage.removeUnfinished(async () => true), stub.objects.size]).toEqual([0, 1])
  await leave()
  await stub.stop()
  expect(await storage.removeUnfinished(async () => false)).toBe(0)
  await stub.start()
  expect([await storage.removeUnfinished(async () => false), stub.objects.size]).toEqual([1, 0])
  expect(await db.selectFrom('contentMarks').selectAll().execute()).toEqual([])
})

test('a signed address works for its time, for reading alone, and not after a change of one character', async () => {
  const { stub, open, keep } = await givenStorage()
  await keep()
  const storage = await open({ ...stub.s3, redirect: true })
  const reply = {
    'response-content-type': 'application/pdf',
    'response-content-disposition': `attachment; filename="a b.pdf"; filename*=UTF-8''%E0%A4%86.pdf`,
  }
  const url = storage.remote?.signedUrl?.(sha256, reply) ?? ''
  const read = await fetch(url, { headers: { range: 'bytes=10-19' } })
  expect([read.status, Buffer.from(await read.arrayBuffer())]).toEqual([206, bytes.subarray(10, 20)])
  expect(read.headers.get('content-type')).toBe('application/pdf')
  expect(read.headers.get('content-disposition')).toBe(reply['response-content-disposition'])
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(403)
  expect((await fetch(url.replace('application%2Fpdf', 'text%2Fhtml'))).status).toBe(403)
  stub.setClock(301_000)
  expect((await fetch(url)).status).toBe(403)
})
