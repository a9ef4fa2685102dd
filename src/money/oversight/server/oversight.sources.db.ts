import { type RawBuilder, sql } from 'kysely'
import { monthOfDay } from '#contract/month.ts'
import { noReason } from '#contract/reason.ts'
import { leastReference, transferMethods } from '#contract/terms.ts'

/**
 * A day of a month, with the instants at which it begins and ends, and the last days that are before yesterday and more than a week
 * ago.
 */
type DayOfMonth = { day: string; from: string; until: string; beforeYesterday: string; farBack: string }

/** A day that must be closed before the instant `late`, with the instants at which it begins and ends. */
type DayToClose = { day: string; from: string; until: string; late: string }

export type Window = {
  now: string
  today: string
  /** The latest due date of fees that are overdue for too long. */
  owingSince: string
  days: readonly DayOfMonth[]
  toClose: readonly DayToClose[]
  from: string
  until: string
  /** The passes with whose prices those of the month are compared. */
  pricesFrom: string
  pricesUntil: string
  /** The price of a day pass now, in paise; null if it does not count for the month. */
  passPrice: number | null
}

export type Source = RawBuilder<unknown>
export const noText = sql`cast(null as text)`
const noNumber = sql`cast(null as bigint)`
const noClosing = sql`${noText} as closed_at, ${noText} as closed_by_name`
export const noSuccessor = sql`${noText} as printed_at, ${noText} as next_number, ${noNumber} as next_amount`
export const noMore = sql`${noSuccessor}, ${noNumber} as before_value, ${noNumber} as after_value, ${noClosing}`
/** Columns of entries that have nothing but a price before and after. */
export const noMoreThanPrice = (before: RawBuilder<unknown>, after: RawBuilder<unknown>) =>
  sql`${noSuccessor}, ${before} as before_value, ${after} as after_value, ${noClosing}`
export const flag = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 1 else 0 end`

/** For a deleted person, only receipts and vouchers have the name. */
export const nameOf = sql`case when u.deleted_at is null then u.name else coalesce(
  (select named.student_name from payments named where named.user_id = u.id order by named.id desc limit 1), u.name) end`
/** Columns of entries about the cash box. */
export const noStudent = sql`${noText} as user_id, '' as student, ${noText} as deleted_at, ${sql`cast(null as integer)`} as seat_number`
export const ofStudent = (name: RawBuilder<unknown>, seat = sql`u.seat_number`, id = sql`u.id`) =>
  sql`${id} as user_id, ${name} as student, u.deleted_at, ${seat} as seat_number`

/** Older rows contain `noReason` as their text. */
const unexplained = (reason: RawBuilder<unknown>) => sql`${reason} in ('', ${sql.lit(noReason)})`
const given = (reason: RawBuilder<unknown>) => sql`case when ${reason} = '' then ${sql.lit(noReason)} else ${reason} end`

/** Equal concessions of a clerk for several fees of a student on one day are one entry, counted in `times`. */
export const concessions = (window: Window): Source => sql`
  select c.id, c.kind as subject, ${flag(unexplained(sql`c.reason`))} as flagged, ${ofStudent(nameOf)},
    c.created_at as happened_at, c.created_by as by_id, c.created_by_name as by_name,
    case when c.kind = 'monthly-fee' then c.before_value - c.after_value else 0 end as amount, ${given(sql`c.reason`)} as reason,
    ${noText} as number, ${noText} as receipt_id, ${noText} as day, ${noSuccessor}, c.before_value, c.after_value, ${noClosing}, 1 as times
  from concessions c join users u on u.id = c.user_id where c.created_at >= ${window.from} and c.created_at < ${window.until}
  union all
  select max(a.id) as id, a.kind as subject, ${flag(unexplained(sql`a.reason`))} as flagged, ${ofStudent(nameOf)},
    max(a.created_at) as happened_at, a.created_by as by_id, max(a.created_by_name) as by_name, sum(-a.amount) as amount, ${given(sql`a.reason`)} as reason,
    ${noText} as number, ${noText} as receipt_id, ${noText} as day, ${noMore}, count(*) as times
  from adjustments a join ${daysOf(window)} on a.created_at >= days.from_at and a.created_at < days.until_at
    join charges f on f.id = a.charge_id join users u on u.id = f.user_id
  where a.amount < 0 and a.kind <> 'refund' and a.created_at >= ${window.from} and a.created_at < ${window.until}
  group by days.day, a.kind, a.reason, a.amount, a.created_by, u.id, u.name, u.deleted_at, u.seat_number
  union all
  select d.id, 'day-pass' as subject, ${flag(unexplained(sql`d.reason`))} as flagged, ${noText} as user_id, p.student_name as student,
    ${noText} as deleted_at, d.seat_number, d.sold_at as happened_at, d.sold_by as by_id, d.sold_by_name as by_name,
    d.price - d.amount as amount, d.reason, ${noText} as number, ${noText} as receipt_id, ${noText} as day, ${noMore}, 1 as times
  from day_passes d join payments p on p.id = d.payment_id
  where d.amount < d.price and p.voided_at is null and d.sold_at >= ${window.from} and d.sold_at < ${window.until}`

/** Voided payments, those of day passes with what was sold, and voided entries of other money in: all of them leave less cash expected. */
export const voids = ({ days, from, until }: Window): Source => sql`
  select p.id, 'payment' as subject, ${flag(sql`r.printed_at is not null and r.printed_at <= p.voided_at`)} as flagged,
    ${ofStudent(sql`p.student_name`, sql`coalesce(d.seat_number, u.seat_number)`)}, p.voided_at as happened_at, p.voided_by as by_id, p.voided_by_name as by_name, p.amount,
    p.void_reason as reason, p.receipt_number as number, p.id as receipt_id, p.received_on as day, r.printed_at,
    n.receipt_number as next_number, n.amount as next_amount, ${noNumber} as before_value, ${noNumber} as after_value, ${noClosing},
    d.day as pass_day, d.starts as pass_starts, d.shift_name, d.sold_at, d.sold_by_name
  from payments p left join users u on u.id = p.user_id left join receipt_prints r on r.payment_id = p.id
    left join payments n on n.replaces = p.id left join day_passes d on d.payment_id = p.id
  where p.voided_on >= ${days[0]?.day} and p.voided_on <= ${days.at(-1)?.day} and p.voided_at >= ${from} and p.voided_at < ${until}
  union all
  select b.id, 'other-in' as subject, 0 as flagged, ${noStudent}, b.voided_at as happened_at, b.voided_by as by_id,
    b.voided_by_name as by_name, b.amount, b.void_reason as reason, ${noText} as number, ${noText} as receipt_id, b.booked_on as day,
    ${noMore}, ${noText} as pass_day, ${noNumber} as pass_starts, ${noText} as shift_name, ${noText} as sold_at, ${noText} as sold_by_name
  from box_entries b where b.kind = 'in' and b.voided_at >= ${from} and b.voided_at < ${until}`

/** The days of the month. Time zones can jump, so each day has its own instants. */
export const daysOf = ({ days }: Window) =>
  sql`(with month_days (day, from_at, until_at, before_yesterday, far_back) as (values ${sql.join(
    days.map(({ day, from, until, beforeYesterday, farBack }) => sql`(${day}, ${from}, ${until}, ${beforeYesterday}, ${farBack})`),
  )}) select * from month_days) days`

export type Listing = {
  where: RawBuilder<unknown>
  flagged?: RawBuilder<unknown>
  reason: RawBuilder<unknown>
  joined?: RawBuilder<unknown>
  /** Further columns. */
  more?: RawBuilder<unknown>
}

export const payments = (
  { where, flagged = sql`1 = 0`, reason, joined = sql``, more = sql`` }: Listing,
  { from, until }: Window,
): Source => sql`
  select p.id, 'payment' as subject, ${flag(flagged)} as flagged, ${ofStudent(sql`p.student_name`)}, p.entered_at as happened_at,
    p.entered_by as by_id, p.entered_by_name as by_name, p.amount, ${reason} as reason, p.receipt_number as number,
    p.id as receipt_id, p.received_on as day, ${noMore} ${more}
  from payments p left join users u on u.id = p.user_id ${joined} where p.entered_at >= ${from} and p.entered_at < ${until} and ${where}`

export const refunds = (
  { where, flagged = sql`1 = 0`, reason, joined = sql``, more = sql`` }: Listing,
  { from, until }: Window,
): Source => sql`
  select p.id, 'refund' as subject, ${flag(flagged)} as flagged, ${ofStudent(sql`p.student_name`)}, p.entered_at as happened_at,
    p.entered_by as by_id, p.entered_by_name as by_name, p.amount, ${reason} as reason, p.voucher_number as number,
    ${noText} as receipt_id, p.paid_on as day, ${noMore} ${more}
  from refunds p join users u on u.id = p.user_id ${joined} where p.entered_at >= ${from} and p.entered_at < ${until} and ${where}`

const transfers = sql.join(transferMethods.map((method) => sql.lit(method)))

/** Cash that was booked as `other` is in no closing and on no bank statement, so it needs a reference like a transfer. */
const isOtherWithout = sql`(p.method = 'other' and length(p.reference_folded) < ${sql.lit(leastReference)})`

/** Entries that cannot be found at the bank: without a reference, or with that of another entry. */
export const references = (window: Window): Source => sql`
  ${payments(
    { where: sql`(p.reference_skipped = 1 or p.reference_reason <> '' or ${isOtherWithout})`, reason: sql`p.reference_reason` },
    window,
  )}
  union all ${refunds(
    {
      where: sql`((p.method in (${transfers}) and p.reference = '') or p.reference_reason <> '')`,
      reason: sql`case when p.reference_reason = '' then p.reason else p.reference_reason end`,
    },
    window,
  )}`

/** Refunds to a deleted person are listed first. */
export const refundsThatCount = (window: Window): Source =>
  refunds(
    { where: sql`p.voided_at is null`, flagged: sql`u.deleted_at is not null and u.deleted_at <= p.entered_at`, reason: sql`p.reason` },
    window,
  )

const now = sql`'' as happened_at, ${noText} as by_id, '' as by_name`
const nothingElse = sql`'' as reason, ${noText} as number, ${noText} as receipt_id, ${noText} as day, ${noMore}`

/** Students with a valid account and a seat. */
const isSeated = ({ today }: Window) => sql`u.role = 'student' and u.deleted_at is null and u.seat_number is not null
  and (u.termination_date is null or u.termination_date >= ${today})`

/** Students with a seat who were never charged a month up to the next one, with the person who added them. */
export const uncharged = (window: Window): Source => sql`
  select u.id, case when u.date_joined is null then 'no-joining-date' else 'no-fee' end as subject, 0 as flagged,
    ${ofStudent(sql`u.name`)}, coalesce(a.at, '') as happened_at, a.actor_id as by_id, coalesce(a.actor_name, '') as by_name,
    0 as amount, ${nothingElse}
  from users u left join audit a on a.target_id = u.id and a.action = 'users.create' where ${isSeated(window)}
    and (u.date_joined is null or not exists (select 1 from charges f where f.user_id = u.id and f.kind = 'monthly'
      and f.period <= ${monthOfDay(window.today) + 1}))`

/** Students with a seat who have owed for too long. If cash was kept and never entered, only this list shows it. */
export const owing = (window: Window): Source => sql`
  select f.user_id as id, 'dues' as subject, 0 as flagged, ${ofStudent(sql`u.name`, sql`u.seat_number`, sql`f.user_id`)}, ${now}, f.amount - f.paid_amount as amount,
    '' as reason, ${noText} as number, ${noText} as receipt_id, f.since as day, ${noMore}
  from users u join fee_accounts f on f.user_id = u.id where ${isSeated(window)} and f.is_deleted = 0 and f.since < ${window.owingSince}`

/**
 * All seats that were marked as out of order, with the names in the audit. Cash for such a seat that was never entered is on no other
 * list.
 */
export const outages = ({ from, until }: Window): Source => sql`
  select o.id, 'outage' as subject, 0 as flagged, ${noText} as user_id, '' as student, ${noText} as deleted_at, o.seat_number,
    o.created_at as happened_at, o.created_by as by_id, coalesce(a.actor_name, '') as by_name, 0 as amount, o.reason,
    ${noText} as number, ${noText} as receipt_id, o.from_day as day, ${noSuccessor}, ${noNumber} as before_value,
    ${noNumber} as after_value, o.ended_at as closed_at, e.actor_name as closed_by_name, o.to_day as last_day
  from seat_outages o left join audit a on a.target_id = o.id and a.action = 'rooms.startOutage'
    left join audit e on e.target_id = o.id and e.action = 'rooms.endOutage'
  where o.created_at >= ${from} and o.created_at < ${until}`

/** Money of deleted people that the hall still has. */
export const left: Source = sql`
  select 'credit-' || u.id as id, 'credit' as subject, 0 as flagged, ${ofStudent(nameOf)}, ${now}, sum(p.credit) as amount, ${nothingElse}
  from users u join payments p on p.user_id = u.id where u.deleted_at is not null and p.credit > 0 and p.voided_at is null
  group by u.id, u.name, u.deleted_at, u.seat_number
  union all
  select 'deposit-' || u.id as id, 'deposit' as subject, 0 as flagged, ${ofStudent(nameOf)}, ${now}, sum(f.paid_amount) as amount,
    ${nothingElse}
  from users u join charges f on f.user_id = u.id where u.deleted_at is not null and f.kind = 'deposit' and f.paid_amount > 0
  group by u.id, u.name, u.deleted_at, u.seat_number`
