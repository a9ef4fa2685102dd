import { sql } from 'kysely'
import { leftReason } from '#contract/reason.ts'
import { nameOf, noMore, noText, ofStudent, type Source, type Window } from './oversight.sources.db.ts'

/**
 * Deposits and advances that were returned to a student's account because the student leaves, and not paid out: they pay what is
 * owed. A clerk could let a student leave, renew the membership, and keep the cash that the student brings for the fees.
 */
export const settledByLeaving = ({ from, until }: Window): Source => sql`
  select l.id, 'settled' as subject, 0 as flagged, ${ofStudent(nameOf)}, l.entered_at as happened_at, l.entered_by as by_id,
    l.entered_by_name as by_name, returned.amount, returned.reason, ${noText} as number, ${noText} as receipt_id, ${noText} as day, ${noMore}
  from leavings l join users u on u.id = l.user_id join (
    select f.user_id, a.created_at, a.reason, sum(-a.amount) as amount from adjustments a join charges f on f.id = a.charge_id
    where a.kind = 'refund' and a.amount < 0 and a.created_at >= ${from} and a.created_at < ${until}
    group by f.user_id, a.created_at, a.reason
  ) returned on returned.user_id = l.user_id and returned.created_at = l.entered_at
    and returned.reason = ${sql.lit(leftReason(''))} || l.last_day
  where l.refund_id is null and l.entered_at >= ${from} and l.entered_at < ${until}`
