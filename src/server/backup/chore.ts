import { randomUUID } from 'node:crypto'
import { lock } from '../db/locks.ts'
import type { ChoresTable, Db } from '../db/tables.ts'
import { type Changes, changesOf } from '../feature/changes.ts'
import { noSockets } from '../realtime/live.ts'
import * as rows from './chores.db.ts'

/** How often a runner says that it lives, and screens see how far it is. */
const HEARTBEAT_MS = 1_000

type Outcome = { outcome: 'done' | 'failed'; report: object }

/** Says, at its interval, that the runner lives. What fails once is tried again by the next. */
const heartbeat = (transact: Changes['transact'], name: ChoresTable['name'], runner: string, progress: () => object | null) => {
  let beating = Promise.resolve()
  const beat = async (): Promise<void> => {
    await transact((tx) => rows.report(tx, name, runner, progress(), new Date())).catch(() => undefined)
  }
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, HEARTBEAT_MS)
  return async () => {
    clearInterval(timer)
    await beating
  }
}

/**
 * Does a chore unless another program is at it: then it returns false. Screens follow by the topic `system`. Contents that
 * the database names when `work` begins are not swept before it ends.
 */
export const doChore = async (
  db: Db,
  name: ChoresTable['name'],
  work: (onProgress: (progress: object) => void) => Promise<Outcome>,
): Promise<boolean> => {
  const { transact } = changesOf({ db, live: noSockets }, ['system'])
  const runner = randomUUID()
  const begun = await transact(async (tx) => {
    await lock(tx, 'backup')
    return rows.begin(tx, name, runner, new Date())
  })
  if (!begun) return false
  let progress: object | null = null
  const stop = heartbeat(transact, name, runner, () => progress)
  let result: Outcome = { outcome: 'failed', report: { reason: 'other' } }
  try {
    result = await work((next) => {
      progress = next
    })
  } finally {
    await stop()
    await transact((tx) => rows.end(tx, name, runner, { ...result, now: new Date() }))
  }
  return true
}
