import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { breakBatch, insertSecret, openSqliteFile, type SqliteFile, secretNames } from '#server/testing/sqliteFile.ts'
import { connectMemory } from './connect.ts'
import { newId } from './ids.ts'
import { migrate } from './migrate.ts'
import type { Db } from './tables.ts'
import { transact } from './transact.ts'

let file: SqliteFile
let db: Db

beforeEach(async () => {
  file = await openSqliteFile()
  db = file.database.db
  return file.close
})

describe('in every order of events', () => {
  type Step = { kind: 'single' | 'transaction' | 'rollback' | 'clash' | 'break'; pause: number; rows: number }
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('single' as const, 'transaction' as const, 'rollback' as const, 'clash' as const) },
      { weight: 1, arbitrary: fc.constant('break' as const) },
    ),
    pause: fc.nat({ max: 4 }),
    rows: fc.integer({ min: 1, max: 3 }),
  })

  const pauses = async (count: number) => {
    for (let at = 0; at < count; at++) await (at % 2 ? new Promise(setImmediate) : undefined)
  }

  /** Runs a step. Returns the names that were acknowledged as stored. */
  const run = async (on: Db, { kind, pause, rows }: Step): Promise<{ tried: string[]; told: boolean }> => {
    const tried = Array.from({ length: kind === 'single' ? 1 : rows }, () => newId())
    await pauses(pause)
    const change = async (tx: Db) => {
      for (const name of tried) await insertSecret(tx, name)
      if (kind === 'clash') await insertSecret(tx, 'taken')
      if (kind === 'break') await breakBatch(tx)
      if (kind === 'rollback') throw new Error('rolled back')
    }
    const [outcome] = await Promise.allSettled([kind === 'single' ? change(on) : transact(on, change)])
    return { tried, told: outcome.status === 'fulfilled' }
  }

  const holds = async (on: Db, steps: Step[]) => {
    const outcomes = await Promise.all(steps.map((one) => run(on, one)))
    const stored = new Set(await secretNames(on))
    for (const { tried, told } of outcomes) for (const name of tried) expect(stored.has(name)).toBe(told)
  }

  test('stores a row exactly if its writer was told so', async () => {
    await insertSecret(db, 'taken')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 24 }), (steps) => holds(db, steps)),
      { numRuns: 60 },
    )
  })

  test('the same is true in memory', async () => {
    const memory = connectMemory()
    await migrate(memory)
    await insertSecret(memory.db, 'taken')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 24 }), (steps) => holds(memory.db, steps)),
      { numRuns: 60 },
    )
    await memory.close()
  })
})
