import { type RawBuilder, sql } from 'kysely'
import {
  daysOf,
  flag,
  type Listing,
  noMore,
  noStudent,
  noText,
  payments,
  refunds,
  type Source,
  type Window,
} from './oversight.sources.db.ts'

const boxReason = sql`case when p.date_reason = '' then p.purpose else p.purpose || ' · ' || p.date_reason end`

const boxEntries = ({ where, flagged = sql`1 = 0`, joined = sql``, more = sql`` }: Listing, { from, until }: Window): Source => sql`
  select p.id, case p.kind when 'out' then 'paid-out' else 'other-in' end as subject, ${flag(flagged)} as flagged, ${noStudent},
    p.entered_at as happened_at, p.entered_by as by_id, p.entered_by_name as by_name, p.amount, ${boxReason} as reason,
    ${noText} as number, ${noText} as receipt_id, p.booked_on as day, ${noMore} ${more}
  from box_entries p ${joined} where p.entered_at >= ${from} and p.entered_at < ${until} and ${where}`

/** A hand-over has the day that its closing counts, and is entered when that closing is made. */
const handOvers = ({ where, flagged = sql`1 = 0`, joined = sql``, more = sql`` }: Listing, { from, until }: Window): Source => sql`
  select p.id, 'hand-over' as subject, ${flag(flagged)} as flagged, ${noStudent}, p.entered_at as happened_at, p.closed_by as by_id,
    p.closed_by_name as by_name, p.amount, p.receiver as reason, ${noText} as number, ${noText} as receipt_id, p.day, ${noMore} ${more}
  from (select h.id, h.amount, h.receiver, c.day, c.closed_at as entered_at, c.closed_by, c.closed_by_name
    from hand_overs h join closings c on c.id = h.closing_id) p ${joined}
  where p.entered_at >= ${from} and p.entered_at < ${until} and ${where}`

const isLate = (day: RawBuilder<unknown>) => sql`${day} <= days.before_yesterday`
/** Cash that was received but is not in the box, because its day was closed, or had to be, before it was entered. */
const isLateCash = (day: RawBuilder<unknown>) => sql`(${isLate(day)}
  or ${day} <= coalesce((select c.day from closings c where c.as_of < p.entered_at order by c.as_of desc limit 1), ''))`

type Dated = {
  entries: (listing: Listing, window: Window) => Source
  /** The day that was entered. */
  day: RawBuilder<unknown>
  isLate: RawBuilder<unknown>
}

const money = (entries: Dated['entries'], day: RawBuilder<unknown>): Dated => ({
  entries,
  day,
  isLate: sql`(p.method = 'cash' and ${isLateCash(day)})`,
})

const dated: readonly Dated[] = [
  money(payments, sql`p.received_on`),
  money(refunds, sql`p.paid_on`),
  { entries: boxEntries, day: sql`p.booked_on`, isLate: isLateCash(sql`p.booked_on`) },
  // Cash left from a closed day may be handed over on the next one.
  { entries: handOvers, day: sql`p.day`, isLate: isLate(sql`p.day`) },
]

/**
 * Backdated entries. Within a week, backdating is common, for example for a transfer entered on the next day, so of these only cash
 * that came too late for the closing of its day is `listed`.
 */
export const datedBack = (window: Window): Source => {
  const joined = sql`join ${daysOf(window)} on p.entered_at >= days.from_at and p.entered_at < days.until_at`
  const sources = dated.map(({ entries, day, isLate: late }) => {
    const listed = flag(sql`${day} <= days.far_back or ${late}`)
    const more = sql`, ${listed} as listed`
    return entries({ where: sql`${day} < days.day`, flagged: late, reason: sql`p.date_reason`, joined, more }, window)
  })
  return sql.join(sources, sql` union all `)
}

export const dates = (window: Window): Source => sql`select * from (${datedBack(window)}) dated_back where listed = 1`
