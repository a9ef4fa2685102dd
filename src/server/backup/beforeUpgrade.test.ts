import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import { earlierMigrations } from '#server/db/earlierMigrations.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations.ts'
import { open } from '#server/programs/open.ts'
import { giveEarlierNames } from '#server/testing/earlierNames.ts'
import { isHard } from '#server/testing/hard.ts'
import { restorePlace } from '#server/testing/place.ts'
import { givenFolder, run } from '#server/testing/program.ts'
import { openArchive } from './check.ts'
import { makeArchive } from './make.ts'
import { openSnapshot } from './snapshot.ts'

/** A library of an earlier version: one with that many migrations, or as `change` makes it. */
const givenOldLibrary = async (upTo: number, change?: (database: Database) => Promise<void>): Promise<string> => {
  const dataDir = await givenFolder()
  const database = await connect({ databaseUrl: undefined, dataDir })
  await migrate(database, upTo)
  await change?.(database)
  await database.close()
  const file = new DatabaseSync(join(dataDir, 'carrel.sqlite'))
  file.exec(`insert into users (id, name, name_folded, role, password_hash, created_at)
    values ('u1', 'Asha', 'asha', 'superadmin', 'hash', '2024-11-21T05:30:00.000Z')`)
  file.close()
  return dataDir
}

const appliedIn = (dataDir: string): string[] => {
  const file = new DatabaseSync(join(dataDir, 'carrel.sqlite'))
  const rows = file.prepare('select name from migrations order by number').all()
  file.close()
  return rows.map(({ name }) => String(name))
}

const current = migrations.map(({ name }) => name)

/** Opens a library as every program does at its start. */
const start = async (dataDir: string): Promise<void> => {
  const { database } = await open({ DATA_DIR: dataDir })
  await database.close()
}

const versions = current.map((_, at) => at + 1).slice(0, -1)
/** The copy has all tables, no matter which there are; migrations.test.ts shows that every version migrates. */
const tried = isHard ? versions : versions.filter((version) => [1, Math.ceil(versions.length / 2), versions.length].includes(version))
const libraries: [string, () => Promise<string>][] = [
  ['of a version before 0.9.0', () => givenOldLibrary(1, giveEarlierNames)],
  ...tried.map((upTo): [string, () => Promise<string>] => [`after ${upTo} migrations`, () => givenOldLibrary(upTo)]),
]

test.each(libraries)('copies a database %s before it is upgraded, and the copy can be restored like any other', async (_, givenLibrary) => {
  const dataDir = await givenLibrary()
  const before = appliedIn(dataDir)
  await start(dataDir)
  expect(appliedIn(dataDir)).toEqual(current)
  const [copy = '', ...more] = (await readdir(join(dataDir, 'backups'))).filter((name) => name !== 'unfinished')
  expect([copy, more]).toEqual([expect.stringMatching(/^carrel-[\dTZ-]+-before-upgrade\.tar$/), []])
  const archive = await openArchive(join(dataDir, 'backups', copy))
  await archive.close()
  expect(archive.manifest.migrations).toEqual(before)
  const restored = await givenFolder()
  await restorePlace({ DATA_DIR: restored }, join(dataDir, 'backups', copy))
  expect(appliedIn(restored)).toEqual(current)
  const file = new DatabaseSync(join(restored, 'carrel.sqlite'))
  expect({ ...file.prepare('select id, name from users').get() }).toEqual({ id: 'u1', name: 'Asha' })
  file.close()
})

test('makes no copy at a start of a database that is up to date', async () => {
  const dataDir = await givenOldLibrary(migrations.length)
  await start(dataDir)
  expect(await readdir(dataDir)).not.toContain('backups')
})

/** The end of every refusal. */
const theWay = 'a version from before 0.9.0 that has all migrations up to "0030_refund_references".'

test('neither copies nor changes a database with only some of the migrations before 0.9.0, and says why in one sentence', async () => {
  const dataDir = await givenOldLibrary(1, (database) => giveEarlierNames(database, 12))
  const { ended, stderr } = run('doctor', { DATA_DIR: dataDir })
  expect([await ended, stderr()]).toEqual([1, expect.stringMatching(/^The database is too old for this version of Carrel [^\n]+\n$/)])
  expect(stderr()).toContain(`${theWay}\n`)
  expect(appliedIn(dataDir)).toEqual(earlierMigrations.slice(0, 12))
  expect(await readdir(dataDir)).not.toContain('backups')
})

test('refuses to restore an archive with only some of the migrations before 0.9.0, and says why in one sentence', async () => {
  const dataDir = await givenOldLibrary(1, (database) => giveEarlierNames(database, 12))
  const folder = join(dataDir, 'backups')
  const snapshot = await openSnapshot({ databaseUrl: undefined, dataDir })
  const order = { snapshot, folder, name: 'old.tar', madeAt: new Date(), program: '0.1.0', timeZone: 'Asia/Kolkata' }
  const { fileName } = await makeArchive(order)
  const restored = await givenFolder()
  const { ended, stderr } = run('restore', { DATA_DIR: restored }, [join(folder, fileName)])
  expect([await ended, stderr()]).toEqual([
    1,
    expect.stringMatching(/^The backup is too old for this version of Carrel \(0\.1\.0, [^\n]+\n$/),
  ])
  expect(stderr()).toContain(`${theWay}\n`)
  expect(await readdir(restored)).not.toContain('carrel.sqlite')
})

test('leaves the database unchanged if the copy cannot be written, and says so in one sentence', async () => {
  const dataDir = await givenOldLibrary(1, giveEarlierNames)
  await writeFile(join(dataDir, 'backups'), 'a file in its place')
  await expect(start(dataDir)).rejects.toThrow(/^The database was not upgraded, because [^\n]+BACKUP_DIR[^\n]+$/)
  expect(appliedIn(dataDir)).toEqual(earlierMigrations)
})
