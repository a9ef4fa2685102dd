import { expect } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { type LockName, lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { afterTest } from './afterwards.ts'
import { testDatabase } from './database.ts'
import type { Given, SignedInPerson } from './given.ts'
import { openSqliteFile } from './sqliteFile.ts'
import { installTriggers } from './writes.ts'

const isSqlite = (process.env.TEST_DATABASE ?? 'sqlite') === 'sqlite'

/** A database that admits calls while a transaction runs, which one in memory does not. */
export const concurrentDatabase = async (): Promise<Database> => {
  if (!isSqlite) return testDatabase(installTriggers)
  const { database, close } = await openSqliteFile()
  afterTest(close)
  await installTriggers(database.db)
  return database
}

export type Call = readonly [method: 'POST' | 'PUT', path: string, body: object]

/** What can happen to the caller of a call that waits. */
const endings = {
  'lost the role': (tx: Db, { _id }: SignedInPerson) => tx.updateTable('users').set({ role: 'student' }).where('id', '=', _id).execute(),
  'lost the session': (tx: Db, { sessionId }: SignedInPerson) => tx.deleteFrom('sessions').where('id', '=', sessionId).execute(),
  'waited, and nothing else': async () => undefined,
} satisfies Record<string, (tx: Db, caller: SignedInPerson) => Promise<unknown>>

export type Ending = keyof typeof endings

/** Holds a lock while a call is admitted and its caller then meets with an ending. Returns the status. */
export const statusAfterWaiting = async (
  app: Given,
  caller: SignedInPerson,
  { held: name, call: [method, path, payload], ending }: { held: LockName; call: Call; ending: Ending },
): Promise<number> => {
  // The usual helpers write before each call, which would wait for the transaction that holds the lock.
  const inject = (options: object) => app.server.inject({ headers: { authorization: caller.token }, ...options })
  const [begun, admitted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = transact(app.db, async (tx) => {
    await lock(tx, name)
    begun.resolve()
    await admitted.promise
    await endings[ending](tx, caller)
  })
  await begun.promise
  const read = app.clockReads()
  const answer = inject({ method, url: `/api${path}`, payload })
  // A call reads the clock when it is admitted, when its context is made, and when its body is there.
  await expect.poll(app.clockReads).toBeGreaterThanOrEqual(read + 3)
  expect((await inject({ url: '/api/auth/me' })).statusCode).toBe(200)
  admitted.resolve()
  await held
  return (await answer).statusCode
}
