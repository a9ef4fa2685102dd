import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CompiledQuery, type DatabaseConnection, type Dialect, sql } from 'kysely'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { type Database, overDialect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { postgresDialect } from '#server/db/postgres.ts'
import { inMemory, sqliteDialect } from '#server/db/sqlite.ts'
import type { Db } from '#server/db/tables.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { afterFile } from './afterwards.ts'
import { given } from './given.ts'
import { fillForPlans, planNow } from './planData.ts'
import { connectTestPostgres, serverUrl } from './postgres.ts'

/*
 * Snapshots of the queries of a call and of their plans, so that a changed plan is seen in review. Queries are recorded at the
 * driver, in calls over HTTP. PostgreSQL gets fixed statistics and settings.
 */

const kind = process.env.TEST_DATABASE || 'sqlite'
/** PGlite is another version of PostgreSQL. */
export const hasPlans = kind !== 'pglite'

/** Plans are compared on this major version; on others only the queries are. */
const planVersion = 15

type Query = { sql: string; parameters: readonly unknown[] }
type Recording = { queries: Query[] | undefined }

const hasPlan = /^\s*(?:select|with|insert|update|delete)\b/i

/** A dialect whose connections record their queries. */
const recorded = (dialect: Dialect, recording: Recording): Dialect => {
  const watched = new WeakSet<DatabaseConnection>()
  const watch = (connection: DatabaseConnection): DatabaseConnection => {
    if (watched.has(connection)) return connection
    watched.add(connection)
    const run = connection.executeQuery.bind(connection)
    return Object.assign(connection, {
      executeQuery: (query: CompiledQuery) => {
        if (hasPlan.test(query.sql)) recording.queries?.push(query)
        return run(query)
      },
    })
  }
  const createDriver = dialect.createDriver.bind(dialect)
  return Object.assign(dialect, {
    createDriver: () => {
      const driver = createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      return Object.assign(driver, { acquireConnection: async () => watch(await acquire()) })
    },
  })
}

/** What decides a plan besides the statistics, at PostgreSQL's defaults. */
const settings = {
  random_page_cost: '4',
  effective_cache_size: '4GB',
  work_mem: '4MB',
  max_parallel_workers_per_gather: '0',
  default_statistics_target: '100',
}

/**
 * Returns the address of the filled database of this run, which the first worker to ask for it makes. Calls only read it, apart
 * from their sessions. It is dropped with the other copies of the template.
 */
const filledDatabase = async (template: string): Promise<string> => {
  const name = `${template}_plans`
  const lock = new pg.Client({ connectionString: serverUrl })
  await lock.connect()
  try {
    await lock.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await lock.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      const database = await connectTestPostgres(template)
      for (const [setting, value] of Object.entries(settings))
        await sql.raw(`alter database ${database.name} set ${setting} = '${value}'`).execute(database.db)
      await fillForPlans(database.db)
      await database.disconnect()
      await lock.query(`alter database ${database.name} rename to ${name}`)
    }
    return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  } finally {
    await lock.end()
  }
}

const openPostgres = async (recording: Recording): Promise<Database> => {
  const databaseUrl = await filledDatabase(inject('postgresTemplate'))
  return overDialect('postgres', recorded(postgresDialect({ databaseUrl, maxConnections: 2 }), recording))
}

const openSqlite = async (recording: Recording): Promise<Database> => {
  const database = overDialect('sqlite', recorded(sqliteDialect({ file: inMemory }), recording))
  await migrate(database)
  await fillForPlans(database.db)
  return database
}

/** Values of parameters that PostgreSQL puts into its plan, and lists of any length, are not part of a snapshot. */
const withoutValues = (line: string, parameters: readonly unknown[]): string => {
  const texts = parameters.flatMap((value, at) =>
    typeof value === 'string' && value !== '' ? [[`'${value.replaceAll("'", "''")}'`, `$${at + 1}`] as const] : [],
  )
  return texts.reduce((text, [value, name]) => text.replaceAll(value, name), line).replace(/'\{[^}]*\}'/g, "'{…}'")
}

const shortened = (text: string): string => text.replace(/\s+/g, ' ').replace(/(\$\d+|\?)(?:, (?:\$\d+|\?)){3,}/g, '$1, …')

const planOf = async (db: Db, { sql: text, parameters }: Query): Promise<string[]> => {
  const bare = db.withoutPlugins()
  if (kind === 'sqlite') {
    const { rows } = await bare.executeQuery<{ id: number; parent: number; detail: string }>(
      CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
    )
    const depths = new Map([[0, 0]])
    return rows.map(({ id, parent, detail }) => {
      const depth = depths.get(parent) ?? 0
      depths.set(id, depth + 1)
      return `${'  '.repeat(depth)}${detail}`
    })
  }
  const { rows } = await bare.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(`explain (costs off) ${text}`, [...parameters]))
  return rows.map((row) => withoutValues(row['QUERY PLAN'], parameters))
}

/** Returns whether this server plans like the one of the snapshots: it has the same version, and the index over parts of titles. */
const plansAlike = async (db: Db): Promise<boolean> => {
  if (kind === 'sqlite') return true
  const { rows } = await sql<{ version: string; extensions: number }>`select current_setting('server_version_num') as version,
    (select count(*) from pg_extension where extname = 'pg_trgm') as extensions`.execute(db)
  return Math.floor(Number(rows[0]?.version) / 10_000) === planVersion && rows[0]?.extensions === 1
}

type Plans = {
  /** Makes a call as this person and records its queries, without those of the session. */
  note: (userId: string, path: string) => Promise<void>
  /** The same, with only the queries of the session. */
  noteSession: (userId: string) => Promise<void>
  /** Compares the recording with `NAME.plans.DATABASE.txt` beside the test. */
  expectSnapshot: (name: string) => Promise<void>
}

const planMark = '    | '
const ofSession = /"sessions"/

/** A hall with rows, for calls whose plans are recorded. */
export const givenPlans = async (): Promise<Plans> => {
  const recording: Recording = { queries: undefined }
  const database = await (kind === 'sqlite' ? openSqlite(recording) : openPostgres(recording))
  afterFile(database.close)
  const { server, platform, setNow } = await given({}, { database: { ...database, close: async () => {} } })
  setNow(planNow)
  const isAlike = await plansAlike(database.db)
  const noted: string[] = []
  const recordedIn = async (userId: string, path: string): Promise<Query[]> => {
    const { token } = await startSession(platform, database.db, { userId, device: 'Firefox', now: new Date(planNow) })
    recording.queries = []
    const { statusCode } = await server.inject({ method: 'GET', url: `/api${path}`, headers: { authorization: token } })
    const { queries } = recording
    recording.queries = undefined
    expect(statusCode, path).toBe(200)
    return [...new Map(queries.map((query) => [shortened(query.sql), query])).entries()]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, query]) => query)
  }
  const add = async (title: string, queries: readonly Query[]): Promise<void> => {
    noted.push(title)
    for (const query of queries) {
      noted.push(`  ${shortened(query.sql)}`)
      for (const line of await planOf(database.db, query)) noted.push(`${planMark}${line}`)
    }
    noted.push('')
  }
  return {
    note: async (userId, path) =>
      add(
        `GET ${path} as ${userId}`,
        (await recordedIn(userId, path)).filter((query) => !ofSession.test(query.sql)),
      ),
    noteSession: async (userId) =>
      add(
        `the session of ${userId}`,
        (await recordedIn(userId, '/notice/tab')).filter((query) => ofSession.test(query.sql)),
      ),
    expectSnapshot: async (name) => {
      const { testPath = '' } = expect.getState()
      const file = join(dirname(testPath), `${name}.plans.${kind}.txt`)
      if (isAlike) return expect(noted.join('\n')).toMatchFileSnapshot(file)
      const isQuery = (line: string): boolean => !line.startsWith(planMark)
      expect(noted.filter(isQuery)).toEqual((await readFile(file, 'utf8')).split('\n').filter(isQuery))
    },
  }
}
