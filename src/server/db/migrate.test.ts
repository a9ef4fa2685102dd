import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { giveEarlierNames } from '#server/testing/earlierNames.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import { connect } from './connect.ts'
import { earlierMigrations } from './earlierMigrations.ts'
import { appliedMigrations, migrate } from './migrate.ts'
import { migrations } from './migrations.ts'

const onServer = process.env.TEST_DATABASE === 'postgres'

describe('concurrent starts', () => {
  /** When a program kills itself: in the second migration, or between the two statements that rename migrations. */
  type Death = 'in a migration' | 'while names change'

  /** Kills the process as soon as the driver of either database receives the statement that records a migration. */
  const killOnInsert = `
    import { DatabaseSync } from 'node:sqlite'
    import pg from 'pg'
    const watch = (target, method) => {
      const original = target[method]
      target[method] = function (...given) {
        if (/^insert into migrations/.test(given[0].text ?? given[0])) process.kill(process.pid, 'SIGKILL')
        return original.apply(this, given)
      }
    }
    watch(DatabaseSync.prototype, 'prepare')
    watch(pg.Client.prototype, 'query')`

  /** Migrates in another process, with a second migration that stays in its transaction for a while. */
  const program = (given: { databaseUrl?: string; dataDir: string; dies?: Death }) => `
    ${given.dies === 'while names change' ? killOnInsert : ''}
    import { sql } from 'kysely'
    import { connect } from '#server/db/connect.ts'
    import { migrate } from '#server/db/migrate.ts'
    import { migrations } from '#server/db/migrations.ts'
    const slow = { name: '9999_notes', up: async (db) => {
      await sql\`create table notes (id integer not null primary key)\`.execute(db)
      await new Promise((resolve) => setTimeout(resolve, 300))
      ${given.dies === 'in a migration' ? `process.kill(process.pid, 'SIGKILL'); await new Promise(() => {})` : ''}
    } }
    const database = await connect({ databaseUrl: ${JSON.stringify(given.databaseUrl)}, dataDir: ${JSON.stringify(given.dataDir)} })
    await migrate(database, undefined, [...migrations, slow])
    await database.close()`

  const run = async (given: Parameters<typeof program>[0]): Promise<string> => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program(given)], { stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    const [code, signal] = await once(child, 'close')
    return `${signal ?? code}${errors}`
  }

  const servers: [string, () => Promise<{ databaseUrl?: string; close: () => Promise<void> }>][] = [
    onServer ? ['PostgreSQL', connectTestPostgres] : ['SQLite', async () => ({ close: async () => {} })],
  ]

  test.each(servers)('agree on %s: one migrates and the other waits, even if one was killed midway', async (_, open) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'carrel-migrate-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const server = await open()
    onTestFinished(server.close)
    const given = { databaseUrl: server.databaseUrl, dataDir }
    expect(await run({ ...given, dies: 'in a migration' })).toBe('SIGKILL')
    expect(await Promise.all([run(given), run(given)])).toEqual(['0', '0'])
    const database = await connect(given)
    const { rows } = await sql<{ name: string }>`select name from migrations order by number`.execute(database.db)
    expect(rows.map((row) => row.name)).toEqual([...migrations.map((one) => one.name), '9999_notes'])
    await database.close()
  })

  test.each(servers)('rename the migrations before 0.9.0 on %s once, and all or none of them', async (_, open) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'carrel-migrate-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const server = await open()
    onTestFinished(server.close)
    const given = { databaseUrl: server.databaseUrl, dataDir }
    const database = await connect(given)
    onTestFinished(database.close)
    await migrate(database, 1)
    await giveEarlierNames(database)
    expect(await run({ ...given, dies: 'while names change' })).toBe('SIGKILL')
    expect(await appliedMigrations(database)).toEqual(earlierMigrations)
    expect(await Promise.all([run(given), run(given)])).toEqual(['0', '0'])
    expect(await appliedMigrations(database)).toEqual([...migrations.map((one) => one.name), '9999_notes'])
  })
})
