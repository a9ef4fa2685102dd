import { type Kysely, sql } from 'kysely'
import { systemClock } from '../clock.ts'
import type { Database, DialectName } from './connect.ts'
import { currentNames, versionBefore } from './earlierMigrations.ts'
import { type Migration, migrations } from './migrations.ts'
import { addPaymentMethods } from './paymentMethods.ts'

/** The database, or an archive, is of a version that this program cannot continue; the message is the one sentence that it prints. */
export class SchemaError extends Error {}

// An arbitrary number that nothing else on the server locks.
export const migrationLock = 7_021_104

/** One node migrates while the others wait here. SQLite's transaction locks the whole file already. */
const lock = async (tx: Kysely<unknown>, dialect: DialectName): Promise<void> => {
  if (dialect === 'sqlite') return
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(tx)
}

const namesIn = async (tx: Kysely<unknown>): Promise<string[]> =>
  (await sql<{ name: string }>`select name from migrations order by number`.execute(tx)).rows.map((row) => row.name)

const applied = async (tx: Kysely<unknown>): Promise<string[]> => {
  await sql`create table if not exists migrations (number integer not null primary key, name text not null, applied_at text not null)`.execute(
    tx,
  )
  return namesIn(tx)
}

/** The migrations of a database, by their names in it; none if it is empty. */
export const appliedMigrations = async ({ db }: Database): Promise<string[]> => {
  const bare = db.withoutPlugins() as unknown as Kysely<unknown>
  const tables = await bare.introspection.getTables()
  return tables.some(({ name }) => name === 'migrations') ? namesIn(bare) : []
}

/** Renames the migrations of versions before 0.9.0. Nothing else of such a database has to change. */
const relabel = async (tx: Kysely<unknown>, names: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ at: string }>`select max(applied_at) as at from migrations`.execute(tx)
  await sql`delete from migrations`.execute(tx)
  for (const [at, name] of names.entries())
    await sql`insert into migrations (number, name, applied_at) values (${at + 1}, ${name}, ${rows[0]?.at})`.execute(tx)
}

const newer = (unknown: string): SchemaError =>
  new SchemaError(
    `The database was written by a newer version of Carrel (it contains the unknown ${unknown}): start that version or a later one.`,
  )

/** Throws a `SchemaError` unless these are the first of the known migrations; returns them by their current names. */
const assertContinuable = (done: readonly string[], known: readonly Migration[]): readonly string[] => {
  const names = currentNames(done)
  if (!names)
    throw new SchemaError(
      `The database is too old for this version of Carrel (its last migration is "${done.at(-1)}"): first start, once, ${versionBefore}.`,
    )
  const foreign = names.find((name, at) => known[at]?.name !== name)
  if (foreign) throw newer(`migration "${foreign}"`)
  return names
}

/** Relabels an earlier database or applies the next migration, in a transaction of its own. Returns whether there was anything to do. */
const applyNext = ({ db, dialect }: Database, upTo: number, known: readonly Migration[]): Promise<boolean> =>
  db.transaction().execute(async (outer) => {
    // Migrations use the column names of the database, and no types.
    const tx = outer.withoutPlugins() as unknown as Kysely<unknown>
    await lock(tx, dialect)
    const done = await applied(tx)
    const names = assertContinuable(done, known)
    if (names !== done) {
      await relabel(tx, names)
      return true
    }
    const next = known[done.length]
    if (!next || done.length >= upTo) return false
    await next.up(tx, dialect)
    const number = done.length + 1
    await sql`insert into migrations (number, name, applied_at) values (${number}, ${next.name}, ${systemClock().toISOString()})`.execute(
      tx,
    )
    return true
  })

/**
 * Migrates to the newest schema, or to the first `upTo` migrations. Each migration is a transaction: one that is killed midway
 * leaves nothing and is applied by the next start. Throws a `SchemaError` if the database has an unknown migration or payment method,
 * or is older than the first one.
 */
export const migrate = async (
  database: Database,
  upTo: number = Number.POSITIVE_INFINITY,
  known: readonly Migration[] = migrations,
): Promise<void> => {
  while (await applyNext(database, upTo, known));
  if (known !== migrations || upTo < known.length) return
  const unknown = await addPaymentMethods(database.db)
  if (unknown !== undefined) throw newer(`payment method "${unknown}"`)
}
