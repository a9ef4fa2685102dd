import { hash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import type { Transact } from '#server/feature/changes.ts'
import { type Hooks, hooksOf } from '#server/feature/hooks.ts'
import type { Platform } from '#server/feature/platform.ts'
import { testDatabase } from '#server/testing/database.ts'
import { diskStorage } from './disk.ts'
import { doctor } from './doctor.ts'
import type { ReceivedFile, Storage } from './storage.ts'
import { removeUnfinished, storeAllWithRow, storeWithRow } from './storeWithRow.ts'
import { sweep } from './sweep.ts'
import { temporaryName } from './temporary.ts'

let dataDir: string
let platform: { db: Db; storage: Storage; clock: () => Date; transact: Transact; hooks: Hooks; fileColumns: Platform['fileColumns'] }

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carrel-store-'))
  const { db } = await testDatabase()
  platform = {
    db,
    storage: await diskStorage(dataDir),
    clock: () => new Date(),
    transact: (fn) => transact(db, fn),
    hooks: hooksOf([]),
    fileColumns: [{ table: 'documents', column: 'fileSha256' }],
  }
})
afterEach(() => rm(dataDir, { recursive: true }))

const receive = (bytes = randomBytes(1_000)) => platform.storage.receive(Readable.from([bytes]), { fileName: 'a.pdf', maxBytes: 10_000 })
const pathOf = (sha256: string) => join(dataDir, 'files', sha256.slice(0, 2), sha256)
const isOnDisk = async (sha256: string) =>
  (await readdir(join(dataDir, 'files', sha256.slice(0, 2))).catch((): string[] => [])).includes(sha256)
const ledger = async () => (await platform.db.selectFrom('files').selectAll().execute()).map(({ sha256 }) => sha256)
const saved = async () => undefined
const refused = async () => {
  throw new Error('the row was refused')
}
/** The same platform on a disk whose removals wait, so that others can come between. */
const removingSlowly = () => {
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
  const slowly = async <T>(work: () => Promise<T>): Promise<T> => {
    begin()
    // The disk's own delay, in which the other upload runs.
    await new Promise((resolve) => setTimeout(resolve, 100))
    return work()
  }
  const removeUnnamed: Storage['removeUnnamed'] = (...given) => slowly(() => platform.storage.removeUnnamed(...given))
  const keep: Storage['keep'] = async (file) => {
    const takeBack = await platform.storage.keep(file)
    return () => slowly(takeBack)
  }
  return { hasBegun, platform: { ...platform, storage: { ...platform.storage, removeUnnamed, keep } } }
}
const rowOf = ({ sha256, size }: ReceivedFile) => ({ sha256, size, mediaType: 'application/pdf', createdAt: new Date().toISOString() })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

describe('storing a file with its row', () => {
  test('keeps the content and its ledger row, and returns the result of the row', async () => {
    const file = await receive()
    expect(await storeWithRow(platform, file, 'application/pdf', async () => 'the row')).toBe('the row')
    expect(await platform.db.selectFrom('files').selectAll().execute()).toMatchObject([
      { sha256: file.sha256, size: 1_000, mediaType: 'application/pdf' },
    ])
    expect(await isOnDisk(file.sha256)).toBe(true)
  })

  test('leaves neither content nor ledger row if the row fails', async () => {
    const file = await receive()
    await expect(storeWithRow(platform, file, 'application/pdf', refused)).rejects.toThrow('the row was refused')
    expect(await ledger()).toEqual([])
    expect(await isOnDisk(file.sha256)).toBe(false)
  })

  test('leaves the content of an earlier row if a row fails', async () => {
    const bytes = randomBytes(1_000)
    await storeWithRow(platform, await receive(bytes), 'application/pdf', saved)
    const again = await receive(bytes)
    await expect(storeWithRow(platform, again, 'application/pdf', refused)).rejects.toThrow('the row was refused')
    expect(await isOnDisk(again.sha256)).toBe(true)
    expect(await doctor(platform)).toEqual([])
  })

  test('never leaves a row without its file if half of forty uploads of one content fail', async () => {
    const bytes = randomBytes(1_000)
    const files = await Promise.all(Array.from({ length: 40 }, () => receive(bytes)))
    const done = await Promise.allSettled(
      files.map((file, index) => storeWithRow(platform, file, 'application/pdf', index % 2 === 0 ? refused : saved)),
    )
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(await ledger()).toEqual([files[0]?.sha256])
    expect(await doctor(platform)).toEqual([])
  })

  test('a failed upload cannot remove the content of a successful one while it is still removing', async () => {
    const bytes = randomBytes(1_000)
    const [failing, succeeding] = [await receive(bytes), await receive(bytes)]
    const slow = removingSlowly()
    const failed = storeWithRow(slow.platform, failing, 'application/pdf', refused).catch(() => undefined)
    await slow.hasBegun
    await Promise.all([failed, storeWithRow(platform, succeeding, 'application/pdf', saved)])
    expect(await doctor(platform)).toEqual([])
    expect(await ledger()).toEqual([succeeding.sha256])
  })
})

describe('storing several contents with one row', () => {
  const contentsOf = async (...all: Buffer<ArrayBuffer>[]) => {
    const files = []
    for (const bytes of all) files.push(await receive(bytes))
    return files.map((file) => ({ file, mediaType: 'image/webp' }) as const)
  }
  const left = async () => [await ledger(), await readdir(join(dataDir, 'files/incoming'))]

  test('keeps all of them, and the same bytes once', async () => {
    const [one, other] = [randomBytes(100), randomBytes(200)]
    const contents = await contentsOf(one, other, one)
    await storeAllWithRow(platform, contents, saved)
    await Promise.all(contents.map(({ file }) => platform.storage.discard(file)))
    expect((await ledger()).toSorted()).toEqual([...new Set(contents.map(({ file }) => file.sha256))].toSorted())
    expect([(await ledger()).length, await doctor(platform), (await left())[1]]).toEqual([2, [], []])
  })

  test('leaves none of them if the row or the second content fails', async () => {
    const contents = await contentsOf(randomBytes(100), randomBytes(200))
    await expect(storeAllWithRow(platform, contents, refused)).rejects.toThrow('the row was refused')
    const again = await contentsOf(randomBytes(100), randomBytes(200))
    let kept = 0
    const keep: Storage['keep'] = (file) => (++kept === 2 ? Promise.reject(new Error('no space')) : platform.storage.keep(file))
    const full = { ...platform, storage: { ...platform.storage, keep } }
    await expect(storeAllWithRow(full, again, saved)).rejects.toThrow('no space')
    await Promise.all([...contents, ...again].map(({ file }) => platform.storage.discard(file)))
    for (const { file } of [...contents, ...again]) expect(await isOnDisk(file.sha256)).toBe(false)
    expect(await left()).toEqual([[], []])
  })

  test('keeps what another row shares with them, and two that share some never deadlock', async () => {
    const shared = randomBytes(1_000)
    const [one, other] = [await contentsOf(shared, randomBytes(10)), await contentsOf(randomBytes(20), shared)]
    await Promise.allSettled([storeAllWithRow(platform, one, saved), storeAllWithRow(platform, other, refused)])
    expect((await ledger()).toSorted()).toEqual(one.map(({ file }) => file.sha256).toSorted())
    expect(await doctor(platform)).toEqual([])
  })
})

test('a killed process leaves its content while its commit is still running', async () => {
  const file = await receive()
  await platform.storage.keep(file)
  const [machine] = temporaryName().split('-')
  await writeFile(join(dataDir, 'files/incoming', `${machine}-${2 ** 22 + 1}-00000000-1-${file.sha256}`), '')
  const { promise: inserted, resolve: tell } = Promise.withResolvers<void>()
  const { promise: committing, resolve: commit } = Promise.withResolvers<void>()
  const row = { sha256: file.sha256, size: file.size, mediaType: 'application/pdf', createdAt: 'now' }
  const transaction = platform.db.transaction().execute(async (tx) => {
    await tx.insertInto('files').values(row).execute()
    tell()
    await committing
  })
  await inserted
  const removing = removeUnfinished(platform)
  // The commit is slow: a removal that did not wait for it would be done by then.
  await new Promise((resolve) => setTimeout(resolve, 200))
  commit()
  await Promise.all([removing, transaction])
  expect(await isOnDisk(file.sha256)).toBe(true)
  expect(await doctor(platform)).toEqual([])
})

describe('the sweep', () => {
  const keepOnly = async (at: Date) => {
    const file = await receive()
    await platform.storage.keep(file)
    await utimes(pathOf(file.sha256), at, at)
    return file.sha256
  }

  test('removes contents that nobody names once they are older than an hour, and temporary files a day later', async () => {
    const old = await keepOnly(hoursAgo(1.1))
    const young = await keepOnly(hoursAgo(0.9))
    for (const hours of [24.9, 25.1]) {
      const leftover = await receive()
      await utimes(leftover.temporaryPath, hoursAgo(hours), hoursAgo(hours))
    }
    expect(await sweep(platform)).toEqual({ released: 0, contents: 1, leftovers: 1 })
    expect([await isOnDisk(old), await isOnDisk(young)]).toEqual([false, true])
  })

  test('never removes what the ledger names, however old, nor a row whose content is missing', async () => {
    const [kept, lost] = [await receive(), await receive()]
    for (const file of [kept, lost]) await storeWithRow(platform, file, 'application/pdf', saved)
    await utimes(pathOf(kept.sha256), hoursAgo(10_000), hoursAgo(10_000))
    await rm(pathOf(lost.sha256))
    expect(await sweep(platform)).toEqual({ released: 0, contents: 0, leftovers: 0 })
    expect((await ledger()).sort()).toEqual([kept.sha256, lost.sha256].sort())
    expect(await isOnDisk(kept.sha256)).toBe(true)
  })

  test('cannot remove an old content under an upload of the same while it is still removing', async () => {
    const bytes = randomBytes(1_000)
    const [orphan, file] = [await receive(bytes), await receive(bytes)]
    await platform.storage.keep(orphan)
    await utimes(pathOf(orphan.sha256), hoursAgo(2), hoursAgo(2))
    const slow = removingSlowly()
    const sweeping = sweep(slow.platform)
    await slow.hasBegun
    await Promise.all([sweeping, storeWithRow(platform, file, 'application/pdf', saved)])
    expect(await doctor(platform)).toEqual([])
    expect(await ledger()).toEqual([file.sha256])
  })

  test('leaves an old content that another process keeps again at the moment of its removal', async () => {
    const bytes = randomBytes(1_000)
    await keepOnly(hoursAgo(2))
    const orphan = await receive(bytes)
    await platform.storage.keep(orphan)
    await utimes(pathOf(orphan.sha256), hoursAgo(2), hoursAgo(2))
    const again = await receive(bytes)
    const removeUnnamed: Storage['removeUnnamed'] = async (hash, ...conditions) => {
      if (hash === orphan.sha256) await (await diskStorage(dataDir)).keep(again)
      return platform.storage.removeUnnamed(hash, ...conditions)
    }
    expect(await sweep({ ...platform, storage: { ...platform.storage, removeUnnamed } })).toMatchObject({ contents: 1 })
    expect(await isOnDisk(orphan.sha256)).toBe(true)
  })

  test('of a process whose clock is a day ahead leaves a content that another names at the moment of its removal', async () => {
    const file = await receive()
    const unmark = await platform.storage.markPending(file)
    await platform.storage.keep(file)
    const removeUnnamed: Storage['removeUnnamed'] = async (...given) => {
      await platform.transact((tx) => tx.insertInto('files').values(rowOf(file)).execute())
      await unmark()
      return platform.storage.removeUnnamed(...given)
    }
    const ahead = { ...platform, clock: () => hoursAgo(-24), storage: { ...platform.storage, removeUnnamed } }
    expect(await sweep(ahead)).toMatchObject({ contents: 0 })
    expect(await isOnDisk(file.sha256)).toBe(true)
  })

  test('checks more contents than one page of the ledger has', { timeout: 60_000 }, async () => {
    for (let index = 0; index < 501; index++) {
      const path = pathOf(hash('sha256', String(index)))
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, '')
      await utimes(path, hoursAgo(2), hoursAgo(2))
    }
    expect(await sweep(platform)).toEqual({ released: 0, contents: 501, leftovers: 0 })
  })
})

test('the doctor lists missing, changed and orphaned contents, and no intact ones', async () => {
  const [well, lost, cut, flipped] = [await receive(), await receive(), await receive(), await receive()]
  for (const file of [well, lost, cut, flipped]) await storeWithRow(platform, file, 'application/pdf', saved)
  const orphan = await receive()
  await platform.storage.keep(orphan)
  await rm(pathOf(lost.sha256))
  await truncate(pathOf(cut.sha256), 999)
  await writeFile(pathOf(flipped.sha256), randomBytes(1_000))
  const findings = await doctor(platform)
  expect(Object.fromEntries(findings.map(({ sha256, problem }) => [sha256, problem]))).toEqual({
    [lost.sha256]: 'missing',
    [cut.sha256]: 'changed',
    [flipped.sha256]: 'changed',
    [orphan.sha256]: 'orphaned',
  })
})
