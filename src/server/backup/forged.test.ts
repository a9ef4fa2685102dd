import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect, sqliteFile } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { transact } from '#server/db/transact.ts'
import { diskStorage } from '#server/files/disk.ts'
import { storeWithRow } from '#server/files/storeWithRow.ts'
import { type Forged, putTogether, takeApart, withLines } from '#server/testing/archives.ts'
import { newAccount } from '#server/testing/people.ts'
import { findingsIn, restorePlace } from '#server/testing/place.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import { givenFolder, run } from '#server/testing/program.ts'
import { sealAudit, writeAudit } from '#system/audit/server/audit.service.ts'
import { openArchive } from './check.ts'
import { entryOf, rowsEntryOf } from './entries.ts'
import { loadPostgres } from './load.postgres.ts'
import { loadSqlite } from './load.sqlite.ts'
import { makeArchive } from './make.ts'
import { openSnapshot } from './snapshot.ts'
import { BrokenArchiveError } from './tar.ts'
import { linesIn } from './unpack.ts'

/* Repacked archives: every byte matches their manifest. Nothing of them may reach the data. */

const isSqlite = (process.env.TEST_DATABASE ?? 'sqlite') === 'sqlite'

let folder: string
let whole: Forged
let postgres: Awaited<ReturnType<typeof connectTestPostgres>> | undefined
/** A migrated database; a load that is refused leaves it as it was. */
let migrated: Awaited<ReturnType<typeof connectTestPostgres>> | undefined

const bytes = Buffer.from('The bytes of a document')
const sha256 = createHash('sha256').update(bytes).digest('hex')
const other = createHash('sha256').update('other bytes').digest('hex')

/** A library with a person and a file, as an archive. */
const makeWhole = async (): Promise<Forged> => {
  const dataDir = join(folder, 'library')
  const library = await connect({ databaseUrl: undefined, dataDir })
  const { db, close } = library
  await migrate(library)
  await db
    .insertInto('users')
    .values(newAccount('superadmin', { name: 'Asha' }))
    .execute()
  await transact(db, async (tx) => {
    for (let entry = 0; entry < 30; entry++) await writeAudit(tx, { me: null, now: new Date() }, { action: 'users.create' })
    await sealAudit(tx)
  })
  const storage = await diskStorage(dataDir)
  const file = await storage.receive(Readable.from([bytes]), { fileName: 'a.pdf', maxBytes: 1_000 })
  const platform = { db, storage, clock: () => new Date(), transact: <T>(fn: Parameters<typeof transact<T>>[1]) => transact(db, fn) }
  await storeWithRow(platform, file, 'application/pdf', async () => undefined)
  const snapshot = await openSnapshot({ databaseUrl: undefined, dataDir })
  const order = { madeAt: new Date(), program: '0.1.0', timeZone: 'Asia/Kolkata', name: 'carrel-2026-11-22T053000Z.tar' }
  const { fileName } = await makeArchive({ snapshot, storage, folder, ...order })
  await close()
  return takeApart(join(folder, fileName))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrel-forged-'))
  whole = await makeWhole()
  if (isSqlite) return
  postgres = await connectTestPostgres()
  migrated = await connectTestPostgres(inject('postgresTemplate'))
})
afterAll(async () => {
  await postgres?.close()
  await migrated?.close()
  await rm(folder, { recursive: true })
})

const messageOf = (error: unknown): string => {
  if (error instanceof BrokenArchiveError) return error.message
  throw error
}

/** The settings of a program for this database. */
const place = (DATA_DIR: string) => ({ DATA_DIR, ...(postgres && { DATABASE_URL: postgres.databaseUrl }) })

/** Restores an archive. Returns the message and the resulting data. */
const restored = async (forged: Forged): Promise<{ said: string; there: string[] }> => {
  const path = join(folder, 'forged.tar')
  await putTogether(path, forged)
  const dataDir = await givenFolder()
  const said = await restorePlace(place(dataDir), path).then(() => 'restored', messageOf)
  return { said, there: await readdir(dataDir) }
}

/** Opens an archive and loads its rows into a database that is migrated already, which takes longest in a restore. Returns the message. */
const loaded = async (forged: Forged): Promise<string> => {
  const path = join(folder, 'loaded.tar')
  await putTogether(path, forged)
  const load = async (): Promise<string> => {
    const archive = await openArchive(path)
    const { tables } = archive.manifest
    const file = join(folder, 'loaded.sqlite')
    if (!migrated) await copyFile(sqliteFile(join(folder, 'library')), file)
    const loading = migrated
      ? loadPostgres(migrated.databaseUrl, 'public', tables, linesIn(archive))
      : loadSqlite(file, tables, linesIn(archive))
    await loading.finally(archive.close)
    return 'loaded'
  }
  return load().catch(messageOf)
}

const users = rowsEntryOf('users')
const withFiles = (change: (files: Forged['files']) => Forged['files']) => (forged: Forged) => ({ ...forged, files: change(forged.files) })
const withTable =
  (name: string, change: (table: Forged['manifest']['tables'][number]) => object) =>
  ({ manifest, files }: Forged): Forged => ({
    files,
    manifest: { ...manifest, tables: manifest.tables.map((table) => (table.name === name ? { ...table, ...change(table) } : table)) },
  })
const withManifest =
  (change: object) =>
  ({ manifest, files }: Forged): Forged => ({ files, manifest: { ...manifest, ...change } })
/** Sets a column of the only person. */
const withValue = (column: string, value: string) => (forged: Forged) => {
  const at = forged.manifest.tables.find(({ name }) => name === 'users')?.columns.indexOf(column) ?? -1
  return withLines('users', ([line = '']) => [line.split('\t').with(at, value).join('\t')])(forged)
}
const rowsAre = (content: Buffer | string) =>
  withFiles((files) => files.map((file) => (file.name === users ? { ...file, bytes: gzipSync(content) } : file)))

describe('an archive', () => {
  test.each<[string, (forged: Forged) => Forged, RegExp]>([
    [
      'a file left out',
      withFiles((files) => files.filter(({ name }) => name !== entryOf(sha256))),
      new RegExp(`"${entryOf(sha256)}" is missing`),
    ],
    [
      'a file that its row says is longer',
      withLines('files', ([line = '']) => [line.replace(`\t${bytes.length}\t`, '\t5000\t')]),
      new RegExp(`"${entryOf(sha256)}" is not as long as`),
    ],
    ['rows that are no rows', rowsAre('garbage\n'), /"rows\/users.gz" has rows that cannot be stored/],
    [
      'a row that refers to nothing',
      withValue('picture_sha256', other),
      /(?:"rows\/users.gz" has rows that cannot be stored|its rows do not fit together)/,
    ],
  ])('with %s is refused by a sentence, and nothing is changed', async (_, forge, said) => {
    expect(await restored(forge(whole))).toEqual({ said: expect.stringMatching(said), there: [] })
  })

  test('that was repacked unchanged can be loaded', async () => {
    expect(await loaded(whole)).toBe('loaded')
  })

  test.each<[string, (forged: Forged) => Forged, RegExp]>([
    [
      'another content under the name of a file',
      withFiles((files) => files.map((file) => (file.name === entryOf(sha256) ? { ...file, bytes: Buffer.from('other bytes') } : file))),
      new RegExp(`"${entryOf(sha256)}" is not the one that its name says`),
    ],
    [
      'a file under another name',
      withFiles((files) => files.map((file) => (file.name === entryOf(sha256) ? { ...file, name: entryOf(other) } : file))),
      new RegExp(`"${entryOf(other)}" is not the one that its name says`),
    ],
    ['a file twice', withFiles((files) => [...files, ...files.slice(-1)]), /is in it twice/],
    [
      'a table twice',
      ({ manifest, files }) => ({ files, manifest: { ...manifest, tables: [...manifest.tables, ...manifest.tables.slice(-1)] } }),
      /"manifest.json" names a table twice/,
    ],
    [
      'a name that leads out of the folder',
      withFiles((files) => [...files, { name: 'files/../../../etc/passwd', bytes }]),
      /"files\/\.\.\/\.\.\/\.\.\/etc\/passwd" does not belong/,
    ],
    ['a name from the root', withFiles((files) => [...files, { name: '/etc/passwd', bytes }]), /"\/etc\/passwd" does not belong/],
    [
      'a file that nobody knows',
      withFiles((files) => [...files, { name: 'rows/shopping.gz', bytes }]),
      /"rows\/shopping.gz" does not belong/,
    ],
    [
      'the table of the migrations',
      ({ manifest, files }) => ({
        files: [...files, { name: 'rows/migrations.gz', bytes }],
        manifest: { ...manifest, tables: [...manifest.tables, { name: 'migrations', columns: ['number'], rows: 1 }] },
      }),
      /"rows\/migrations.gz" does not belong/,
    ],
    [
      'a table that Carrel does not have',
      ({ manifest, files }) => ({
        files: [...files, { name: 'rows/shopping.gz', bytes: gzipSync('milk\n') }],
        manifest: { ...manifest, tables: [...manifest.tables, { name: 'shopping', columns: ['what'], rows: 1 }] },
      }),
      /"rows\/shopping.gz" is of a table that Carrel does not have/,
    ],
    [
      'a table left out',
      ({ manifest, files }) => ({
        files: files.filter(({ name }) => name !== users),
        manifest: { ...manifest, tables: manifest.tables.filter(({ name }) => name !== 'users') },
      }),
      /"rows\/users.gz" is missing/,
    ],
    ['the rows of a table left out', withFiles((files) => files.filter(({ name }) => name !== users)), /"rows\/users.gz" is missing/],
    [
      'a column that the table does not have',
      withTable('users', ({ columns }) => ({ columns: [...columns.slice(1), 'is_king'] })),
      /"rows\/users.gz" has other columns than the table: is_king/,
    ],
    [
      'a column left out',
      withTable('users', ({ columns }) => ({ columns: columns.slice(1) })),
      /"rows\/users.gz" has other columns than the table: id/,
    ],
    ['a column twice', withTable('users', ({ columns }) => ({ columns: [...columns, 'id'] })), /"rows\/users.gz" has other columns/],
    [
      'a column whose name is a command',
      withTable('users', () => ({ columns: ['id") values (1); drop table users; --'] })),
      /"manifest.json" is not one that Carrel writes/,
    ],
    ['a manifest of another shape', withManifest({ tables: 'none' }), /"manifest.json" is not one that Carrel writes/],
    ['a manifest without a list', withManifest({ damaged: undefined }), /"manifest.json" is not one that Carrel writes/],
    [
      'rows that are not packed',
      withFiles((files) => files.map((file) => (file.name === users ? { ...file, bytes: Buffer.from('garbage') } : file))),
      /"rows\/users.gz" has rows that cannot be stored/,
    ],
    ['rows that are not UTF-8', rowsAre(Buffer.from([0xff, 0xfe, 0x0a])), /"rows\/users.gz" has rows that cannot be stored/],
    ['a row without an end', rowsAre('a\tb'), /"rows\/users.gz" has rows that cannot be stored/],
    ['a row with a value more', withLines('users', ([line = '']) => [`${line}\tmore`]), /"rows\/users.gz" has rows that cannot be stored/],
    [
      'a row with a value fewer',
      withLines('users', ([line = '']) => [line.split('\t').slice(1).join('\t')]),
      /"rows\/users.gz" has rows that cannot be stored/,
    ],
    ['the end of all rows as a row', withLines('users', (lines) => ['\\.', ...lines]), /"rows\/users.gz" has rows that cannot be stored/],
    ['a row twice', withLines('users', (lines) => [...lines, ...lines]), /"rows\/users.gz" has rows that cannot be stored/],
    ['more rows than it says', withLines('users', (lines) => [...lines, ...lines], 1), /"rows\/users.gz" has rows that cannot be stored/],
    [
      'fewer rows than it says',
      withLines('users', (lines) => lines, 2),
      /"rows\/users.gz" has rows that cannot be stored \(there are fewer than 2\)/,
    ],
    ['a word for a number', withValue('seat_number', 'seven'), /"rows\/users.gz" has rows that cannot be stored/],
    ['a number that is too large', withValue('seat_number', '9'.repeat(30)), /"rows\/users.gz" has rows that cannot be stored/],
    ['nothing where something must be', withValue('name', '\\N'), /"rows\/users.gz" has rows that cannot be stored/],
    ['a role that there is not', withValue('role', 'king'), /"rows\/users.gz" has rows that cannot be stored/],
  ])('with %s is refused by a sentence when it is opened or loaded', async (_, forge, said) => {
    expect(await loaded(forge(whole))).toMatch(said)
  })

  test('whose file was damaged and whose rows were deleted is restored, and says so; the doctor finds both', async () => {
    const path = join(folder, 'damaged.tar')
    const DATA_DIR = await givenFolder()
    const forged = withFiles((files) =>
      files.map((file) => (file.name === entryOf(sha256) ? { ...file, bytes: Buffer.from('other') } : file)),
    )(withLines('audit', (lines) => lines.slice(22))(whole))
    await putTogether(path, withManifest({ damaged: [sha256] })(forged))
    const { ended, stdout } = run('restore', place(DATA_DIR), [path, '--head', whole.manifest.head ?? ''])
    expect([await ended, stdout()]).toEqual([
      0,
      expect.stringContaining('Files that had been changed already when the backup was made: 1.'),
    ])
    expect(stdout()).toContain('The records in this backup do not fit their journal')
    expect(stdout()).toContain('was deleted by something other than Carrel.')
    const findings = await findingsIn(place(DATA_DIR))
    expect(findings).toContainEqual(expect.stringMatching(/^journal: Audit entry .* was deleted/))
    expect(findings).toContain(`files: A stored file has changed since it was stored: ${sha256}`)
  })

  test('that is refused is named by the program, with the file in it', async () => {
    const path = join(folder, 'named.tar')
    const DATA_DIR = await givenFolder()
    await putTogether(path, withValue('seat_number', 'seven')(whole))
    const { ended, stderr } = run('restore', place(DATA_DIR), [path])
    const sentence =
      /^".*named\.tar" cannot be restored: its file "rows\/users\.gz" has rows that cannot be stored \(.+\)\. Nothing was changed\.\n$/
    expect([await ended, stderr()]).toEqual([1, expect.stringMatching(sentence)])
    // Every program leaves its lock file.
    expect(await readdir(DATA_DIR)).toEqual(['carrel.lock'])
  })

  test('that was restored has a journal that names its head, and the doctor compares it with a code from paper', async () => {
    const path = join(folder, 'whole.tar')
    const DATA_DIR = await givenFolder()
    const head = whole.manifest.head ?? ''
    await putTogether(path, whole)
    await restorePlace(place(DATA_DIR), path, head)
    const { db, close } = await connect({ databaseUrl: postgres?.databaseUrl, dataDir: DATA_DIR })
    const entries = await db.selectFrom('journal').select('ref').where('kind', '=', 'restore').execute()
    await close()
    expect(entries).toEqual([{ ref: head }])

    const doctor = async (...args: string[]) => {
      const { ended, stdout } = run('doctor', place(DATA_DIR), args)
      return [await ended, stdout().trim().split('\n')]
    }
    const clean = 'No problems found.'
    const alone = 'The journal of money is consistent with itself; not compared with a printed code (npm run doctor -- --head CODE).'
    const same = `The journal of money contains the printed code ${head}: nothing that was entered before it has changed.`
    const foreign = head.replace(/.$/, (letter) => (letter === '0' ? '1' : '0'))
    const without = `journal: The journal has no entry with the code ${foreign}: it was made again, or a backup from before the code was printed was restored.`
    const usage = 'Usage: npm run doctor, or npm run doctor -- --head CODE with a verification code from a receipt or a closing.'
    expect(await doctor()).toEqual([0, [clean, alone]])
    expect(await doctor('--head', head)).toEqual([0, [clean, same]])
    expect(await doctor('--head', foreign)).toEqual([1, [without, 'Problems found: 1.']])
    for (const wrong of [['--head', '128'], [head]]) expect(await doctor(...wrong)).toEqual([2, [usage]])
  })

  test('whose journal lacks a printed code is refused', async () => {
    const path = join(folder, 'older.tar')
    const DATA_DIR = await givenFolder()
    await putTogether(path, whole)
    await expect(restorePlace(place(DATA_DIR), path, '7000-7F3K-Q2MX-9D0A')).rejects.toThrow(
      'the journal in it has no entry with the code 7000-7F3K-Q2MX-9D0A',
    )
    expect(await readdir(DATA_DIR)).toEqual([])
  })
})
