import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { transact } from '#server/db/transact.ts'
import { open } from '#server/programs/open.ts'
import { givenFolder } from '#server/testing/program.ts'
import { doctor } from './doctor.ts'
import { removeUnfinished, storeWithRow } from './storeWithRow.ts'

const content = 'the content of a book'

/** Runs the lines of `work` in a separate process on the same data folder, which is killed at `die()`. */
const killedWhile = async (dataDir: string, work: string): Promise<void> => {
  const program = `
    import { rename } from 'node:fs/promises'
    import { join } from 'node:path'
    import { Readable } from 'node:stream'
    import { transact } from '#server/db/transact.ts'
    import { open } from '#server/programs/open.ts'
    import { storeAllWithRow, storeWithRow } from '#server/files/storeWithRow.ts'
    import { pendingName } from '#server/files/temporary.ts'
    const platform = await open({ DATA_DIR: ${JSON.stringify(dataDir)} })
    const { storage } = platform
    const receive = () => storage.receive(Readable.from([Buffer.from(${JSON.stringify(content)})]), { fileName: 'a.txt', maxBytes: 1000 })
    const file = await receive()
    const files = join(${JSON.stringify(dataDir)}, 'files')
    const path = join(files, file.sha256.slice(0, 2), file.sha256)
    const die = () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}) }
    const ctx = { ...platform, transact: (fn) => transact(platform.db, fn) }
    const other = await storage.receive(Readable.from([Buffer.from('another size of it')]), { fileName: 'b.txt', maxBytes: 1000 })
    const storeBoth = (platform) => storeAllWithRow({ ...ctx, ...platform }, [file, other].map((one) => ({ file: one, mediaType: 'text/plain' })), die)
    let kept = 0
    const dyingAtSecond = { ...storage, keep: (one) => (++kept === 2 ? die() : storage.keep(one)) }
    const store = (saveRow = async () => {}) => storeWithRow(ctx, file, 'text/plain', saveRow)
    ${work}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
}

const givenLibrary = async () => {
  const dataDir = await givenFolder()
  const library = await open({ DATA_DIR: dataDir })
  onTestFinished(library.database.close)
  const receive = () => library.storage.receive(Readable.from([Buffer.from(content)]), { fileName: 'a.txt', maxBytes: 1_000 })
  const contents = async (): Promise<string[]> => {
    const found: string[] = []
    for await (const { sha256 } of library.storage.list()) found.push(sha256)
    return found
  }
  /** Does what a start does. Returns the remaining temporary files and the findings of the doctor. */
  const startAgain = async () => {
    const again = await open({ DATA_DIR: dataDir })
    await removeUnfinished(again)
    await again.database.close()
    return { left: await readdir(join(dataDir, 'files/incoming')), findings: await doctor(library) }
  }
  return { dataDir, library, receive, contents, startAgain }
}

const well = { left: [], findings: [] }

test.each([
  ['it is received', 'await die()'],
  ['it is marked', 'await storage.markPending(file); await die()'],
  ['it is stored and its row is not', 'await store(die)'],
  ['one of two contents of a row is stored', 'await storeBoth({ storage: dyingAtSecond })'],
  ['two contents are stored and their row is not', 'await storeBoth({})'],
])('leaves nothing of a process that is killed when %s', async (_, work) => {
  const { dataDir, contents, startAgain } = await givenLibrary()
  await killedWhile(dataDir, work)
  expect(await startAgain()).toEqual(well)
  expect(await contents()).toEqual([])
})

test.each([
  ['the commit and the removal of the mark', 'await store(); await storage.markPending(await receive()); await die()'],
  [
    'storing the same content again and its row',
    'await store(); const again = await receive(); await storage.markPending(again); await storage.keep(again); await die()',
  ],
  [
    'the two steps of a removal of what someone has stored again',
    'await store(); await rename(path, join(files, "incoming", pendingName(file.sha256))); await die()',
  ],
])('keeps a content that a row names through a kill between %s', async (_, work) => {
  const { dataDir, contents, startAgain } = await givenLibrary()
  await killedWhile(dataDir, work)
  expect(await startAgain()).toEqual(well)
  expect(await contents()).toHaveLength(1)
})

test('leaves a content to a living process that stores it too, and decides when that is done', async () => {
  const { dataDir, library, receive, startAgain } = await givenLibrary()
  const file = await receive()
  const unmark = await library.storage.markPending(file)
  await library.storage.keep(file)
  await killedWhile(dataDir, 'await store(die)')
  expect((await startAgain()).findings).toEqual([{ sha256: file.sha256, problem: 'orphaned' }])
  await storeWithRow({ ...library, transact: (fn) => transact(library.db, fn) }, await receive(), 'text/plain', async () => undefined)
  await unmark()
  expect((await startAgain()).findings).toEqual([])
})
