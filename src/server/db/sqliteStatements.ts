import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'

const maxCached = 500

/** How long a statement waits for another process that writes, in milliseconds. */
export const patience = 5_000

type Cached = { statement: StatementSync; answersRows: boolean }

/** Runs queries on one connection, each text prepared once; the least recently used ones are dropped. */
export type Statements = {
  run: <R>(query: CompiledQuery) => QueryResult<R>
  /** Runs a query with its own limit for waiting for other processes. */
  runWaiting: <R>(query: CompiledQuery, waitMs: number) => QueryResult<R>
  /** For statements with neither parameters nor a result, such as `commit`. */
  exec: (text: string) => void
}

export const cacheStatements = (database: DatabaseSync): Statements => {
  const cached = new LRUCache<string, Cached>({ max: maxCached })

  const prepare = (text: string): Cached => {
    const known = cached.get(text)
    if (known) return known
    const statement = database.prepare(text)
    const made = { statement, answersRows: statement.columns().length > 0 }
    cached.set(text, made)
    return made
  }

  const run = <R>({ sql, parameters }: CompiledQuery): QueryResult<R> => {
    const { statement, answersRows } = prepare(sql)
    const values = parameters as SQLInputValue[]
    if (answersRows) return { rows: statement.all(...values) as R[] }
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
  }

  return {
    run,
    runWaiting: (query, waitMs) => {
      database.exec(`pragma busy_timeout = ${waitMs}`)
      try {
        return run(query)
      } finally {
        database.exec(`pragma busy_timeout = ${patience}`)
      }
    },
    exec: (text) => {
      prepare(text).statement.run()
    },
  }
}
