import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { CheckKind, CheckSubject } from '../oversight.contract.ts'
import * as cash from './oversight.cash.db.ts'
import { dates, unlistedDates } from './oversight.dates.db.ts'
import { uncountedGaps } from './oversight.gaps.db.ts'
import { settledByLeaving } from './oversight.leaving.db.ts'
import { loweredPrices } from './oversight.passes.db.ts'
import * as sources from './oversight.sources.db.ts'

export type EntryRow = {
  id: string
  subject: CheckSubject
  flagged: 0 | 1
  userId: string | null
  student: string
  deletedAt: string | null
  seatNumber: number | null
  happenedAt: string
  byId: string | null
  byName: string
  amount: number
  reason: string
  number: string | null
  receiptId: string | null
  day: string | null
  printedAt: string | null
  nextNumber: string | null
  nextAmount: number | null
  beforeValue: number | null
  afterValue: number | null
  closedAt: string | null
  closedByName: string | null
  /** Undefined for other entries than outages. */
  lastDay?: string | null
  /** Number of concessions in this entry; 1 for others. */
  times?: number
  /** The day pass of a voided payment; null for payments of students, and missing for other entries. */
  passDay?: string | null
  passStarts?: number | null
  shiftName?: string | null
  soldAt?: string | null
  soldByName?: string | null
}

const sourceOf: Record<CheckKind, (window: sources.Window) => sources.Source> = {
  concessions: (window) => sql`${sources.concessions(window)} union all ${loweredPrices(window)} union all ${uncountedGaps(window)}`,
  voids: sources.voids,
  dates,
  references: sources.references,
  refunds: (window) => sql`${sources.refundsThatCount(window)} union all ${settledByLeaving(window)}`,
  differences: cash.differences,
  unclosed: cash.unclosed,
  outages: sources.outages,
  uncharged: sources.uncharged,
  owing: sources.owing,
  left: () => sources.left,
}

export type After = { flagged: number; happenedAt: string; id: string }

/** Returns a page, flagged entries first, then newest first. */
export const page = async (
  db: Db,
  kind: CheckKind,
  window: sources.Window,
  limit: number,
  after: After | undefined,
): Promise<EntryRow[]> => {
  const behind = after
    ? sql`where (entries.flagged, entries.happened_at, entries.id) < (${sql.lit(after.flagged)}, ${after.happenedAt}, ${after.id})`
    : sql``
  const { rows } = await sql<EntryRow>`select * from (${sourceOf[kind](window)}) entries ${behind}
    order by entries.flagged desc, entries.happened_at desc, entries.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Returns students who owe, longest overdue first. */
export const longestOwing = async (
  db: Db,
  window: sources.Window,
  limit: number,
  after: { day: string; id: string } | undefined,
): Promise<EntryRow[]> => {
  const behind = after ? sql`where (entries.day, entries.user_id) > (${after.day}, ${after.id})` : sql``
  const { rows } = await sql<EntryRow>`select * from (${sources.owing(window)}) entries ${behind}
    order by entries.day, entries.user_id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

export type FigureRow = { byId: string | null; byName: string; count: number; flagged: number; amount: number; unlisted: number }

const summed = async (db: Db, source: sources.Source): Promise<Omit<FigureRow, 'unlisted'>[]> => {
  const { rows } = await sql<FigureRow>`select by_id, max(by_name) as by_name, count(*) as count,
    coalesce(sum(entries.flagged), 0) as flagged, coalesce(sum(entries.amount), 0) as amount
    from (${source}) entries group by by_id`.execute(db)
  return rows.map((row) => ({ ...row, count: Number(row.count), flagged: Number(row.flagged), amount: Number(row.amount) }))
}

/** Returns the figures of a kind for each clerk. */
export const figures = async (db: Db, kind: CheckKind, window: sources.Window): Promise<FigureRow[]> => {
  const listed = (await summed(db, sourceOf[kind](window))).map((row) => ({ ...row, unlisted: 0 }))
  if (kind !== 'dates') return listed
  const others = await summed(db, unlistedDates(window))
  return [...listed, ...others.map((row) => ({ ...row, count: 0, flagged: 0, amount: 0, unlisted: row.count }))]
}
