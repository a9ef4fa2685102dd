import { type RawBuilder, sql } from 'kysely'
import { noReason } from '#contract/reason.ts'
import type { Db } from '#server/db/tables.ts'
import type { CheckKind, CheckSubject } from '../oversight.contract.ts'

/** The days of a month with the instants at which they begin, and the one at which the last of them ends. */
export type Window = { today: string; days: readonly { day: string; from: string; until: string }[]; from: string; until: string }

export type EntryRow = {
  id: string
  subject: CheckSubject
  flagged: 0 | 1
  userId: string
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
}

type Source = RawBuilder<unknown>
const noText = sql`cast(null as text)`
const noNumber = sql`cast(null as bigint)`
const noMore = sql`${noText} as printed_at, ${noText} as next_number, ${noNumber} as next_amount,
  ${noNumber} as before_value, ${noNumber} as after_value`
const flag = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 1 else 0 end`

/** Of a person who was deleted only the papers still have the name. */
const nameOf = sql`case when u.deleted_at is null then u.name else coalesce(
  (select named.student_name from payments named where named.user_id = u.id order by named.id desc limit 1), u.name) end`
const ofStudent = (name: RawBuilder<unknown>) => sql`u.id as user_id, ${name} as student, u.deleted_at, u.seat_number`

const unexplained = (reason: RawBuilder<unknown>) => sql`${reason} in ('', ${sql.lit(noReason)})`

const concessions = ({ from, until }: Window): Source => sql`
  select c.id, c.kind as subject, ${flag(unexplained(sql`c.reason`))} as flagged, ${ofStudent(nameOf)},
    c.created_at as happened_at, c.created_by as by_id, c.created_by_name as by_name,
    case when c.kind = 'monthly-fee' then c.before_value - c.after_value else 0 end as amount, c.reason,
    ${noText} as number, ${noText} as receipt_id, ${noText} as day, ${noText} as printed_at, ${noText} as next_number,
    ${noNumber} as next_amount, c.before_value, c.after_value
  from concessions c join users u on u.id = c.user_id where c.created_at >= ${from} and c.created_at < ${until}
  union all
  select a.id, a.kind as subject, ${flag(unexplained(sql`a.reason`))} as flagged, ${ofStudent(nameOf)},
    a.created_at as happened_at, a.created_by as by_id, a.created_by_name as by_name, -a.amount as amount, a.reason,
    ${noText} as number, ${noText} as receipt_id, ${noText} as day, ${noMore}
  from adjustments a join charges f on f.id = a.charge_id join users u on u.id = f.user_id
  where a.amount < 0 and a.kind <> 'refund' and a.created_at >= ${from} and a.created_at < ${until}`

const voids = ({ days, from, until }: Window): Source => sql`
  select p.id, 'payment' as subject, ${flag(sql`r.printed_at is not null and r.printed_at <= p.voided_at`)} as flagged,
    ${ofStudent(sql`p.student_name`)}, p.voided_at as happened_at, p.voided_by as by_id, p.voided_by_name as by_name, p.amount,
    p.void_reason as reason, p.receipt_number as number, p.id as receipt_id, p.received_on as day, r.printed_at,
    n.receipt_number as next_number, n.amount as next_amount, ${noNumber} as before_value, ${noNumber} as after_value
  from payments p join users u on u.id = p.user_id left join receipt_prints r on r.payment_id = p.id
    left join payments n on n.replaces = p.id
  where p.voided_on >= ${days[0]?.day} and p.voided_on <= ${days.at(-1)?.day} and p.voided_at >= ${from} and p.voided_at < ${until}`

/** Entered on a later day than the one that was written. Zones may jump, so each day has its own instants. */
const isDatedBack = (day: RawBuilder<unknown>, at: RawBuilder<unknown>, { days }: Window) =>
  sql`(${sql.join(
    days.map((one) => sql`(${at} >= ${one.from} and ${at} < ${one.until} and ${day} < ${one.day})`),
    sql` or `,
  )})`

const payments = (where: RawBuilder<unknown>, { from, until }: Window, reason: RawBuilder<unknown>): Source => sql`
  select p.id, 'payment' as subject, 0 as flagged, ${ofStudent(sql`p.student_name`)}, p.entered_at as happened_at,
    p.entered_by as by_id, p.entered_by_name as by_name, p.amount, ${reason} as reason, p.receipt_number as number,
    p.id as receipt_id, p.received_on as day, ${noMore}
  from payments p join users u on u.id = p.user_id where p.entered_at >= ${from} and p.entered_at < ${until} and ${where}`

/** Money that went to somebody who is deleted is listed first. */
const refundsWhere = (where: RawBuilder<unknown>, { from, until }: Window): Source => sql`
  select p.id, 'refund' as subject, ${flag(sql`u.deleted_at is not null and u.deleted_at <= p.entered_at`)} as flagged,
    ${ofStudent(sql`p.student_name`)}, p.entered_at as happened_at, p.entered_by as by_id, p.entered_by_name as by_name, p.amount,
    p.reason, p.voucher_number as number, ${noText} as receipt_id, p.paid_on as day, ${noMore}
  from refunds p join users u on u.id = p.user_id where p.entered_at >= ${from} and p.entered_at < ${until} and ${where}`

const now = sql`'' as happened_at, ${noText} as by_id, '' as by_name`
const nothingElse = sql`'' as reason, ${noText} as number, ${noText} as receipt_id, ${noText} as day, ${noMore}`

/** Students who sit here and for whom no month was ever charged. */
const uncharged = ({ today }: Window): Source => sql`
  select u.id, case when u.date_joined is null then 'no-joining-date' else 'no-fee' end as subject, 0 as flagged,
    ${ofStudent(sql`u.name`)}, ${now}, 0 as amount, ${nothingElse}
  from users u where u.role = 'student' and u.deleted_at is null and u.seat_number is not null
    and (u.termination_date is null or u.termination_date >= ${today})
    and (u.date_joined is null or not exists (select 1 from charges f where f.user_id = u.id and f.kind = 'monthly'))`

/** What the hall still has of people who are deleted. */
const left: Source = sql`
  select 'credit-' || u.id as id, 'credit' as subject, 0 as flagged, ${ofStudent(nameOf)}, ${now}, sum(p.credit) as amount, ${nothingElse}
  from users u join payments p on p.user_id = u.id where u.deleted_at is not null and p.credit > 0 and p.voided_at is null
  group by u.id, u.name, u.deleted_at, u.seat_number
  union all
  select 'deposit-' || u.id as id, 'deposit' as subject, 0 as flagged, ${ofStudent(nameOf)}, ${now}, sum(f.paid_amount) as amount,
    ${nothingElse}
  from users u join charges f on f.user_id = u.id where u.deleted_at is not null and f.kind = 'deposit' and f.paid_amount > 0
  group by u.id, u.name, u.deleted_at, u.seat_number`

const sourceOf = (kind: CheckKind, window: Window): Source => {
  const datedBack = (day: RawBuilder<unknown>) => isDatedBack(day, sql`p.entered_at`, window)
  const sources: Record<CheckKind, () => Source> = {
    concessions: () => concessions(window),
    voids: () => voids(window),
    dates: () =>
      sql`${payments(datedBack(sql`p.received_on`), window, sql`p.date_reason`)} union all ${refundsWhere(datedBack(sql`p.paid_on`), window)}`,
    references: () => payments(sql`p.reference_skipped = 1`, window, sql`''`),
    refunds: () => refundsWhere(sql`p.voided_at is null`, window),
    uncharged: () => uncharged(window),
    left: () => left,
  }
  return sources[kind]()
}

export type After = { flagged: number; happenedAt: string; id: string }

/** What is flagged first, then the newest. */
export const page = async (db: Db, kind: CheckKind, window: Window, limit: number, after: After | undefined): Promise<EntryRow[]> => {
  const behind = after
    ? sql`where (entries.flagged, entries.happened_at, entries.id) < (${sql.lit(after.flagged)}, ${after.happenedAt}, ${after.id})`
    : sql``
  const { rows } = await sql<EntryRow>`select * from (${sourceOf(kind, window)}) entries ${behind}
    order by entries.flagged desc, entries.happened_at desc, entries.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

export type FigureRow = { byId: string | null; byName: string; count: number; flagged: number; amount: number }

export const figures = async (db: Db, kind: CheckKind, window: Window): Promise<FigureRow[]> => {
  const { rows } = await sql<FigureRow>`select by_id, max(by_name) as by_name, count(*) as count,
    coalesce(sum(entries.flagged), 0) as flagged, coalesce(sum(entries.amount), 0) as amount
    from (${sourceOf(kind, window)}) entries group by by_id`.execute(db)
  return rows.map((row) => ({ ...row, count: Number(row.count), flagged: Number(row.flagged), amount: Number(row.amount) }))
}
