import type { CompiledQuery } from 'kysely'
import type { Db } from './tables.ts'
import { refuseInsideTransaction } from './transact.ts'

type Buildable<Row> = { compile: () => CompiledQuery<Row> }
type Rows<Row> = readonly Readonly<Row>[]

/** Stands for a parameter while the query is built. */
type Slot = { at: number }

const versions = new WeakMap<Db, () => number>()

/**
 * Tells how to learn, far more cheaply than by a query, whether anything at all was committed to a database since, by
 * this program or another. Databases that have no such number are asked each time.
 */
export const tellChanges = (db: Db, version: () => number): void => {
  versions.set(db, version)
}

const MOST = 2_000

/** Answers that stay right until the version changes. */
type Remembered<Row> = { query: CompiledQuery<Row>; version: number | undefined; answers: Map<string, Rows<Row>> }

/**
 * A small query that nearly every call asks: compiled once for each database, and where the database can tell that nothing was
 * committed since, not even asked again. `build` is given its parameters as placeholders: it may bind them, and
 * nothing else. The rows are shared: nobody may change them.
 */
export const compiled = <Parameters extends readonly string[], Row>(build: (db: Db, ...parameters: Parameters) => Buildable<Row>) => {
  const known = new WeakMap<Db, Remembered<Row>>()
  const knownOf = (db: Db, count: number): Remembered<Row> => {
    const found = known.get(db)
    if (found) return found
    const slots = Array.from({ length: count }, (_, at): Slot => ({ at }))
    const made = { query: build(db, ...(slots as unknown as Parameters)).compile(), version: undefined, answers: new Map() }
    known.set(db, made)
    return made
  }
  return async (db: Db, ...given: Parameters): Promise<Rows<Row>> => {
    const mine = knownOf(db, given.length)
    // A version from before the query: a commit in between makes the rows too new for it, never too old.
    const version = versions.get(db)?.()
    if (version === undefined) return run(db, mine.query, given)
    refuseInsideTransaction()
    if (mine.version !== version || mine.answers.size >= MOST) {
      mine.answers = new Map()
      mine.version = version
    }
    const { answers } = mine
    const key = given.join('\n')
    const answer = answers.get(key) ?? (await run(db, mine.query, given))
    answers.set(key, answer)
    return answer
  }
}

const run = async <Row>(db: Db, query: CompiledQuery<Row>, given: readonly string[]): Promise<Rows<Row>> => {
  const parameters = query.parameters.map((value) => (isSlot(value) ? given[value.at] : value))
  const bound: CompiledQuery<Row> = { ...query, parameters }
  return (await db.executeQuery(bound)).rows
}

const isSlot = (value: unknown): value is Slot => typeof value === 'object' && value !== null && 'at' in value
