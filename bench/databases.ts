import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { copyRows } from './copying.ts'
import type { Running } from './processes.ts'

/** A filled database with the settings of a server that runs on it. */
export type Filled = {
  settings: Record<string, string>
  /** Invalidates cached replies, as a write would. */
  raiseRevisions: () => Promise<void>
  /** The processes of PostgreSQL that work for the server; none with SQLite. */
  backends: () => Promise<number[]>
  close: () => Promise<void>
}

export type Start = (settings: Record<string, string>) => Promise<Running>

const raising = 'update revisions set value = value + 1'

const ofServer = 'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

const onSqlite = (dataDir: string): Filled => {
  const database = new DatabaseSync(join(dataDir, 'carrel.sqlite'), { timeout: 120_000 })
  return {
    settings: { DATA_DIR: dataDir },
    raiseRevisions: async () => database.exec(raising),
    backends: async () => [],
    close: async () => database.close(),
  }
}

/** Runs a statement and returns the number of its rows. */
const ask = async (databaseUrl: string, statement: string): Promise<number> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

/** Opens a copy of a SQLite file on this server. Closing drops it, unless it has a name, by which the next run finds it. */
const onPostgres = async (serverUrl: string, dataDir: string, start: Start, kept: string | undefined): Promise<Filled> => {
  const name = kept ?? `carrel_bench_${randomBytes(6).toString('hex')}`
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const settings = { DATA_DIR: `${dataDir}-postgres`, DATABASE_URL: databaseUrl }
  const drop = () => ask(serverUrl, `drop database if exists ${name} with (force)`)
  try {
    if ((await ask(serverUrl, `select 1 from pg_database where datname = '${name}'`)) === 0) {
      await ask(serverUrl, `create database ${name} template template0 encoding 'UTF8'`)
      await (await start(settings)).stop()
      await copyRows(join(dataDir, 'carrel.sqlite'), databaseUrl)
      cpSync(join(dataDir, 'files'), join(settings.DATA_DIR, 'files'), { recursive: true })
    }
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    return {
      settings,
      raiseRevisions: async () => void (await client.query(raising)),
      backends: async () => (await client.query<{ pid: number }>(ofServer)).rows.map(({ pid }) => pid),
      close: async () => {
        await client.end()
        if (!kept) await drop()
      },
    }
  } catch (error) {
    await drop()
    throw error
  }
}

/** Opens the data of a folder, in SQLite or copied to the PostgreSQL server of `DATABASE_URL`. */
export const openFilled = async (dataDir: string, start: Start, kept?: string): Promise<Filled> => {
  const serverUrl = process.env.DATABASE_URL
  return serverUrl ? onPostgres(serverUrl, dataDir, start, kept) : onSqlite(dataDir)
}
