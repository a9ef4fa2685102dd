import pg from 'pg'
import { ConfigError } from '../config.ts'
import { overDialect } from '../db/connect.ts'
import { migrate, migrationLock } from '../db/migrate.ts'
import { postgresDialect } from '../db/postgres.ts'
import { migrationsOf } from './age.ts'
import { finishRows } from './finish.ts'
import { loadPostgres } from './load.postgres.ts'
import type { Built, RestoreOrder } from './restoreOrder.ts'
import { connectWithoutLimits } from './rows.postgres.ts'
import { linesIn } from './unpack.ts'

const building = 'carrel_restoring'

const isUsed = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'carrel' limit 1`,
  )
  return rows.length > 0
}

const onServer = async <T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = await connectWithoutLimits(databaseUrl)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Returns whether a server, or another program of ours, is connected to the database from any machine. */
export const isDatabaseUsed = (databaseUrl: string): Promise<boolean> => onServer(databaseUrl, isUsed)

/**
 * Returns statements that move everything from one schema to another, except what belongs to extensions. Indexes move with their
 * tables.
 */
const movesOf = async (client: pg.Client, from: string, to: string): Promise<string[]> => {
  const notOfExtension = (catalog: string) =>
    `not exists (select 1 from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = o.oid and d.deptype in ('e', 'a', 'i'))`
  const { rows } = await client.query<{ text: string }>(
    `select format('alter %s %s.%I set schema %I', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
        relnamespace::regnamespace, relname, $2::text) as text
      from pg_class o where relnamespace = $1::text::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') and ${notOfExtension('pg_class')}
    union all
    select format('alter routine %s set schema %I', oid::regprocedure, $2::text) from pg_proc o
      where pronamespace = $1::text::regnamespace and ${notOfExtension('pg_proc')}
    union all
    select format('alter extension %I set schema %I', extname, $2::text) from pg_extension where extnamespace = $1::text::regnamespace and $1::text = '${building}'`,
    [from, to],
  )
  return rows.map(({ text }) => text)
}

const swap = async (client: pg.Client, target: string, replaced: string): Promise<boolean> => {
  await client.query('begin')
  // A node that starts now waits here before it reads the tables.
  await client.query(`select pg_advisory_xact_lock(${migrationLock})`)
  if (await isUsed(client))
    throw new ConfigError('Carrel was started while the restore was running. Nothing was changed. Stop it and restore again.')
  const old = await movesOf(client, target, replaced)
  if (old.length > 0) await client.query(`create schema ${replaced}`)
  for (const text of [...old, ...(await movesOf(client, building, target))]) await client.query(text)
  await client.query(`drop schema ${building}`)
  await client.query('commit')
  return old.length > 0
}

/** Builds the tables in a separate schema beside those in use, like `buildSqlite`. */
export const buildPostgres = async (order: RestoreOrder, databaseUrl: string): Promise<Built> => {
  const { archive } = order
  const { manifest } = archive
  const target = await onServer(databaseUrl, async (client) => {
    await client.query(`drop schema if exists ${building} cascade`)
    await client.query(`create schema ${building}`)
    const { rows } = await client.query<{ name: string }>('select current_schema()::text as name')
    return rows[0]?.name ?? 'public'
  })
  // The schema in use comes second, because it may have extensions; new objects are made in the first.
  const searchPath = `${building}, ${pg.escapeIdentifier(target)}`
  const database = overDialect('postgres', postgresDialect({ databaseUrl, searchPath }))
  try {
    await migrate(database, migrationsOf(manifest))
    await loadPostgres(databaseUrl, building, manifest.tables, linesIn(archive))
    const built = await finishRows(database, order)
    return { ...built, swap: (replaced) => onServer(databaseUrl, (client) => swap(client, target, replaced)) }
  } catch (error) {
    await onServer(databaseUrl, (client) => client.query(`drop schema if exists ${building} cascade`)).catch(() => undefined)
    throw error
  } finally {
    await database.close()
  }
}
