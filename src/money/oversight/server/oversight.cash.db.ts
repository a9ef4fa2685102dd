import { sql } from 'kysely'
import { flag, noStudent, noSuccessor, type Source, type Window } from './oversight.sources.db.ts'

/** Closings whose counted amount differs from the expected one, with the person who closed. */
export const differences = ({ from, until }: Window): Source => sql`
  select c.id, 'closing' as subject, ${flag(sql`c.counted < c.expected`)} as flagged, ${noStudent}, c.closed_at as happened_at,
    c.closed_by as by_id, c.closed_by_name as by_name, c.expected - c.counted as amount, c.notes as reason, null as number,
    null as receipt_id, c.day, ${noSuccessor}, c.expected as before_value, c.counted as after_value, null as closed_at,
    null as closed_by_name
  from closings c where c.closed_at >= ${from} and c.closed_at < ${until} and c.counted <> c.expected`

const isVoid = sql`m.kind like '%-void'`

/**
 * What each closing counts: the cash movements after the closing before it, up to its own instant. What no closing has counted yet is
 * the last row. Of closings with the same instant, the first counts.
 */
const counts = sql`
  select lag(as_of, 1, '') over (order by as_of, nth) as after_at, as_of as up_to, closed_at, closed_by_name from closings
    where as_of >= (select min(from_at) from days)
  union all select coalesce(max(as_of), ''), '9999', null, null from closings`

/** The days over whose cash a closing was made too late, or not yet, once for each of these closings. */
const missed = (now: string) => sql`
  select days.*, counts.* from days join counts on counts.up_to >= days.from_at and counts.after_at < days.until_at
  where days.late <= ${now} and (counts.closed_at is null or counts.closed_at >= days.late)`

/** The cash movements of these days, each with the person who made it: those of the days that were closed in time are not read. */
const moves = sql`
  select missed.day, missed.late, m.amount, missed.closed_at, missed.closed_by_name,
    case when ${isVoid} then coalesce(p.voided_by, r.voided_by, b.voided_by) else coalesce(p.entered_by, r.entered_by, b.entered_by) end
      as by_id,
    case when ${isVoid} then coalesce(p.voided_by_name, r.voided_by_name, b.voided_by_name)
      else coalesce(p.entered_by_name, r.entered_by_name, b.entered_by_name) end as by_name
  from missed join cash_moves m on m.at >= missed.from_at and m.at < missed.until_at and m.at > missed.after_at and m.at <= missed.up_to
    left join payments p on m.kind in ('payment', 'payment-void') and p.id = m.ref
    left join refunds r on m.kind in ('refund', 'refund-void') and r.id = m.ref
    left join box_entries b on m.kind in ('out', 'out-void', 'in', 'in-void') and b.id = m.ref`

/**
 * The cash of each day and clerk that no closing counted by the end of the next day. It belongs to the month in which it became
 * late, so that no entry is added to a month that is over. What matters is when the closing was made, not the instant that it
 * counts up to, which may be long ago.
 */
export const unclosed = ({ toClose, now }: Window): Source => sql`
  with days (day, from_at, until_at, late) as (values ${sql.join(
    toClose.map(({ day, from, until, late }) => sql`(${day}, ${from}, ${until}, ${late})`),
  )}), counts as (${counts}), missed as materialized (${missed(now)})
  select day || '-' || by_id as id, 'day' as subject, ${flag(sql`count(*) > count(closed_at)`)} as flagged, ${noStudent},
    late as happened_at, by_id, max(by_name) as by_name, sum(amount) as amount, '' as reason, null as number, null as receipt_id,
    day, ${noSuccessor}, null as before_value, null as after_value,
    case when count(*) = count(closed_at) then max(closed_at) end as closed_at,
    case when count(*) = count(closed_at) then max(closed_by_name) end as closed_by_name
  from (${moves}) moved group by day, late, by_id`
