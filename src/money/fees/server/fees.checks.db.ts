import { type RawBuilder, sql } from 'kysely'
import type { NumberSeriesTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'

/** Maximum number of findings reported per kind. */
const MOST = 20

const found = async <T>(db: Db, query: RawBuilder<T>): Promise<T[]> => (await query.execute(db)).rows

const given = sql`(select allocations.charge_id, sum(allocations.amount) as sum from allocations
  join payments on payments.id = allocations.payment_id where payments.voided_at is null group by 1)`
const givenBack = sql`(select refund_lines.charge_id, sum(refund_lines.amount) as sum from refund_lines
  join refunds on refunds.id = refund_lines.refund_id where refunds.voided_at is null and refund_lines.charge_id is not null group by 1)`

/** Fees whose paid amount differs from their payments. */
export const wronglyPaid = (db: Db) =>
  found(
    db,
    sql<{ id: string; paid: number; reckoned: number }>`
      select charges.id, charges.paid_amount as paid, coalesce(given.sum, 0) - coalesce(back.sum, 0) as reckoned from charges
      left join ${given} given on given.charge_id = charges.id left join ${givenBack} back on back.charge_id = charges.id
      where charges.paid_amount <> coalesce(given.sum, 0) - coalesce(back.sum, 0) limit ${MOST}`,
  )

/** Fees whose amount differs from the charged amount and its adjustments. */
export const wronglyAdjusted = (db: Db) =>
  found(
    db,
    sql<{ id: string; amount: number; reckoned: number }>`
      select charges.id, charges.amount, charges.original_amount + coalesce(changes.sum, 0) as reckoned from charges
      left join (select charge_id, sum(amount) as sum from adjustments group by 1) changes on changes.charge_id = charges.id
      where charges.amount <> charges.original_amount + coalesce(changes.sum, 0) limit ${MOST}`,
  )

/** Payments whose amount differs from the sum of their allocations, refunds, credit and day pass. */
export const wronglySpread = (db: Db) =>
  found(
    db,
    sql<{ number: string; amount: number; reckoned: number }>`
      select payments.receipt_number as number, payments.amount,
        payments.credit + coalesce(parts.sum, 0) + coalesce(back.sum, 0) + coalesce(passes.amount, 0) as reckoned from payments
      left join (select payment_id, sum(amount) as sum from allocations group by 1) parts on parts.payment_id = payments.id
      left join (select refund_lines.payment_id, sum(refund_lines.amount) as sum from refund_lines
        join refunds on refunds.id = refund_lines.refund_id
        where refunds.voided_at is null and refund_lines.charge_id is null group by 1) back on back.payment_id = payments.id
      left join day_passes passes on passes.payment_id = payments.id and passes.visitor_id = payments.visitor_id
      where payments.voided_at is null
        and payments.amount <> payments.credit + coalesce(parts.sum, 0) + coalesce(back.sum, 0) + coalesce(passes.amount, 0) limit ${MOST}`,
  )

export const wronglyRefunded = (db: Db) =>
  found(
    db,
    sql<{ number: string; amount: number; reckoned: number }>`
      select refunds.voucher_number as number, refunds.amount, coalesce(sum(refund_lines.amount), 0) as reckoned from refunds
      left join refund_lines on refund_lines.refund_id = refunds.id
      group by refunds.id, refunds.voucher_number, refunds.amount
      having refunds.amount <> coalesce(sum(refund_lines.amount), 0) limit ${MOST}`,
  )

type Series = NumberSeriesTable['series']

const givenNumbers: Record<Series, RawBuilder<unknown>> = {
  receipt: sql`(select receipt_year as year, receipt_count as count, receipt_number as number from payments)`,
  refund: sql`(select voucher_year as year, voucher_count as count, voucher_number as number from refunds)`,
}

/** Numbers above the last number of the series. */
export const unknownNumbers = (db: Db, series: Series) =>
  found(
    db,
    sql<{ number: string }>`
      select given.number from ${givenNumbers[series]} given
      left join number_series on number_series.series = ${series} and number_series.year = given.year
      where given.count > coalesce(number_series.last, 0) order by given.year, given.count limit ${MOST}`,
  )

/** Numbers from `first` to `last` of a year that no receipt or voucher has, although the series is past them. */
export const gaps = (db: Db, series: Series) =>
  found(
    db,
    sql<{ year: number; first: number; last: number }>`
      select year, count + 1 as first, following - 1 as last from (
        select year, count, lead(count) over (partition by year order by count) as following from (
          select year, count from ${givenNumbers[series]} given
          union all select year, 0 from number_series where series = ${series}
          union all select year, last + 1 from number_series where series = ${series}
        ) numbers
      ) pairs where following > count + 1 order by year, count`,
  )

/** The corrections of the last number of a series, in the order they were made. */
export const corrections = (db: Db, series: Series) =>
  db.selectFrom('numberCorrections').select(['year', 'beforeLast', 'afterLast']).where('series', '=', series).orderBy('id').execute()

/** Returns whether the sums that triggers maintain match the fees. A row of zeros may remain after fees are deleted. */
export const sumsAreRight = async (db: Db): Promise<boolean> => {
  const wrong = await found(
    db,
    sql<{ wrong: number }>`
      select 1 as wrong from (
        select kept.period, kept.settled, kept.charges, kept.amount, kept.paid_amount from fee_totals kept
        where kept.charges <> 0 or kept.amount <> 0 or kept.paid_amount <> 0
        except
        select period, case when settled_at is null then 0 else 1 end, count(*), sum(amount), sum(paid_amount) from charges group by 1, 2
      ) months
      union all
      select 1 from (
        select user_id, charges, open_charges, amount, paid_amount, since, is_deleted from fee_accounts
        where charges <> 0 or open_charges <> 0 or amount <> 0 or paid_amount <> 0 or since is not null
        except
        select user_id, count(*), sum(case when settled_at is null then 1 else 0 end), sum(amount), sum(paid_amount),
          min(case when settled_at is null then due_on end), case when users.deleted_at is null then 0 else 1 end
          from charges join users on users.id = charges.user_id group by charges.user_id, users.deleted_at
      ) people
      limit 1`,
  )
  const [counts] = await found(
    db,
    sql<{ fees: number; months: number; people: number }>`select (select count(*) from charges) as fees,
      (select coalesce(sum(charges), 0) from fee_totals) as months, (select coalesce(sum(charges), 0) from fee_accounts) as people`,
  )
  return wrong.length === 0 && [counts?.months, counts?.people].every((count) => Number(count) === Number(counts?.fees))
}

/** Returns whether a search finds every receipt by its name as issued. */
export const namesAreComplete = async (db: Db): Promise<boolean> => {
  const missing = await found(
    db,
    sql`select 1 from payments where not exists (select 1 from issued_names where name = lower(payments.student_name)) limit 1`,
  )
  return missing.length === 0
}

const dueDays = sql`
  select charges.user_id, due_on, case when users.deleted_at is null then 0 else 1 end as is_deleted,
    coalesce(lead(due_on) over (partition by charges.user_id order by due_on), 'never') as until, count(*) as charges,
    sum(amount - paid_amount) as owed
  from charges join users on users.id = charges.user_id where settled_at is null group by charges.user_id, due_on, users.deleted_at`

/** Returns whether the stored dues match the open fees, row by row. */
export const duesAreRight = async (db: Db): Promise<boolean> => {
  const wrong = await found(
    db,
    sql<{ wrong: number }>`
      select 1 as wrong from (
        select user_id, due_on, is_deleted, until, charges, owed from fee_due_days
        except ${dueDays}
      ) days
      union all
      select 1 from (
        select is_deleted, due_on, until, students, charges, owed from fee_dues
        except
        select is_deleted, due_on, until, count(*), sum(charges), sum(owed) from (${dueDays}) reckoned group by 1, 2, 3
      ) sums
      limit 1`,
  )
  const [rows] = await found(
    db,
    sql<{ days: number; students: number; reckoned: number }>`select (select count(*) from fee_due_days) as days,
      (select coalesce(sum(students), 0) from fee_dues) as students, (select count(*) from (${dueDays}) reckoned) as reckoned`,
  )
  return wrong.length === 0 && Number(rows?.days) === Number(rows?.reckoned) && Number(rows?.students) === Number(rows?.reckoned)
}
