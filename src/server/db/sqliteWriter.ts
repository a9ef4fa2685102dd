import type { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { Statements } from './sqliteStatements.ts'

/*
 * Commits are gathered: one BEGIN IMMEDIATE … COMMIT, a batch, holds many transactions, each a savepoint, and
 * so one fsync pays for all of them. The COMMIT is an entry of the same first-in-first-out queue, put there by
 * `setImmediate` when the batch opens: whoever waits by then joins the batch, whoever comes later starts the next.
 *
 * Nobody learns of anything before it is durable: commits, single writes, and failures too (the row that
 * somebody clashed with may be of the same batch) are answered after the COMMIT.
 */

type Batch = {
  /** Settles with the COMMIT. */
  settled: Promise<void>
  succeed: () => void
  fail: (error: unknown) => void
  /** Why the database rolled the batch back, once it has. */
  lost?: Error
}

/** A transaction that has its turn: nobody else writes until it ends. */
export type Work = {
  run: <R>(query: CompiledQuery) => QueryResult<R>
  /** Resolves when the transaction is durable. */
  commit: () => Promise<void>
  rollback: () => Promise<void>
}

export type Writer = {
  /** Runs one statement by itself and resolves when it is durable. */
  write: <R>(query: CompiledQuery) => Promise<QueryResult<R>>
  /** Runs one statement in its turn, outside of every batch: what SQLite refuses inside a transaction. */
  between: <R>(query: CompiledQuery) => Promise<QueryResult<R>>
  /** Runs one reading statement in its turn. */
  read: <R>(query: CompiledQuery) => Promise<QueryResult<R>>
  /** Waits for its turn and begins a transaction. */
  begin: () => Promise<Work>
  /** Lets everybody in the queue finish first. */
  close: () => Promise<void>
}

const openBatch = (): Batch => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // A batch in which everybody rolled back has nobody who waits for it.
  promise.catch(() => {})
  return { settled: promise, succeed: resolve, fail: reject }
}

const lostError = (cause: unknown): Error => new Error('The database could not keep the change and took it back.', { cause })

/** Turns, one after the other. A turn that calls `hold` keeps the others waiting until `release`. */
const queue = () => {
  const waiting: (() => void)[] = []
  let held = false
  const pump = (): void => {
    while (!held) {
      const turn = waiting.shift()
      if (!turn) return
      turn()
    }
  }
  return {
    enter: (turn: () => void): void => {
      waiting.push(turn)
      pump()
    },
    hold: (): void => {
      held = true
    },
    release: (): void => {
      held = false
      pump()
    },
  }
}

export const openWriter = (database: DatabaseSync, statements: Statements): Writer => {
  const { enter, hold, release } = queue()
  let batch: Batch | undefined

  const lose = (joined: Batch, cause: unknown): void => {
    if (joined.lost) return
    joined.lost = lostError(cause)
    if (batch === joined) batch = undefined
    if (database.isTransaction) statements.exec('rollback')
    joined.fail(joined.lost)
  }

  const commit = (closing: Batch | undefined): void => {
    if (!closing || closing !== batch) return
    try {
      statements.exec('commit')
      batch = undefined
      closing.succeed()
    } catch (error) {
      lose(closing, error)
    }
  }

  const join = (): Batch => {
    if (batch) return batch
    // Left over only where rolling back has itself failed.
    if (database.isTransaction) statements.exec('rollback')
    statements.exec('begin immediate')
    const opened = openBatch()
    batch = opened
    setImmediate(() => enter(() => commit(opened)))
    return opened
  }

  /** Runs a step inside the batch; a failure that made SQLite roll everything back is everybody's. */
  const step = <T>(joined: Batch, action: () => T): T => {
    if (joined.lost) throw joined.lost
    try {
      return action()
    } catch (error) {
      if (!database.isTransaction) lose(joined, error)
      throw error
    }
  }

  /** Its turn, with the queue held: what `begin` answers. */
  const work = (joined: Batch): Work => {
    let ended = false
    const end = () => {
      ended = true
      release()
    }
    const undo = () => {
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
        if (ended) throw new Error('A query in a transaction that has ended.')
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

  /** Takes a turn; what `action` throws is the answer. */
  const turn = <T>(action: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      enter(() => {
        try {
          resolve(action())
        } catch (error) {
          reject(error)
        }
      })
    })

  return {
    write: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const { joined, outcome } = await turn(() => {
        const mine = join()
        try {
          const result = step(mine, () => statements.run<R>(query))
          return { joined: mine, outcome: () => result }
        } catch (error) {
          return {
            joined: mine,
            outcome: () => {
              throw error
            },
          }
        }
      })
      await joined.settled
      return outcome()
    },
    between: (query) =>
      turn(() => {
        commit(batch)
        return statements.run(query)
      }),
    read: (query) => turn(() => statements.run(query)),
    begin: () =>
      turn(() => {
        const joined = join()
        step(joined, () => statements.exec('savepoint work'))
        hold()
        return work(joined)
      }),
    close: () =>
      turn(() => {
        commit(batch)
        database.close()
      }),
  }
}
