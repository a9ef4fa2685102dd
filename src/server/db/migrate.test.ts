import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import { connect } from './connect.ts'
import { migrations } from './migrate.ts'

const onServer = process.env.TEST_DATABASE === 'postgres'

describe('several programs that start at once', () => {
  /** Migrates in another process, with a second migration that stays in its transaction for a while. */
  const program = (given: { databaseUrl?: string; dataDir: string; dies?: boolean }) => `
    import { sql } from 'kysely'
    import { connect } from '#server/db/connect.ts'
    import { migrate, migrations } from '#server/db/migrate.ts'
    const slow = { name: '9999_notes', up: async (db) => {
      await sql\`create table notes (id integer not null primary key)\`.execute(db)
      await new Promise((resolve) => setTimeout(resolve, 300))
      ${given.dies ? `process.kill(process.pid, 'SIGKILL'); await new Promise(() => {})` : ''}
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
    ['SQLite', async () => ({ close: async () => {} })],
    ...(onServer ? [['PostgreSQL', connectTestPostgres] as [string, typeof connectTestPostgres]] : []),
  ]

  test.each(servers)('agree on %s: one migrates, the others wait; and one that was killed midway is no harm', async (_, open) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'carrel-migrate-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const server = await open()
    onTestFinished(server.close)
    const given = { databaseUrl: server.databaseUrl, dataDir }
    expect(await run({ ...given, dies: true })).toBe('SIGKILL')
    expect(await Promise.all([run(given), run(given), run(given)])).toEqual(['0', '0', '0'])
    const database = await connect(given)
    const { rows } = await sql<{ name: string }>`select name from migrations order by number`.execute(database.db)
    expect(rows.map((row) => row.name)).toEqual([...migrations.map((one) => one.name), '9999_notes'])
    await database.close()
  })
})
