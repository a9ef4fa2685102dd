import { AsyncLocalStorage } from 'node:async_hooks'
import { CamelCasePlugin, type KyselyPlugin, type QueryId, type RootOperationNode, type UnknownRow } from 'kysely'
import type { Db } from './tables.ts'
import { isDeadlock } from './violations.ts'

/** Shared by all instances, because it remembers every name that it has converted. */
export const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

// The flag, and not the mere presence of a store, says that a transaction runs: work that is started inside
// a transaction and outlives it keeps the store, and may query again.
const inside = new AsyncLocalStorage<{ running: boolean; endings: (() => Promise<void>)[] }>()

/**
 * Throws inside a transaction. A query on the outer instance there would wait for the connection that its own
 * transaction holds, for ever, or would silently run outside of it.
 */
export const refuseInsideTransaction = (): void => {
  if (inside.getStore()?.running)
    throw new Error('A query ran outside the current transaction: pass the transaction down and use it instead.')
}

/** Stands on the outer instance alone; the transaction that `transact` hands out is without it. */
export const outerGuard: KyselyPlugin = {
  transformQuery: ({ node }: { node: RootOperationNode; queryId: QueryId }) => {
    refuseInsideTransaction()
    return node
  },
  transformResult: async ({ result }: { result: { rows: UnknownRow[] } }) => result,
}

const run = <T>(db: Db, fn: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute((tx) => {
    const store = { running: true, endings: [] as (() => Promise<void>)[] }
    const bare = tx.withoutPlugins().withPlugin(camelCase)
    return inside.run(store, async () => {
      try {
        const result = await fn(bare)
        for (const end of store.endings) await end()
        return result
      } finally {
        store.running = false
      }
    })
  })

/** Runs `end` as one of the last things of the current transaction, before it is committed. Throws outside of one. */
export const atEnd = (tx: Db, end: () => Promise<void>): void => {
  const store = inside.getStore()
  if (!store?.running || !tx.isTransaction) throw new Error('There is no transaction at whose end this could run.')
  store.endings.push(end)
}

const attempts = 5

/**
 * Runs `fn` in a transaction, which is committed when `fn` resolves and rolled back when it rejects; resolves
 * when the change is durable. Joins the transaction that `db` is, where it is one. Inside, use `tx` alone and
 * await nothing but the database: on SQLite everybody else's writes wait meanwhile.
 *
 * `fn` may run again: on PostgreSQL two transactions that take the same rows in another order wait for each other,
 * and the one that is taken back begins again.
 */
export const transact = async <T>(db: Db, fn: (tx: Db) => Promise<T>): Promise<T> => {
  if (db.isTransaction) return fn(db)
  refuseInsideTransaction()
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(db, fn)
    } catch (error) {
      if (!isDeadlock(error) || attempt === attempts) throw error
    }
  }
}
