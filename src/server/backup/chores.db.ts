import type { ChoresTable } from '../db/tables/platform.ts'
import type { Db } from '../db/tables.ts'

/** A runner without a report for this long is dead, or its machine asleep. */
const SILENCE_MS = 120_000

type Name = ChoresTable['name']

const heardSince = (now: Date): string => new Date(now.getTime() - SILENCE_MS).toISOString()

/** Returns the state of a chore; undefined if it was never requested. */
export const find = (db: Db, name: Name) => db.selectFrom('chores').selectAll().where('name', '=', name).executeTakeFirst()

export const isRunning = ({ heardAt }: Pick<ChoresTable, 'heardAt'>, now: Date): boolean => heardAt !== null && heardAt >= heardSince(now)

export const runs = async (db: Db, name: Name, now: Date): Promise<boolean> => {
  const chore = await find(db, name)
  return chore !== undefined && isRunning(chore, now)
}

const nothing = { wantedAt: null, runner: null, heardAt: null, progress: null, finishedAt: null, outcome: null, report: null }

const make = (db: Db, name: Name) =>
  db
    .insertInto('chores')
    .values({ name, ...nothing })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()

/** Requests a chore; a second request changes nothing. */
export const ask = async (tx: Db, name: Name, now: Date): Promise<void> => {
  await make(tx, name)
  await tx.updateTable('chores').set({ wantedAt: now.toISOString() }).where('name', '=', name).execute()
}

/** Begins a chore unless another runner has it; returns whether it did. The condition is the lock. */
export const begin = async (tx: Db, name: Name, runner: string, now: Date): Promise<boolean> => {
  await make(tx, name)
  const { numUpdatedRows } = await tx
    .updateTable('chores')
    .set({ wantedAt: null, runner, heardAt: now.toISOString(), progress: null })
    .where('name', '=', name)
    .where((is) => is.or([is('heardAt', 'is', null), is('heardAt', '<', heardSince(now))]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Reports that the runner is alive, and how far it is. */
export const report = (tx: Db, name: Name, runner: string, progress: object | null, now: Date) =>
  tx
    .updateTable('chores')
    .set({ heardAt: now.toISOString(), progress: progress && JSON.stringify(progress) })
    .where('name', '=', name)
    .where('runner', '=', runner)
    .execute()

type End = { outcome: 'done' | 'failed'; report: object; now: Date }

export const end = (tx: Db, name: Name, runner: string, { outcome, report: told, now }: End) =>
  tx
    .updateTable('chores')
    .set({ runner: null, heardAt: null, progress: null, finishedAt: now.toISOString(), outcome, report: JSON.stringify(told) })
    .where('name', '=', name)
    .where('runner', '=', runner)
    .execute()
