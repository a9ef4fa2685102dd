import { type RawBuilder, sql } from 'kysely'
import type { ChargeKind } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'

/*
 * Computes fees as they were at an instant, so that a printed page can be printed again after later payments, waivers and voids.
 * Sums differ from those of now by the fees that have changed since; only these are read.
 */

/** The fees that were entered, changed, paid, refunded or released after an instant. */
const changedSince = (until: string) => sql`
  select id from charges where created_at > ${until}
  union all select charge_id from adjustments where created_at > ${until}
  union all select charge_id from allocations where created_at > ${until}
  union all select allocations.charge_id from payments join allocations on allocations.payment_id = payments.id
    where payments.voided_at > ${until}
  union all select refund_lines.charge_id from refunds join refund_lines on refund_lines.refund_id = refunds.id
    where refund_lines.charge_id is not null and refunds.entered_at > ${until}
  union all select refund_lines.charge_id from refunds join refund_lines on refund_lines.refund_id = refunds.id
    where refund_lines.charge_id is not null and refunds.voided_at > ${until}`

/** What one fee cost at an instant. */
const amountThen = (until: string) => sql`charges.original_amount + coalesce((select sum(adjustments.amount) from adjustments
  where adjustments.charge_id = charges.id and adjustments.created_at <= ${until}), 0)`

/** What was paid for one fee at an instant. */
const paidThen = (until: string) => sql`coalesce((select sum(allocations.amount) from allocations
    join payments on payments.id = allocations.payment_id
    where allocations.charge_id = charges.id and allocations.created_at <= ${until}
      and (payments.voided_at is null or payments.voided_at > ${until})), 0)
  - coalesce((select sum(refund_lines.amount) from refund_lines join refunds on refunds.id = refund_lines.refund_id
    where refund_lines.charge_id = charges.id and refunds.entered_at <= ${until}
      and (refunds.voided_at is null or refunds.voided_at > ${until})), 0)`

/** Every changed fee as it is now and as it was then; a fee that was not entered yet cost nothing. */
const changes = (until: string) => sql`
  select charges.user_id, charges.period, charges.kind, charges.due_on, charges.amount, charges.paid_amount,
    case when charges.created_at <= ${until} then ${amountThen(until)} else 0 end as amount_then,
    case when charges.created_at <= ${until} then ${paidThen(until)} else 0 end as paid_then
  from charges where charges.id in (${changedSince(until)})`

export type Sums = { period: number; amount: number; paid: number }

const sums = async (db: Db, until: string, which: RawBuilder<unknown>): Promise<Sums[]> =>
  (
    await sql<Sums>`select period, sum(amount_then - amount) as amount, sum(paid_then - paid_amount) as paid
      from (${changes(until)}) changes where ${which} group by period order by period`.execute(db)
  ).rows

/** Returns by how much the sums of the fees of these months, both included, differed at an instant; deposits included. */
export const months = (db: Db, from: number, to: number, until: string) => sums(db, until, sql`period between ${from} and ${to}`)

/** Returns by how much the sums of the deposits of each month differed at an instant. */
export const deposits = (db: Db, until: string) => sums(db, until, sql`kind = 'deposit'`)

export type StudentFee = Sums & { kind: ChargeKind }

/** Returns the fees of one student. */
export const ofStudent = async (db: Db, userId: string, until: string): Promise<StudentFee[]> =>
  (
    await sql<StudentFee>`select charges.period, charges.kind, ${amountThen(until)} as amount, ${paidThen(until)} as paid
      from charges
      where charges.user_id = ${userId} and charges.created_at <= ${until}`.execute(db)
  ).rows

/** A range of due dates, both ends included. */
export type DueDates = { from?: string; to?: string }
export type Owed = { students: number; fees: number; owed: number }
type OwedRow = Owed & { at: number }

const deletedStudents = -1

export type Difference = { groups: Owed[]; deleted: Owed }

/**
 * What each student whose dues changed owes on each due date, now and then. Days without a change are included, because a student
 * who owes on several days of a range is counted once.
 */
const daysOfChanged = (until: string) => sql`
  with moved as (
    select user_id, due_on, amount_then - paid_then as owed_then, amount - paid_amount as owed from (${changes(until)}) changes
  ), touched as (
    select user_id from moved union all select id from users where deleted_at > ${until}
  )
  select user_id, due_on, sum(fees) as fees, sum(owed) as owed, sum(fees_then) as fees_then, sum(owed_then) as owed_then from (
    select user_id, due_on, charges as fees, owed, charges as fees_then, owed as owed_then from fee_due_days
      where user_id in (select user_id from touched)
    union all select user_id, due_on, 0, 0,
      case when owed_then > 0 then 1 else 0 end - case when owed > 0 then 1 else 0 end,
      case when owed_then > 0 then owed_then else 0 end - owed from moved
  ) days group by user_id, due_on`

/** Returns by how much what was owed at an instant differed, in each range of due dates and of students deleted before that instant. */
export const owed = async (db: Db, dates: readonly DueDates[], until: string): Promise<Difference> => {
  const ranges = dates.map(({ from = '', to = '9999' }, at) => sql`when due_on between ${from} and ${to} then ${sql.lit(at)}`)
  const rangeIf = (deleted: RawBuilder<unknown>) =>
    sql`case when ${deleted} then ${sql.lit(deletedStudents)} ${sql.join(ranges, sql` `)} end`
  const { rows } = await sql<OwedRow>`
    with days as (${daysOfChanged(until)}), sides as (
      select -1 as side, ${rangeIf(sql`users.deleted_at is not null`)} as at, user_id, fees, owed
        from days join users on users.id = days.user_id where fees > 0
      union all select 1, ${rangeIf(sql`users.deleted_at <= ${until}`)}, user_id, fees_then, owed_then
        from days join users on users.id = days.user_id where fees_then > 0
    )
    select at, sum(side) as students, sum(side * fees) as fees, sum(side * owed) as owed from (
      select side, at, user_id, sum(fees) as fees, sum(owed) as owed from sides group by side, at, user_id
    ) students group by at`.execute(db)
  const of = (wanted: number): Owed => {
    const { students = 0, fees = 0, owed: sum = 0 } = rows.find(({ at }) => at === wanted) ?? {}
    return { students, fees, owed: sum }
  }
  return { groups: dates.map((_, at) => of(at)), deleted: of(deletedStudents) }
}
