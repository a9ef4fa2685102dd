import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { fileHere } from './processes.ts'

/** A filled database with the settings of a server that runs on it. */
export type Filled = {
  settings: Record<string, string>
  /** Invalidates cached replies, as a write would. */
  raiseRevisions: () => Promise<void>
  close: () => Promise<void>
}

const raising = 'update revisions set value = value + 1'

const onSqlite = (dataDir: string): Filled => {
  const database = new DatabaseSync(join(dataDir, 'carrel.sqlite'), { timeout: 5_000 })
  return {
    settings: { DATA_DIR: dataDir },
    raiseRevisions: async () => database.exec(raising),
    close: async () => database.close(),
  }
}

const run = (program: string, given: string[], settings: Record<string, string>): void => {
  const { status, stderr } = spawnSync(process.execPath, [fileHere('../scripts/start.mjs'), program, ...given], {
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...settings },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}

const ask = async (databaseUrl: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Copies the rows of a SQLite file into a new database on this server, by a backup and its restore. Closing drops the database. */
const onPostgres = async (serverUrl: string, dataDir: string): Promise<Filled> => {
  const name = `carrel_bench_${randomBytes(6).toString('hex')}`
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const backups = join(dataDir, 'archive')
  mkdirSync(backups)
  run('backup', [], { DATA_DIR: dataDir, BACKUP_DIR: backups })
  const [archive = ''] = readdirSync(backups).filter((file) => file.endsWith('.tar'))
  const settings = { DATA_DIR: `${dataDir}-postgres`, DATABASE_URL: databaseUrl }
  await ask(serverUrl, `create database ${name} template template0 encoding 'UTF8'`)
  try {
    run('restore', [join(backups, archive)], settings)
    // Autovacuum does this in the first minute.
    await ask(databaseUrl, 'vacuum analyze')
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    return {
      settings,
      raiseRevisions: async () => void (await client.query(raising)),
      close: async () => {
        await client.end()
        await ask(serverUrl, `drop database if exists ${name} with (force)`)
      },
    }
  } catch (error) {
    await ask(serverUrl, `drop database if exists ${name} with (force)`)
    throw error
  }
}

/** Opens the data of a folder, in SQLite or copied to the PostgreSQL server of `DATABASE_URL`. */
export const openFilled = async (dataDir: string): Promise<Filled> => {
  const serverUrl = process.env.DATABASE_URL
  return serverUrl ? onPostgres(serverUrl, dataDir) : onSqlite(dataDir)
}
