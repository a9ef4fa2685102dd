import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import { createQueue } from './sqliteQueue.ts'
import type { Statements } from './sqliteStatements.ts'

/*
 * Group commits: one BEGIN IMMEDIATE … COMMIT, a batch, holds many transactions, each a savepoint, so that one fsync pays for all
 * of them. The COMMIT is an entry of the same first-in-first-out queue, added by `setImmediate` when the batch opens: callers that
 * are waiting by then join the batch, and later ones start the next.
 *
 * Nothing is reported before it is durable: commits, single writes, and failures too (the conflicting row may be of the same batch)
 * are reported after the COMMIT.
 */

type Batch = {
  /** Settles with the COMMIT. */
  settled: Promise<void>
  succeed: () => void
  fail: (error: unknown) => void
  /** The error with which the database rolled the batch back. */
  lost?: Error
}

/** A transaction that has its turn: nothing else is written until it ends. */
export type Work = {
  run: <R>(query: CompiledQuery) => QueryResult<R>
  /** Resolves when the transaction is durable. */
  commit: () => Promise<void>
  rollback: () => Promise<void>
}

export type Writer = {
  /** Runs a single statement and resolves when it is durable. */
  write: <R>(query: CompiledQuery) => Promise<QueryResult<R>>
  /**
   * Runs one statement in its turn, outside every batch: for statements that SQLite refuses inside a transaction. `waitMs` limits
   * how long it waits for other processes.
   */
  between: <R>(query: CompiledQuery, waitMs: number) => Promise<QueryResult<R>>
  /** Runs one reading statement in its turn. */
  read: <R>(query: CompiledQuery) => Promise<QueryResult<R>>
  /** Waits for its turn and begins a transaction. */
  begin: () => Promise<Work>
  /** Lets the queue finish, then calls `close`. */
  finish: (close: () => void) => Promise<void>
}

const openBatch = (): Batch => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // If every transaction of a batch rolled back, nothing awaits it.
  promise.catch(() => {})
  return { settled: promise, succeed: resolve, fail: reject }
}

/** Runs the action now, and returns a function that returns or throws its outcome. */
const attempt = <T>(action: () => T): (() => T) => {
  try {
    const value = action()
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}

/** The open batch, if there is one, and its lifecycle. */
const createBatches = (database: DatabaseSync, statements: Statements, commitLater: (commit: () => void) => void) => {
  let current: Batch | undefined

  const rollBack = (): void => {
    // If the rollback fails too, opening the next batch repeats it.
    if (database.isTransaction) attempt(() => statements.exec('rollback'))
  }

  const lose = (joined: Batch, cause: unknown): void => {
    if (joined.lost) return
    joined.lost = new Error('The database could not commit the change and rolled it back.', { cause })
    if (current === joined) current = undefined
    rollBack()
    joined.fail(joined.lost)
  }

  const commit = (closing: Batch | undefined = current): void => {
    if (!closing || closing !== current) return
    try {
      statements.exec('commit')
    } catch (error) {
      lose(closing, error)
      return
    }
    current = undefined
    closing.succeed()
  }

  const join = (): Batch => {
    if (current) return current
    rollBack()
    statements.exec('begin immediate')
    const opened = openBatch()
    current = opened
    commitLater(() => commit(opened))
    return opened
  }

  /** Runs a step of one transaction in the batch. A failure that made SQLite roll everything back fails all of them. */
  const step = <T>(joined: Batch, action: () => T): T => {
    if (joined.lost) throw joined.lost
    try {
      return action()
    } catch (error) {
      if (!database.isTransaction) lose(joined, error)
      throw error
    }
  }

  return { join, step, lose, commit }
}

/**
 * The one connection that writes. Its statements are synchronous in their turn; only waiting for a turn and for the COMMIT is
 * asynchronous.
 */
export const openWriter = (database: DatabaseSync, statements: Statements): Writer => {
  const { turn, block, release } = createQueue()
  const { join, step, lose, commit } = createBatches(database, statements, (closing) => setImmediate(() => turn(closing)))

  const work = (joined: Batch): Work => {
    let ended = false
    const end = (): void => {
      ended = true
      release()
    }
    const undo = (): void => {
      if (joined.lost) return
      try {
        statements.exec('rollback to work')
        statements.exec('release work')
      } catch (error) {
        lose(joined, error)
      }
    }
    return {
      run: (query) => {
        if (ended) throw new Error('The transaction has already ended.')
        return step(joined, () => statements.run(query))
      },
      commit: async () => {
        try {
          step(joined, () => statements.exec('release work'))
        } catch (error) {
          undo()
          throw error
        } finally {
          end()
        }
        await joined.settled
      },
      rollback: async () => {
        if (ended) return
        undo()
        end()
        await joined.settled.catch(() => {})
      },
    }
  }

  return {
    write: async <R>(query: CompiledQuery) => {
      const { joined, outcome } = await turn(() => {
        const mine = join()
        return { joined: mine, outcome: attempt(() => step(mine, () => statements.run<R>(query))) }
      })
      await joined.settled
      return outcome()
    },
    between: (query, waitMs) =>
      turn(() => {
        commit()
        return statements.runWaiting(query, waitMs)
      }),
    read: (query) => turn(() => statements.run(query)),
    begin: () =>
      turn(() => {
        const joined = join()
        step(joined, () => statements.exec('savepoint work'))
        block()
        return work(joined)
      }),
    finish: async (close) => {
      // Queries that have a connection already are about to enter the queue.
      await nextTurnOfTheLoop()
      await turn(() => {
        commit()
        close()
      })
    },
  }
}
