import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { connect } from './connect.ts'

const folder = await mkdtemp(join(tmpdir(), 'carrel-connect-'))
afterAll(() => rm(folder, { recursive: true }))

test('creates a missing data folder that only its owner can read', async () => {
  const dataDir = join(folder, 'deep', 'data')
  const database = await connect({ databaseUrl: undefined, dataDir })
  await database.close()
  expect((await stat(join(dataDir, 'carrel.sqlite'))).isFile()).toBe(true)
  expect((await stat(dataDir)).mode & 0o077).toBe(0)
})

test('creates a database that only its owner can read in a folder that everybody can read', async () => {
  const dataDir = join(folder, 'shared')
  await mkdir(dataDir, { mode: 0o755 })
  const database = await connect({ databaseUrl: undefined, dataDir })
  for (const end of ['', '-wal', '-shm']) expect([end, (await stat(join(dataDir, `carrel.sqlite${end}`))).mode & 0o077]).toEqual([end, 0])
  await database.close()
  await (await connect({ databaseUrl: undefined, dataDir })).close()
})

describe('says in one sentence that a database cannot be used', () => {
  const failure = async (given: { databaseUrl?: string; dataDir: string }): Promise<string> => {
    const error = await connect({ databaseUrl: given.databaseUrl, dataDir: given.dataDir }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(ConfigError)
    return error instanceof Error ? error.message : ''
  }

  test('if the file is not a database', async () => {
    await writeFile(join(folder, 'carrel.sqlite'), 'this is a shopping list, not a database, and it is long enough to be read as one')
    expect(await failure({ dataDir: folder })).toBe(`DATA_DIR: the database in "${folder}" cannot be used (file is not a database).`)
  })

  test('if the folder is a file', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    expect(await failure({ dataDir: file })).toMatch(/^DATA_DIR: the database in ".*" cannot be used \(EEXIST/)
  })

  test('if no server responds, without the password', async () => {
    const message = await failure({ databaseUrl: 'postgres://clerk:hunter2@127.0.0.1:1/carrel', dataDir: folder })
    expect(message).toBe('DATABASE_URL: PostgreSQL at "127.0.0.1:1" cannot be used (connect ECONNREFUSED 127.0.0.1:1).')
  })
})

test('a program on SQLite does not load the PostgreSQL driver', () => {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    const { connect } = await import('#server/db/connect.ts')
    const { migrate } = await import('#server/db/migrate.ts')
    const database = await connect({ databaseUrl: undefined, dataDir: ${JSON.stringify(join(folder, 'lean'))} })
    await migrate(database)
    await database.close()
    console.log(JSON.stringify({ kysely: loaded.some((url) => url.includes('/kysely/')), pg: loaded.filter((url) => url.includes('/node_modules/pg')) }))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual({ kysely: true, pg: [] })
})
