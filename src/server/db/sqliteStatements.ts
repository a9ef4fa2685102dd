import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'

const maxKept = 500

type Kept = { statement: StatementSync; answersRows: boolean }

/** Runs queries on one connection, each text prepared once; the least recently used ones are dropped. */
export type Statements = {
  run: <R>(query: CompiledQuery) => QueryResult<R>
  /** For what has neither parameters nor an answer, such as `commit`. */
  exec: (text: string) => void
}

export const keepStatements = (database: DatabaseSync): Statements => {
  const kept = new Map<string, Kept>()

  const prepare = (text: string): Kept => {
    const known = kept.get(text)
    if (known) {
      kept.delete(text)
      kept.set(text, known)
      return known
    }
    const statement = database.prepare(text)
    const made = { statement, answersRows: statement.columns().length > 0 }
    kept.set(text, made)
    const oldest = kept.size > maxKept ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
    return made
  }

  return {
    run: <R>({ sql, parameters }: CompiledQuery): QueryResult<R> => {
      const { statement, answersRows } = prepare(sql)
      const values = parameters as SQLInputValue[]
      if (answersRows) return { rows: statement.all(...values) as R[] }
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
    },
    exec: (text) => {
      prepare(text).statement.run()
    },
  }
}
