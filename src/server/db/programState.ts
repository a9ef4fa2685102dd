import { type Kysely, sql } from 'kysely'
import { compareVersions } from '../version.ts'
import type { Database } from './connect.ts'
import type { Db } from './tables.ts'

/*
 * One row that programs of different versions read, and that belongs to the database and not to its data: like `migrations` it is
 * made by the runner of migrations, and is in no archive.
 */

/** `arriving`: a move into this database has not ended. `leaving`: nothing can be written, for the last step of a move. `moved`: the data is elsewhere now. */
export type MoveState = 'arriving' | 'leaving' | 'moved'

export type ProgramState = {
  /** The newest version of the program that has changed the schema. */
  version: string
  /** The oldest version of the program that the schema works with. */
  oldestProgram: string
  moveState: MoveState | null
  /** While `arriving`, the installation that arrives; else where the data goes, without secrets. */
  moveNote: string | null
  /** The instant of the move, which differs for each. */
  moveAt: string | null
}

/** The oldest version that the schema of an installation without a row works with. */
const FIRST = '0.9.0'

type Bare = Kysely<unknown>

const readBare = async (tx: Bare): Promise<ProgramState | undefined> =>
  (
    await sql<ProgramState>`select version, oldest_program as "oldestProgram", move_state as "moveState", move_note as "moveNote",
      move_at as "moveAt" from program_state`.execute(tx)
  ).rows[0]

const bareOf = (db: Db): Bare => db.withoutPlugins() as unknown as Bare

/** Reads the row; undefined in a database of a version that has none. */
export const programStateOf = async ({ db }: Pick<Database, 'db'>): Promise<ProgramState | undefined> => {
  const tables = await db.introspection.getTables()
  return tables.some(({ name }) => name === 'program_state') ? readBare(bareOf(db)) : undefined
}

/** Reads the row of a migrated database, which has one. */
export const currentState = (db: Db): Promise<ProgramState | undefined> => readBare(bareOf(db))

const newest = (one: string, other: string): string => (compareVersions(one, other) < 0 ? other : one)

const make = (tx: Bare) =>
  sql`create table if not exists program_state (
    id text not null primary key check (id = 'only'),
    version text not null,
    oldest_program text not null,
    move_state text check (move_state in ('arriving', 'leaving', 'moved')),
    move_note text,
    move_at text,
    check ((move_state is null) = (move_at is null))
  )`.execute(tx)

/** Returns the row, which is made if it is missing. In the transaction of a migration. */
export const ensureState = async (tx: Bare): Promise<ProgramState> => {
  await make(tx)
  const known = await readBare(tx)
  if (known) return known
  await sql`insert into program_state (id, version, oldest_program) values ('only', ${FIRST}, ${FIRST})`.execute(tx)
  return { version: FIRST, oldestProgram: FIRST, moveState: null, moveNote: null, moveAt: null }
}

/** Records that a program of this version has changed the schema, which programs before `oldest` cannot use then. Neither decreases. */
export const raiseState = async (tx: Bare, known: ProgramState, version: string, oldest: string = FIRST): Promise<void> => {
  const [next, floor] = [newest(known.version, version), newest(known.oldestProgram, oldest)]
  if (next === known.version && floor === known.oldestProgram) return
  await sql`update program_state set version = ${next}, oldest_program = ${floor}`.execute(tx)
}

export type Move = { state: MoveState; note: string; at: string }

/** Records in an empty database that a move into it begins, before anything else is in it. */
export const markArrival = (db: Db, move: Move): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await ensureState(bareOf(tx))
    await setMove(tx, move)
  })

/** Records a move, or that there is none. */
export const setMove = async (db: Db, move: Move | undefined): Promise<void> => {
  await sql`update program_state set move_state = ${move?.state ?? null}, move_note = ${move?.note ?? null}, move_at = ${move?.at ?? null}`.execute(
    bareOf(db),
  )
}
