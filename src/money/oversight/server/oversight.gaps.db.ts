import { sql } from 'kysely'
import { daysOf, nameOf, noMore, noText, ofStudent, type Source, type Window } from './oversight.sources.db.ts'

const monthOf = (day: ReturnType<typeof sql>) => sql`cast(substr(${day}, 1, 4) as integer) * 12 + cast(substr(${day}, 6, 2) as integer)`

/**
 * Students who came back after whole months that are not charged: a clerk could let a student sit there without a fee, or for cash,
 * and extend the membership afterwards. The audit has who did it, and when. In JSON, the quotes of a text are escaped, so that a name
 * cannot look like a field. `times` is the number of these months. The literals are those of the index `audit_of_returns`, so that no
 * other change of a person is read.
 */
export const uncountedGaps = (window: Window): Source => sql`
  select a.id, 'gap' as subject, 0 as flagged, ${ofStudent(nameOf)}, a.at as happened_at, a.actor_id as by_id, a.actor_name as by_name,
    0 as amount, '' as reason, ${noText} as number, ${noText} as receipt_id, s.to_day as day, ${noMore},
    ${monthOf(sql`days.day`)} - (${monthOf(sql`s.to_day`)}) - 1 as times
  from audit a join ${daysOf(window)} on a.at >= days.from_at and a.at < days.until_at join users u on u.id = a.target_id
    join stays s on s.user_id = a.target_id and a.before like '%"terminationDate":"' || s.to_day || '"%'
      and a.before like '%"dateJoinedLibrary":"' || s.from_day || '"%'
  where a.action in ('users.update', 'users.updateTermination') and a.before like '%"terminationDate":"%'
    and a.before like '%"dateJoinedLibrary":"%' and a.at >= ${window.from} and a.at < ${window.until}`
