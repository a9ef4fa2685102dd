import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import { isHard } from '#server/testing/hard.ts'
import { givenFolder, run } from '#server/testing/program.ts'

/** A library of an earlier version. */
const givenOldLibrary = async (upTo: number): Promise<string> => {
  const dataDir = await givenFolder()
  const database = await connect({ databaseUrl: undefined, dataDir })
  await migrate(database, upTo)
  await database.close()
  const file = new DatabaseSync(join(dataDir, 'carrel.sqlite'))
  file.exec(`insert into users (id, name, name_folded, role, password_hash, created_at)
    values ('u1', 'Asha', 'asha', 'superadmin', 'hash', '2024-11-21T05:30:00.000Z')`)
  file.close()
  return dataDir
}

const appliedIn = (dataDir: string): number => {
  const file = new DatabaseSync(join(dataDir, 'carrel.sqlite'))
  const row = file.prepare('select count(*) as count from migrations').get()
  file.close()
  return Number(row?.count)
}

const doctor = async (dataDir: string) => {
  const { ended, stderr } = run('doctor', { DATA_DIR: dataDir })
  return [await ended, stderr()]
}

const versions = migrations.map((_, at) => at + 1).slice(0, -1)
/** The copy takes whatever tables there are; that every version migrates is in migrations.test.ts. */
const tried = isHard ? versions : versions.filter((version) => [1, Math.ceil(versions.length / 2), versions.length].includes(version))

test.each(tried)('a database after %i migrations is copied before it is upgraded, and the copy is restored as any other', async (upTo) => {
  const dataDir = await givenOldLibrary(upTo)
  expect(await doctor(dataDir)).toEqual([0, ''])
  expect(appliedIn(dataDir)).toBe(migrations.length)
  const [copy = '', ...more] = (await readdir(join(dataDir, 'backups'))).filter((name) => name !== 'unfinished')
  expect([copy, more]).toEqual([expect.stringMatching(/^carrel-[\dTZ-]+-before-upgrade\.tar$/), []])
  const restored = await givenFolder()
  const { ended, stdout } = run('restore', { DATA_DIR: restored }, [join(dataDir, 'backups', copy)])
  expect([await ended, stdout()]).toEqual([0, expect.stringContaining('made before an upgrade')])
  const file = new DatabaseSync(join(restored, 'carrel.sqlite'))
  expect({ ...file.prepare('select id, name from users').get() }).toEqual({ id: 'u1', name: 'Asha' })
  file.close()
})

test('a database that is up to date is not copied at every start', async () => {
  const dataDir = await givenOldLibrary(migrations.length)
  expect(await doctor(dataDir)).toEqual([0, ''])
  expect(await readdir(dataDir)).not.toContain('backups')
})

test('where the copy cannot be written the database stays as it is, and one sentence says so', async () => {
  const dataDir = await givenOldLibrary(1)
  await writeFile(join(dataDir, 'backups'), 'a file in its place')
  const [code, stderr] = await doctor(dataDir)
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^The database was not upgraded, because [^\n]+BACKUP_DIR[^\n]+\n$/)])
  expect(appliedIn(dataDir)).toBe(1)
})
