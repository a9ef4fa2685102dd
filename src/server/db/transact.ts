import { AsyncLocalStorage } from 'node:async_hooks'
import { CamelCasePlugin, type KyselyPlugin, type QueryId, type RootOperationNode, type UnknownRow } from 'kysely'
import type { Db } from './tables.ts'
import { isDeadlock } from './violations.ts'

/** Shared by all instances, because it caches every converted name. */
export const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

// The flag, and not the mere presence of a store, says that a transaction runs: work that is started inside a transaction and
// outlives it keeps the store, and may query again.
const inside = new AsyncLocalStorage<{ running: boolean; endings: (() => Promise<void>)[] }>()

/**
 * Throws inside a transaction. A query on the outer instance would wait for ever for the connection of its own transaction, or
 * would silently run outside it.
 */
export const refuseInsideTransaction = (): void => {
  if (inside.getStore()?.running)
    throw new Error('A query ran outside the current transaction: pass the transaction down and use it instead.')
}

/** Guards the outer instance; the transaction that `transact` passes on is without it. */
export const outerGuard: KyselyPlugin = {
  transformQuery: ({ node }: { node: RootOperationNode; queryId: QueryId }) => {
    refuseInsideTransaction()
    return node
  },
  transformResult: async ({ result }: { result: { rows: UnknownRow[] } }) => result,
}

declare const transaction: unique symbol

/** The database within a transaction, for functions that must not run outside of one. */
export type Tx = Db & { readonly [transaction]: true }

const run = <T>(db: Db, fn: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute((tx) => {
    const store = { running: true, endings: [] as (() => Promise<void>)[] }
    const bare: Db = tx.withoutPlugins().withPlugin(camelCase)
    return inside.run(store, async () => {
      try {
        const result = await fn(bare as Tx)
        for (const end of store.endings) await end()
        return result
      } finally {
        store.running = false
      }
    })
  })

/** Runs `end` as one of the last steps of the current transaction, before its commit. Throws outside of one. */
export const atEnd = (tx: Db, end: () => Promise<void>): void => {
  const store = inside.getStore()
  if (!store?.running || !tx.isTransaction) throw new Error('There is no transaction at whose end this could run.')
  store.endings.push(end)
}

const attempts = 5

/**
 * Runs `fn` in a transaction, which is committed when `fn` resolves and rolled back when it rejects; resolves when the change is
 * durable. Joins the transaction if `db` is one. Inside, use only `tx` and await nothing but the database: on SQLite all other
 * writes wait.
 *
 * `fn` may run again: on PostgreSQL two transactions that lock the same rows in a different order deadlock, and the one that is
 * rolled back starts again.
 */
export const transact = async <T>(db: Db, fn: (tx: Tx) => Promise<T>): Promise<T> => {
  if (db.isTransaction) return fn(db as Tx)
  refuseInsideTransaction()
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(db, fn)
    } catch (error) {
      if (!isDeadlock(error) || attempt === attempts) throw error
    }
  }
}
