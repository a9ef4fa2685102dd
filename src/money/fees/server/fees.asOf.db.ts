import { type RawBuilder, sql } from 'kysely'
import type { ChargeKind } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'

/*
 * Computes fees as they were at an instant from the entries made until then, so that a printed page can be printed again after
 * later payments, waivers and voids.
 */

const chargedUntil = (until: string) => sql`
  select charges.id, charges.user_id, charges.period, charges.kind, charges.due_on, charges.original_amount + coalesce((
    select sum(adjustments.amount) from adjustments where adjustments.charge_id = charges.id and adjustments.created_at <= ${until}), 0)
    as amount from charges where charges.created_at <= ${until}`

const paidUntil = (until: string) => sql`
  select allocations.charge_id, sum(allocations.amount) as amount from allocations
    join payments on payments.id = allocations.payment_id
    where allocations.created_at <= ${until} and (payments.voided_at is null or payments.voided_at > ${until}) group by 1`

const refundedUntil = (until: string) => sql`
  select refund_lines.charge_id, sum(refund_lines.amount) as amount from refund_lines
    join refunds on refunds.id = refund_lines.refund_id
    where refund_lines.charge_id is not null and refunds.entered_at <= ${until}
      and (refunds.voided_at is null or refunds.voided_at > ${until}) group by 1`

const feesUntil = (until: string) => sql`
  select charged.user_id, charged.period, charged.kind, charged.due_on, charged.amount,
    coalesce(paid.amount, 0) - coalesce(refunded.amount, 0) as paid
  from (${chargedUntil(until)}) charged
  left join (${paidUntil(until)}) paid on paid.charge_id = charged.id
  left join (${refundedUntil(until)}) refunded on refunded.charge_id = charged.id`

export type Sums = { period: number; amount: number; paid: number }

const sums = async (db: Db, until: string, which: RawBuilder<unknown>): Promise<Sums[]> =>
  (
    await sql<Sums>`select fees.period, sum(fees.amount) as amount, sum(fees.paid) as paid from (${feesUntil(until)}) fees
      where ${which} group by fees.period order by fees.period`.execute(db)
  ).rows

/** Returns the sums of the fees of these months, both included, deposits included. */
export const months = (db: Db, from: number, to: number, until: string) => sums(db, until, sql`fees.period between ${from} and ${to}`)

export type StudentFee = Sums & { kind: ChargeKind }

/** Returns the fees of one student. */
export const ofStudent = async (db: Db, userId: string, until: string): Promise<StudentFee[]> =>
  (
    await sql<StudentFee>`select charges.period, charges.kind,
        charges.original_amount + coalesce((select sum(adjustments.amount) from adjustments
          where adjustments.charge_id = charges.id and adjustments.created_at <= ${until}), 0) as amount,
        coalesce((select sum(allocations.amount) from allocations join payments on payments.id = allocations.payment_id
          where allocations.charge_id = charges.id and allocations.created_at <= ${until}
            and (payments.voided_at is null or payments.voided_at > ${until})), 0)
        - coalesce((select sum(refund_lines.amount) from refund_lines join refunds on refunds.id = refund_lines.refund_id
          where refund_lines.charge_id = charges.id and refunds.entered_at <= ${until}
            and (refunds.voided_at is null or refunds.voided_at > ${until})), 0) as paid
      from charges
      where charges.user_id = ${userId} and charges.created_at <= ${until}`.execute(db)
  ).rows

/** Returns the sums of the deposits of all months. */
export const deposits = (db: Db, until: string) => sums(db, until, sql`fees.kind = 'deposit'`)

/** A range of due dates, both ends included. */
export type DueDates = { from?: string; to?: string }
export type Owed = { students: number; fees: number; owed: number }
type OwedRow = Owed & { at: number }

const deletedStudents = -1

export type OwedOf<Dates> = { groups: (Dates & Owed)[]; deleted: Owed }

/** Returns what was owed in each range of due dates, and what students deleted before that instant owed. */
export const owed = async <Dates extends DueDates>(db: Db, dates: readonly Dates[], until: string): Promise<OwedOf<Dates>> => {
  const ranges = dates.map(({ from = '', to = '9999' }, at) => sql`when fees.due_on between ${from} and ${to} then ${sql.lit(at)}`)
  const { rows } = await sql<OwedRow>`
    select at, count(distinct user_id) as students, count(*) as fees, sum(balance) as owed from (
      select case when users.deleted_at <= ${until} then ${sql.lit(deletedStudents)} ${sql.join(ranges, sql` `)} end as at,
        fees.user_id, fees.amount - fees.paid as balance
      from (${feesUntil(until)}) fees join users on users.id = fees.user_id where fees.amount > fees.paid) owing
    group by at`.execute(db)
  const of = (wanted: number): Owed => {
    const { students = 0, fees = 0, owed: sum = 0 } = rows.find(({ at }) => at === wanted) ?? {}
    return { students, fees, owed: sum }
  }
  return { groups: dates.map((one, at) => ({ ...one, ...of(at) })), deleted: of(deletedStudents) }
}
