import { type Kysely, sql } from 'kysely'
import { systemClock } from '../clock.ts'
import { compareVersions, version } from '../version.ts'
import type { Database, DialectName } from './connect.ts'
import { currentNames, versionBefore } from './earlierMigrations.ts'
import { type Migration, migrations } from './migrations.ts'
import { waitForOtherPrograms } from './otherPrograms.ts'
import { addPaymentMethods } from './paymentMethods.ts'
import { currentState, ensureState, type ProgramState, raiseState } from './programState.ts'

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

/** Returns the sentence of a program that is too old for a schema, or undefined. */
export const whyTooOld = ({ oldestProgram, version: schema }: ProgramState, own: string = version): string | undefined =>
  compareVersions(own, oldestProgram) < 0
    ? `The database was changed by Carrel ${schema} and needs at least version ${oldestProgram}, but this is version ${own}: start version ${schema} or a later one.`
    : undefined

/** Returns whether a newer version has declared that this one can go on with migrations that it does not know. */
const mayGoOn = (state: ProgramState): boolean => compareVersions(state.version, version) > 0 && whyTooOld(state) === undefined

/** Throws a `SchemaError` unless a program that knows these migrations can use the database; returns its migrations by their current names. */
const assertContinuable = (done: readonly string[], known: readonly Migration[], state: ProgramState): readonly string[] => {
  const names = currentNames(done)
  if (!names)
    throw new SchemaError(
      `The database is too old for this version of Carrel (its last migration is "${done.at(-1)}"): first start, once, ${versionBefore}.`,
    )
  const tooOld = whyTooOld(state)
  if (tooOld) throw new SchemaError(tooOld)
  const foreign = names.find((name, at) => known[at]?.name !== name)
  if (foreign === undefined) return names
  const isBeyond = names.indexOf(foreign) >= known.length
  if (!isBeyond || !mayGoOn(state)) throw newer(`migration "${foreign}"`)
  return names
}

type Step = 'done' | 'applied' | { announced: string }

/** Relabels an earlier database, or applies the next migration, in a transaction of its own. */
const applyNext = ({ db, dialect }: Database, upTo: number, known: readonly Migration[]): Promise<Step> =>
  db.transaction().execute(async (outer): Promise<Step> => {
    // Migrations use the column names of the database, and no types.
    const tx = outer.withoutPlugins() as unknown as Kysely<unknown>
    await lock(tx, dialect)
    const done = await applied(tx)
    const state = await ensureState(tx)
    const names = assertContinuable(done, known, state)
    if (names !== done) {
      await relabel(tx, names)
      return 'applied'
    }
    const next = known[done.length]
    if (!next || done.length >= upTo) return 'done'
    const { oldestProgram = state.oldestProgram } = next
    await raiseState(tx, state, version, oldestProgram)
    // Older programs that are running find this and drain before the schema changes.
    if (done.length > 0 && compareVersions(state.oldestProgram, oldestProgram) < 0) return { announced: oldestProgram }
    await next.up(tx, dialect)
    const number = done.length + 1
    await sql`insert into migrations (number, name, applied_at) values (${number}, ${next.name}, ${systemClock().toISOString()})`.execute(
      tx,
    )
    return 'applied'
  })

/** Adds the payment methods of this program. Programs that do not know a new one cannot show it, so they must not go on. */
const completeMethods = async ({ db }: Database): Promise<void> => {
  const { unknown, hasAdded } = await addPaymentMethods(db)
  if (unknown !== undefined) throw newer(`payment method "${unknown}"`)
  const state = hasAdded && (await currentState(db))
  if (state) await raiseState(db.withoutPlugins() as unknown as Kysely<unknown>, state, version, version)
}

/**
 * Migrates to the newest schema, or to the first `upTo` migrations. Each migration is a transaction: one that is killed midway
 * leaves nothing and is applied by the next start. Throws a `SchemaError` if this program cannot use the database, because it has an
 * unknown payment method, or a migration that no newer version has declared usable, or is older than the first one.
 */
export const migrate = async (
  database: Database,
  upTo: number = Number.POSITIVE_INFINITY,
  known: readonly Migration[] = migrations,
): Promise<void> => {
  for (let step = await applyNext(database, upTo, known); step !== 'done'; step = await applyNext(database, upTo, known))
    if (step !== 'applied') await waitForOtherPrograms(database)
  if (known !== migrations || upTo < known.length) return
  await completeMethods(database)
}
