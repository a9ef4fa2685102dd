import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
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
    const files = join(${JSON.stringify(dataDir)}, 'files')
    const receive = (text) => storage.receive(Readable.from([Buffer.from(text)]), { fileName: 'a.txt', maxBytes: 1000 })
    const pathOf = ({ sha256 }) => join(files, sha256.slice(0, 2), sha256)
    const never = new Promise(() => {})
    const die = () => { process.kill(process.pid, 'SIGKILL'); return never }
    const ctx = { ...platform, transact: (fn) => transact(platform.db, fn) }
    const store = async (text, saveRow = async () => {}) => { const file = await receive(text); await storeWithRow(ctx, file, 'text/plain', saveRow); return file }
    const storeBoth = async (texts, saveRow, parts = {}) =>
      storeAllWithRow({ ...ctx, ...parts }, (await Promise.all(texts.map(receive))).map((file) => ({ file, mediaType: 'text/plain' })), saveRow)
    ${work}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
}

const givenLibrary = async () => {
  const dataDir = await givenFolder()
  const library = await open({ DATA_DIR: dataDir })
  onTestFinished(library.database.close)
  const receive = (text: string) => library.storage.receive(Readable.from([Buffer.from(text)]), { fileName: 'a.txt', maxBytes: 1_000 })
  const contents = async (): Promise<string[]> => {
    const found: string[] = []
    for await (const { sha256 } of library.storage.list()) found.push(sha256)
    return found.toSorted()
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

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Where a process that stores a content is when it is killed: then nothing of the content stays. */
const undecided = {
  'it is received': `await receive('received')`,
  'it is marked': `await storage.markPending(await receive('marked'))`,
  'one of two contents of a row is stored': `
    const second = Promise.withResolvers()
    let kept = 0
    const stoppedAtSecond = { ...storage, keep: (one) => (++kept === 2 ? (second.resolve(), never) : storage.keep(one)) }
    void storeBoth(['one of two', 'the other of two'], die, { storage: stoppedAtSecond })
    await second.promise`,
}

/** The same for a content that a row names, which stays. */
const named = {
  'between the commit and the removal of the mark': `await store('committed'); await storage.markPending(await receive('committed'))`,
  'between storing the same content again and its row': `
    await store('again')
    const again = await receive('again')
    await storage.markPending(again)
    await storage.keep(again)`,
  'between the two steps of a removal of what someone has stored again': `
    const removed = await store('removed')
    await rename(pathOf(removed), join(files, 'incoming', pendingName(removed.sha256)))`,
}

test('leaves nothing of a process that is killed before the row of a content is saved, and keeps a content that a row names', async () => {
  const { dataDir, contents, startAgain } = await givenLibrary()
  // All of them in one process, and the last one holds the database.
  await killedWhile(dataDir, [...Object.values(named), ...Object.values(undecided), `await store('its row is not saved', die)`].join('\n'))
  // Two that are named, one of two, and one without its row; what was being removed is aside.
  expect(await contents()).toHaveLength(4)
  expect(await startAgain()).toEqual({ left: [], findings: [] })
  expect(await contents()).toEqual(['committed', 'again', 'removed'].map(hashOf).toSorted())
})

test('leaves a content to a living process that stores it too, and decides when that is done', async () => {
  const { dataDir, library, receive, contents, startAgain } = await givenLibrary()
  const file = await receive('of both')
  const unmark = await library.storage.markPending(file)
  await library.storage.keep(file)
  await killedWhile(dataDir, `await storeBoth(['of both', 'of the killed process alone'], die)`)
  expect(await contents()).toHaveLength(2)
  expect((await startAgain()).findings).toEqual([{ sha256: file.sha256, problem: 'orphaned' }])
  expect(await contents()).toEqual([file.sha256])
  const stored = await receive('of both')
  await storeWithRow({ ...library, transact: (fn) => transact(library.db, fn) }, stored, 'text/plain', async () => undefined)
  await unmark()
  expect((await startAgain()).findings).toEqual([])
})
