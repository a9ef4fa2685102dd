import type { CompiledQuery } from 'kysely'
import { isSqlite } from './dialect.ts'
import { nameStatement } from './statementNames.ts'
import type { Db } from './tables.ts'
import { refuseInsideTransaction } from './transact.ts'

type Buildable<Row> = { compile: () => CompiledQuery<Row> }
type Rows<Row> = readonly Readonly<Row>[]
type Value = string | number | null
/** A row has the same columns each time. */
type Values = readonly (Value | Readonly<Record<string, Value>>)[]
type Build<Parameters extends Values, Row> = (db: Db, ...parameters: Parameters) => Buildable<Row>
type Asking<Parameters extends Values, Row> = (db: Db, ...given: Parameters) => Promise<Rows<Row>>

/** A placeholder for a parameter, or for a column of one, while the query is built. */
class Slot {
  readonly read: (given: Values) => Value
  constructor(read: (given: Values) => Value) {
    this.read = read
  }
}

const slotOf = (given: Values[number], at: number): unknown => {
  if (typeof given !== 'object' || given === null) return new Slot((all) => all[at] as Value)
  const slots = Object.keys(given).map((column) => [column, new Slot((all) => (all[at] as Record<string, Value>)[column] ?? null)])
  return Object.fromEntries(slots)
}

/**
 * Compiles a query once per kind of database; for a single row compiling takes most of the time. `build` receives its parameters as
 * placeholders: it may bind them, and nothing else. The query runs in the transaction that `db` is, or outside all.
 */
export const compiled = <Parameters extends Values, Row>(build: Build<Parameters, Row>): Asking<Parameters, Row> => asking(build, () => {})

/**
 * Like `compiled`, but PostgreSQL also parses and plans the query only once per connection. Only for queries that find rows by
 * keys: their plan must be right for all values.
 */
export const prepared = <Parameters extends Values, Row>(build: Build<Parameters, Row>): Asking<Parameters, Row> =>
  asking(build, ({ sql }) => nameStatement(sql))

const asking = <Parameters extends Values, Row>(
  build: Build<Parameters, Row>,
  whenCompiled: (query: CompiledQuery<Row>) => void,
): Asking<Parameters, Row> => {
  const known = new Map<'sqlite' | 'postgres', CompiledQuery<Row>>()
  const compile = (db: Db, given: Parameters): CompiledQuery<Row> => {
    const query = build(db, ...(given.map(slotOf) as unknown as Parameters)).compile()
    whenCompiled(query)
    return query
  }
  const queryFor = (db: Db, given: Parameters): CompiledQuery<Row> => {
    const dialect = isSqlite(db) ? 'sqlite' : 'postgres'
    const query = known.get(dialect) ?? compile(db, given)
    known.set(dialect, query)
    return query
  }
  return async (db, ...given) => {
    if (!db.isTransaction) refuseInsideTransaction()
    const query = queryFor(db, given)
    const parameters = query.parameters.map((value) => (value instanceof Slot ? value.read(given) : value))
    const bound: CompiledQuery<Row> = { ...query, parameters }
    return (await db.executeQuery(bound)).rows
  }
}

const versions = new WeakMap<Db, () => number>()

/**
 * Registers a number that changes with every commit to a database, by this program or another, and that is far cheaper to read than
 * a query. Without it, cached queries always run.
 */
export const registerVersion = (db: Db, version: () => number): void => {
  let known: number | undefined
  const forget = (): void => {
    known = undefined
  }
  versions.set(db, () => {
    // Nothing is committed between two synchronous lines.
    if (known === undefined) queueMicrotask(forget)
    known ??= version()
    return known
  })
}

const MAX_ANSWERS = 2_000

/**
 * A small query that nearly every call makes: compiled once, and not repeated while the database reports no commit. The rows are
 * shared: nobody may change them.
 */
export const cachedQuery = <Parameters extends readonly (string | number)[], Row>(
  build: Build<Parameters, Row>,
): Asking<Parameters, Row> => {
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
    // The version from before the query: a commit in between makes the rows too new for it, never too old.
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
