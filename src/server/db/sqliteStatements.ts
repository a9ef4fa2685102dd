import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'

const maxCached = 500

/** How long a statement waits for another process that writes, in milliseconds. */
export const patience = 5_000

type Cached = { statement: StatementSync; answersRows: boolean }

/** Runs queries on one connection, each text prepared once; the least recently used ones are dropped. */
export type Statements = {
  run: <R>(query: CompiledQuery) => QueryResult<R>
  /** Runs a query that waits so long for other processes, and no longer. */
  runWaiting: <R>(query: CompiledQuery, waitMs: number) => QueryResult<R>
  /** For what has neither parameters nor an answer, such as `commit`. */
  exec: (text: string) => void
}

export const cacheStatements = (database: DatabaseSync): Statements => {
  const cached = new Map<string, Cached>()

  const prepare = (text: string): Cached => {
    const known = cached.get(text)
    if (known) {
      cached.delete(text)
      cached.set(text, known)
      return known
    }
    const statement = database.prepare(text)
    const made = { statement, answersRows: statement.columns().length > 0 }
    cached.set(text, made)
    const oldest = cached.size > maxCached ? cached.keys().next().value : undefined
    if (oldest !== undefined) cached.delete(oldest)
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
