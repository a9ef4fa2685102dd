import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { CheckKind, CheckSubject } from '../oversight.contract.ts'
import * as cash from './oversight.cash.db.ts'
import { datedBack, dates } from './oversight.dates.db.ts'
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
  /** Number of all entries of the kind, on every row; missing for those who owe. */
  total?: number
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

/** Returns a page, flagged entries first, then newest first, and reads the entries once for it and for their number. */
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
  const { rows } = await sql<EntryRow>`with entries as materialized (${sourceOf[kind](window)})
    select entries.*, (select count(*) from entries) as total from entries ${behind}
    order by entries.flagged desc, entries.happened_at desc, entries.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Returns students who owe, longest overdue first, in the order of an index. */
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

/** Returns the figures of a kind for each clerk. */
export const figures = async (db: Db, kind: CheckKind, window: sources.Window): Promise<FigureRow[]> => {
  const source = kind === 'dates' ? datedBack(window) : sql`select all_of_them.*, 1 as listed from (${sourceOf[kind](window)}) all_of_them`
  const { rows } = await sql<FigureRow>`select by_id, max(by_name) as by_name, sum(listed) as count, sum(listed * flagged) as flagged,
    sum(listed * amount) as amount, sum(1 - listed) as unlisted from (${source}) entries group by by_id`.execute(db)
  return rows.map(({ byId, byName, count, flagged, amount, unlisted }) => ({
    ...{ byId, byName, count: Number(count), flagged: Number(flagged) },
    ...{ amount: Number(amount), unlisted: Number(unlisted) },
  }))
}
