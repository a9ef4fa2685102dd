import type { CompiledQuery } from 'kysely'
import type { Db } from './tables.ts'
import { refuseInsideTransaction } from './transact.ts'

type Buildable<Row> = { compile: () => CompiledQuery<Row> }
type Rows<Row> = readonly Readonly<Row>[]
type Values = readonly (string | number)[]
type Build<Parameters extends Values, Row> = (db: Db, ...parameters: Parameters) => Buildable<Row>
type Asking<Parameters extends Values, Row> = (db: Db, ...given: Parameters) => Promise<Rows<Row>>

/** Stands for a parameter while the query is built. */
type Slot = { at: number }
const isSlot = (value: unknown): value is Slot => typeof value === 'object' && value !== null && 'at' in value

/**
 * A query that is compiled once for each database, which for a single row takes most of the time. `build` is given its
 * parameters as placeholders: it may bind them, and nothing else.
 */
export const compiled = <Parameters extends Values, Row>(build: Build<Parameters, Row>): Asking<Parameters, Row> => {
  const known = new WeakMap<Db, CompiledQuery<Row>>()
  const compile = (db: Db, count: number): CompiledQuery<Row> => {
    const slots = Array.from({ length: count }, (_, at): Slot => ({ at }))
    const query = build(db, ...(slots as unknown as Parameters)).compile()
    known.set(db, query)
    return query
  }
  return async (db, ...given) => {
    const query = known.get(db) ?? compile(db, given.length)
    const parameters = query.parameters.map((value) => (isSlot(value) ? given[value.at] : value))
    const bound: CompiledQuery<Row> = { ...query, parameters }
    return (await db.executeQuery(bound)).rows
  }
}

const versions = new WeakMap<Db, () => number>()

/**
 * Tells how to learn, far more cheaply than by a query, whether anything at all was committed to a database since, by
 * this program or another. Databases that have no such number are asked each time.
 */
export const tellChanges = (db: Db, version: () => number): void => {
  let known: number | undefined
  const forget = (): void => {
    known = undefined
  }
  versions.set(db, () => {
    // Nothing is committed between two lines that nobody awaits.
    if (known === undefined) queueMicrotask(forget)
    known ??= version()
    return known
  })
}

const MAX_ANSWERS = 2_000

/**
 * A small query that nearly every call asks: compiled once, and where the database can tell that nothing was committed
 * since, not even asked again. The rows are shared: nobody may change them.
 */
export const remembered = <Parameters extends Values, Row>(build: Build<Parameters, Row>): Asking<Parameters, Row> => {
  const ask = compiled(build)
  const known = new WeakMap<Db, { version: number; answers: Map<string, Rows<Row>> }>()
  const answersOf = (db: Db, version: number): Map<string, Rows<Row>> => {
    const found = known.get(db)
    if (found?.version === version && found.answers.size < MAX_ANSWERS) return found.answers
    const answers = new Map<string, Rows<Row>>()
    known.set(db, { version, answers })
    return answers
  }
  return async (db, ...given) => {
    // A version from before the query: a commit in between makes the rows too new for it, never too old.
    const version = versions.get(db)?.()
    if (version === undefined) return ask(db, ...given)
    refuseInsideTransaction()
    const answers = answersOf(db, version)
    const key = given.join('\n')
    const answer = answers.get(key) ?? (await ask(db, ...given))
    answers.set(key, answer)
    return answer
  }
}
