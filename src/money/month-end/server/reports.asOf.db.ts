import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/*
 * Figures as they were at an instant, computed from what had been entered until then: so a page that was printed once can be
 * printed again, whatever was paid, waived or voided since.
 */

type Sums = { period: number; amount: number; paid: number }

const chargedUntil = (until: string) => sql`
  select charges.id, charges.period, charges.kind, charges.original_amount + coalesce((select sum(adjustments.amount) from adjustments
    where adjustments.charge_id = charges.id and adjustments.created_at <= ${until}), 0) as amount
  from charges where charges.created_at <= ${until}`

const paidUntil = (until: string) => sql`
  select allocations.charge_id, sum(allocations.amount) as amount from allocations
    join payments on payments.id = allocations.payment_id
    where allocations.created_at <= ${until} and (payments.voided_at is null or payments.voided_at > ${until}) group by 1`

const refundedUntil = (until: string) => sql`
  select refund_lines.charge_id, sum(refund_lines.amount) as amount from refund_lines
    join refunds on refunds.id = refund_lines.refund_id
    where refund_lines.charge_id is not null and refunds.entered_at <= ${until}
      and (refunds.voided_at is null or refunds.voided_at > ${until}) group by 1`

const sums = (until: string, which: ReturnType<typeof sql>) => sql<Sums>`
  select charged.period, sum(charged.amount) as amount, sum(coalesce(paid.amount, 0) - coalesce(refunded.amount, 0)) as paid
  from (${chargedUntil(until)}) charged
  left join (${paidUntil(until)}) paid on paid.charge_id = charged.id
  left join (${refundedUntil(until)}) refunded on refunded.charge_id = charged.id
  where ${which} group by charged.period order by charged.period`

/** Sums over the fees of these months, both included, deposits among them. */
export const months = async (db: Db, from: number, to: number, until: string): Promise<Sums[]> =>
  (await sums(until, sql`charged.period between ${from} and ${to}`).execute(db)).rows

/** Sums over the deposits of every month. */
export const deposits = async (db: Db, until: string): Promise<Sums[]> =>
  (await sums(until, sql`charged.kind = 'deposit'`).execute(db)).rows
