import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { formOf as attachmentForm } from '#chat/attachments/server/testing/attach.ts'
import { open as openPlace } from '#server/programs/open.ts'
import { afterFile, afterTest } from '#server/testing/afterwards.ts'
import { isHard } from '#server/testing/hard.ts'
import { uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { backUpPlace, findingsIn, type Place, restorePlace } from '#server/testing/place.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import {
  copiedFolder,
  firstAdmin,
  givenFolder,
  type RunningServer,
  run,
  runToEnd,
  signInFirst,
  startServer,
  stopServer,
} from '#server/testing/program.ts'
import { openArchive } from './check.ts'
import { openSnapshot } from './snapshot.ts'
import { BrokenArchiveError } from './tar.ts'
import { linesIn } from './unpack.ts'

const kind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite'

/** An empty machine. */
const givenPlace = async (on: 'sqlite' | 'postgres' = kind, template?: string, folder?: string): Promise<Place> => {
  const DATA_DIR = folder ?? (await givenFolder())
  if (on === 'sqlite') return { DATA_DIR }
  const { databaseUrl, close } = await connectTestPostgres(template)
  afterTest(close)
  return { DATA_DIR, DATABASE_URL: databaseUrl }
}

const settings = ({ DATA_DIR, DATABASE_URL }: Place) => ({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL })

const program = (name: 'backup' | 'restore', place: Place, ...args: string[]) => runToEnd(name, place, ...args)

/** Backs up and returns the path of the archive. */
const backUp = async (place: Place): Promise<string> => {
  const { code, stdout, stderr } = await program('backup', place)
  expect([code, stderr]).toEqual([0, ''])
  return /checked: (.+\.tar) /.exec(stdout)?.[1] ?? ''
}

const upload = async (server: RunningServer, token: string, category: string, title: string): Promise<number> =>
  (await server.call('POST', '/document', uploadForm({ title, category, file: pdf({ title, bytes: 30_000 }) }), token)).status

const attached = 'What was said on Monday'

/** Between two turns of `work`: without it, a test would spend most of its time on them. `npm run test:hard` does without. */
const PAUSE_MS = isHard ? 0 : 50

/** People at work until they are stopped: a file in a chat, documents and categories. Returns the titles that were acknowledged so far. */
const work = async (server: RunningServer) => {
  const token = await signInFirst(server)
  const { body } = await server.call('POST', '/category', { name: 'Physics' }, token)
  const file = attachmentForm(Buffer.from(attached), 'notes.txt')
  expect((await server.call('POST', '/chat/conversations/general/attachments', file, token)).status).toBe(201)
  const acknowledged: string[] = []
  let isOver = false
  const side = async (name: string): Promise<void> => {
    for (let turn = 0; !isOver; turn++) {
      const title = `${name}\\${turn}\tआ`
      if ((await upload(server, token, body._id, title)) === 201) acknowledged.push(title)
      await server.call('POST', '/notice', { title, content: 'first\nsecond', type: 'tab' }, token)
      await wait(PAUSE_MS)
    }
  }
  const sides = Promise.all(['one', 'two', 'three'].map(side))
  await expect.poll(() => acknowledged.length).toBeGreaterThan(5)
  return {
    acknowledged,
    end: async () => {
      isOver = true
      await sides
    },
  }
}

/** Tables that a restore itself writes. */
const ofTheRestore = [
  'chores',
  'content_marks',
  'instance',
  'kept_contents',
  'limit_counts',
  'node_messages',
  'receipt_book',
  'revisions',
  'journal',
]

const sorted = async (lines: AsyncIterable<Buffer>): Promise<string[]> => {
  const chunks: Buffer[] = []
  for await (const chunk of lines) chunks.push(chunk)
  return Buffer.concat(chunks).toString().split('\n').sort()
}

/** Checks that the database and the archive have the same rows. */
const expectRowsOf = async (path: string, place: Place): Promise<void> => {
  const archive = await openArchive(path)
  const snapshot = await openSnapshot(settings(place))
  const archived = new Map(archive.manifest.tables.map((table) => [table.name, table]))
  expect(snapshot.tables.map(({ name }) => name)).toEqual([...archived.keys()])
  for (const table of snapshot.tables.filter(({ name }) => !ofTheRestore.includes(name))) {
    const known = archived.get(table.name)
    expect([table.name, known && (await sorted(linesIn(archive)(known)))]).toEqual([table.name, await sorted(snapshot.lines(table))])
  }
  await snapshot.close()
  await archive.close()
}

const hashesIn = async (dataDir: string): Promise<string[]> => {
  const names = (await readdir(join(dataDir, 'files'), { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name))
  const hashes = await Promise.all(
    names.map(async (name) =>
      createHash('sha256')
        .update(await readFile(join(dataDir, 'files', name)))
        .digest('hex'),
    ),
  )
  expect(hashes).toEqual(names.map((name) => name.slice(-64)))
  return hashes.sort()
}

const filesOf = async (path: string): Promise<string[]> => {
  const archive = await openArchive(path)
  await archive.close()
  return [...archive.entries.keys()].flatMap((name) => (name.startsWith('files/') ? [name.slice(6)] : [])).sort()
}

const titlesOn = async (server: RunningServer): Promise<string[]> => {
  const { body } = await server.call('GET', '/document?limit=1000', undefined, await signInFirst(server))
  return body.items.map(({ title }: { title: string }) => title)
}

/** Fills a library with a few documents and makes its archive; the server is stopped then. */
const fill = async (place: Place): Promise<void> => {
  const server = await startServer({ ...place, ...firstAdmin })
  const token = await signInFirst(server)
  const { body } = await server.call('POST', '/category', { name: 'Physics' }, token)
  for (const title of ['Waves', 'Heat']) expect(await upload(server, token, body._id, title)).toBe(201)
  await stopServer(server)
  await backUpPlace(place)
}

/** The filled database on PostgreSQL, which is copied for each test. */
let template: string

const filledOn = {
  sqlite: copiedFolder((DATA_DIR) => fill({ DATA_DIR })),
  postgres: copiedFolder(async (DATA_DIR) => {
    const { name, databaseUrl, disconnect, close } = await connectTestPostgres()
    afterFile(close)
    await disconnect()
    await fill({ DATA_DIR, DATABASE_URL: databaseUrl })
    template = name
  }),
}

/** A library with a few documents on a stopped server, and its archive. */
const givenArchive = async (on: 'sqlite' | 'postgres' = kind): Promise<{ place: Place; path: string }> => {
  const folder = await filledOn[on]()
  const [name = ''] = (await readdir(join(folder, 'backups'))).filter((one) => one.endsWith('.tar'))
  return { place: await givenPlace(on, template, folder), path: join(folder, 'backups', name) }
}

describe('a backup', () => {
  test('made while people work is restored on an empty machine: the same rows, the same files, and people sign in', {
    timeout: 300_000,
  }, async () => {
    const [place, empty] = [await givenPlace(), await givenPlace()]
    const server = await startServer({ ...place, ...firstAdmin })
    const { acknowledged, end } = await work(server)
    const before = [...acknowledged]
    const path = await backUp(place)
    await end()
    expect(acknowledged.length).toBeGreaterThan(before.length)
    const restored = await program('restore', empty, path)
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    await expectRowsOf(path, empty)
    expect(await hashesIn(empty.DATA_DIR)).toEqual(await filesOf(path))
    expect(await filesOf(path)).toContain(createHash('sha256').update(attached).digest('hex'))
    expect(await findingsIn(empty)).toEqual([])
    const there = await titlesOn(await startServer({ ...empty }))
    expect(before.filter((title) => !there.includes(title))).toEqual([])
  })

  test.skipIf(kind === 'sqlite').each([
    ['sqlite', 'postgres'],
    ['postgres', 'sqlite'],
  ] as const)('of %s is restored on %s', async (from, to) => {
    const [{ path }, other] = [await givenArchive(from), await givenPlace(to)]
    await restorePlace(other, path)
    await expectRowsOf(path, other)
    expect(await findingsIn(other)).toEqual([])
  })

  test('contains what is there if a file is missing or changed, and says so', async () => {
    const { place } = await givenArchive()
    const [one = '', other = ''] = await hashesIn(place.DATA_DIR)
    const pathOf = (sha256: string) => join(place.DATA_DIR, 'files', sha256.slice(0, 2), sha256)
    await rm(pathOf(one))
    await writeFile(pathOf(other), 'not what it was')
    const { code, stdout } = await program('backup', place)
    expect([code, stdout]).toEqual([0, expect.stringMatching(/not there: 1\.\n.*since they were stored: 1\.\n/s)])
  })

  test('leaves nothing if it cannot be written', async () => {
    const { place } = await givenArchive()
    await writeFile(join(place.DATA_DIR, 'taken'), '')
    const { ended, stderr } = run('backup', { ...place, BACKUP_DIR: join(place.DATA_DIR, 'taken') })
    expect([await ended, stderr()]).toEqual([1, expect.stringMatching(/^The backup cannot be written to ".*taken" \(.*\)\.\n$/)])
    expect(await readdir(join(place.DATA_DIR, 'backups', 'unfinished'))).toEqual([])
  })
})

describe('a restore', () => {
  test('sets the old data aside, even if it is broken, and begins a new epoch', async () => {
    const { place, path } = await givenArchive()
    const epochIn = async () => {
      const snapshot = await openSnapshot(settings(place))
      const [line = ''] = (await sorted(snapshot.lines({ name: 'instance', columns: ['epoch'] }))).filter(Boolean)
      const book = await sorted(snapshot.lines({ name: 'receipt_book', columns: ['check_needed_since'] }))
      await snapshot.close()
      return { epoch: line, isCheckNeeded: book.some((since) => since.startsWith('20')) }
    }
    const before = await epochIn()
    if (kind === 'sqlite') await writeFile(join(place.DATA_DIR, 'carrel.sqlite'), 'no database any more')
    const { replacedFolder, replacedSchema } = await restorePlace(place, path)
    const after = await epochIn()
    expect([before.isCheckNeeded, after.isCheckNeeded]).toEqual([false, true])
    expect(after.epoch).not.toBe(before.epoch)
    // The log of the old database is beside it.
    const aside = (await readdir(replacedFolder)).filter((name) => !/-(wal|shm)$/.test(name))
    expect(aside).toEqual(kind === 'sqlite' ? ['carrel.sqlite', 'files'] : ['files'])
    if (kind === 'sqlite') expect(await readFile(join(replacedFolder, 'carrel.sqlite'), 'utf8')).toBe('no database any more')
    else expect(replacedSchema).toMatch(/^replaced_\w+$/)
    await expectRowsOf(path, place)
    expect(await findingsIn(place)).toEqual([])
  })

  test('is refused while a server runs, in one sentence', async () => {
    const { place, path } = await givenArchive()
    const server = await startServer({ ...place })
    expect(await program('restore', place, path)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Carrel is running on this data folder\. .*Nothing was changed\.\n$/),
    })
    if (kind === 'postgres') {
      const elsewhere = { ...place, DATA_DIR: await givenFolder() }
      expect(await program('restore', elsewhere, path)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/running on this database/),
      })
    }
    // A killed process holds no lock.
    server.child.kill('SIGKILL')
    await server.ended
    const done =
      kind === 'postgres'
        ? /What was there before is in "[^"]+" and in the database schema "replaced_\w+"/
        : /What was there before is in "/
    await expect.poll(async () => (await program('restore', place, path)).stdout).toMatch(done)
  })

  test('of an archive that was cut or changed is refused before anything changes', async () => {
    const { place, path } = await givenArchive()
    const whole = await readFile(path)
    const before = await readdir(place.DATA_DIR)
    const broken = join(await givenFolder(), 'broken.tar')
    const changed = Buffer.from(whole)
    changed[Math.floor(whole.length / 2)] = (changed[Math.floor(whole.length / 2)] ?? 0) ^ 1
    for (const bytes of [whole.subarray(0, whole.length - 1), whole.subarray(0, whole.length / 2), Buffer.alloc(0), changed]) {
      await writeFile(broken, bytes)
      await expect(restorePlace(place, broken)).rejects.toThrow(BrokenArchiveError)
    }
    const { code, stderr } = await program('restore', place, broken)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^".*broken\.tar" cannot be restored: .*Nothing was changed\.\n$/)])
    expect(await readdir(place.DATA_DIR)).toEqual(before)
  })

  test.skipIf(kind === 'postgres')('that is killed during the swap is finished by the next start', async () => {
    const [{ path }, empty] = [await givenArchive(), await givenPlace()]
    await restorePlace(empty, path)
    // The state after the first renaming.
    const restoring = join(empty.DATA_DIR, 'restoring')
    await mkdir(restoring)
    await writeFile(
      join(restoring, 'ready.json'),
      JSON.stringify({ replaced: 'replaced-1', epoch: 'e', places: ['files', 'carrel.sqlite'] }),
    )
    const database = await open(join(empty.DATA_DIR, 'carrel.sqlite'))
    await writeFile(join(restoring, 'carrel.sqlite'), await database.readFile())
    await database.close()
    await writeFile(join(empty.DATA_DIR, 'carrel.sqlite'), 'the old one')
    const { db, database: started } = await openPlace(empty)
    const titles = await db.selectFrom('documents').select('title').orderBy('title').execute()
    await started.close()
    expect(titles).toEqual([{ title: 'Heat' }, { title: 'Waves' }])
    expect(await readFile(join(empty.DATA_DIR, 'replaced-1', 'carrel.sqlite'), 'utf8')).toBe('the old one')
    expect(await readdir(empty.DATA_DIR)).not.toContain('restoring')
  })
})
