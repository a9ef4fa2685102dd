import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Maximum number of findings listed per kind. */
const MOST = 20

const found = async <T>(db: Db, query: RawBuilder<T>): Promise<T[]> => (await query.execute(db)).rows

/** Every cash movement that must exist: one for each entry, and one for its void. */
const due = sql`(
  select 'payment' as kind, id as ref, amount from payments where method = 'cash'
  union all select 'payment-void', id, -amount from payments where method = 'cash' and voided_at is not null
  union all select 'refund', id, -amount from refunds where method = 'cash'
  union all select 'refund-void', id, amount from refunds where method = 'cash' and voided_at is not null
  union all select kind, id, case kind when 'in' then amount else -amount end from box_entries
  union all select kind || '-void', id, case kind when 'in' then -amount else amount end from box_entries where voided_at is not null
)`

export type Wrong = { kind: string; ref: string }

/** Entries without a cash movement of their amount. */
export const missingMoves = (db: Db): Promise<Wrong[]> =>
  found(
    db,
    sql<Wrong>`select due.kind, due.ref from ${due} due
      left join cash_moves on cash_moves.kind = due.kind and cash_moves.ref = due.ref and cash_moves.amount = due.amount
      where cash_moves.id is null order by due.ref limit ${MOST}`,
  )

/** Cash movements without an entry of their amount. */
export const strangeMoves = (db: Db): Promise<Wrong[]> =>
  found(
    db,
    sql<Wrong>`select cash_moves.kind, cash_moves.ref from cash_moves
      left join ${due} due on due.kind = cash_moves.kind and due.ref = cash_moves.ref and due.amount = cash_moves.amount
      where due.ref is null order by cash_moves.at limit ${MOST}`,
  )

/** Closings in order, each with the end of the previous one. Closings from before the running balance counted by day. */
const closings = sql`(
  select closings.*, coalesce(hand_overs.amount, 0) as handed_over,
    lag(closings.as_of) over in_order as before_as_of,
    lag(closings.counted - coalesce(hand_overs.amount, 0)) over in_order as left_before,
    case when exists (select 1 from journal_genesis where kind = 'closing' and ref = closings.id) then 1 else 0 end as is_older
  from closings left join hand_overs on hand_overs.closing_id = closings.id
  window in_order as (order by closings.as_of, closings.nth)
)`

const moved = (kinds: readonly string[]) =>
  sql`coalesce((select sum(amount) from cash_moves where at > coalesce(closing.before_as_of, '') and at <= closing.as_of
    and kind in (${sql.join(kinds)})), 0)`

/** Closings whose figures differ from the movements they cover, or that handed over more than was counted. */
export const wrongClosings = (db: Db): Promise<{ day: string; nth: number }[]> =>
  found(
    db,
    sql<{ day: string; nth: number }>`select closing.day, closing.nth from ${closings} closing
      where closing.handed_over > closing.counted or (closing.is_older = 0 and (
        closing.opening_float <> coalesce(closing.left_before, 0)
        or closing.cash_in <> ${moved(['payment'])}
        or closing.cash_refunds <> -${moved(['refund'])}
        or closing.cash_voids <> -${moved(['payment-void', 'refund-void'])}
        or closing.paid_out <> -${moved(['out', 'out-void'])}
        or closing.other_in <> ${moved(['in', 'in-void'])}
        or closing.expected <> closing.opening_float + closing.cash_in - closing.cash_refunds - closing.cash_voids
          - closing.paid_out + closing.other_in
      )) order by closing.as_of, closing.nth limit ${MOST}`,
  )

const moneyMonths = sql`
  select substr(booked_on, 1, 7) as month, 'payment' as source, amount from payments
  union all select substr(voided_on, 1, 7), 'payment-void', amount from payments where voided_on is not null
  union all select substr(booked_on, 1, 7), 'refund', amount from refunds
  union all select substr(voided_on, 1, 7), 'refund-void', amount from refunds where voided_on is not null
  union all select substr(booked_on, 1, 7), kind, amount from box_entries
  union all select substr(voided_on, 1, 7), kind || '-void', amount from box_entries where voided_on is not null`

/** Returns whether the stored money of each month matches payments, refunds and the cash box. */
export const monthsAreRight = async (db: Db): Promise<boolean> => {
  const [differing] = await found(
    db,
    sql<{ count: number }>`select count(*) as count from (
      select month, source, sum(amount) as amount from (
        select month, source, amount from money_months union all select month, source, -amount from (${moneyMonths}) reckoned
      ) both_sides group by month, source
    ) months where amount <> 0`,
  )
  return Number(differing?.count) === 0
}
