import { randomUUID } from 'node:crypto'
import type { Clocked } from '../clock.ts'
import { lock } from '../db/locks.ts'
import type { ChoresTable } from '../db/tables/platform.ts'
import { type Changes, changesOf } from '../feature/changes.ts'
import { noSockets } from '../realtime/live.ts'
import * as rows from './chores.db.ts'

/** How often a runner reports that it is alive, and how far it is. */
const HEARTBEAT_MS = 1_000

type Outcome = { outcome: 'done' | 'failed'; report: object }

type Runner = { name: ChoresTable['name']; runner: string; clock: () => Date }

/** Reports at an interval that the runner is alive. A failed report is repeated by the next one. */
const heartbeat = (transact: Changes['transact'], { name, runner, clock }: Runner, progress: () => object | null) => {
  let beating = Promise.resolve()
  const beat = async (): Promise<void> => {
    await transact((tx) => rows.report(tx, name, runner, progress(), clock())).catch(() => undefined)
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
 * Runs a chore unless another program is running it; then it returns false. Screens follow through the topic `system`. Contents
 * that the database names when `work` begins are not swept before it ends.
 */
export const doChore = async (
  { db, clock }: Clocked,
  name: ChoresTable['name'],
  work: (onProgress: (progress: object) => void) => Promise<Outcome>,
): Promise<boolean> => {
  const { transact } = changesOf({ db, live: noSockets }, ['system'])
  const runner = randomUUID()
  const begun = await transact(async (tx) => {
    await lock(tx, 'backup')
    return rows.begin(tx, name, runner, clock())
  })
  if (!begun) return false
  let progress: object | null = null
  const stop = heartbeat(transact, { name, runner, clock }, () => progress)
  let result: Outcome = { outcome: 'failed', report: { reason: 'other' } }
  try {
    result = await work((next) => {
      progress = next
    })
  } finally {
    await stop()
    await transact((tx) => rows.end(tx, name, runner, { ...result, now: clock() }))
  }
  return true
}
