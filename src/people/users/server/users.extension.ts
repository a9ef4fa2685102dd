import { monthOfDay } from '#contract/month.ts'
import type { StaysTable } from '#server/db/tables/people.ts'
import { type HallNow, hallToday } from '#server/hallDay.ts'
import { isExpired } from '#server/sessions/sessions.ts'
import type { UserField } from '../users.contract.ts'
import type { UserRow } from './users.db.ts'

/** A planned change: the row before and after, and the fields that differ. */
export type Plan = { before: UserRow; after: UserRow; changed: UserField[] }

/** The decisions of a person who extends an expired account. */
export type Extension = {
  withoutSeat?: boolean | undefined
  /** As sent; undefined if it was omitted. */
  seatNumber?: number | null | undefined
  chargeGap?: boolean | undefined
}

/** Returns whether a change makes an expired account valid again. */
export const extendsAccount = (ctx: HallNow, { before, after }: Plan): boolean =>
  isExpired(ctx, before.terminationDate, ctx.now) && !isExpired(ctx, after.terminationDate, ctx.now)

/** Claims the seat again, even if it was given away since, unless another seat or none is chosen. */
const reseat = ({ before, after, changed }: Plan, { withoutSeat, seatNumber: sent }: Extension): Plan => {
  const chooses = sent !== undefined && sent !== before.formerSeat
  const back = chooses || after.slot === null ? after.seatNumber : (after.seatNumber ?? after.formerSeat)
  const seatNumber = withoutSeat ? null : back
  const fields: UserField[] = seatNumber === before.seatNumber ? [] : ['seatNumber']
  return { before, after: { ...after, seatNumber, formerSeat: null }, changed: [...new Set([...changed, ...fields])] }
}

/**
 * Derives the effects of an extension that callers cannot send. The seat is given up if that was chosen. If whole months lie
 * between the last day and today, the stay ends and a new one begins, so that they are not charged, unless `chargeGap` continues
 * the stay.
 */
export const extend = (ctx: HallNow, plan: Plan, extension: Extension): Plan & { endedStay?: StaysTable } => {
  if (!extendsAccount(ctx, plan)) return plan
  const next = reseat(plan, extension)
  const { before, after } = plan
  const { chargeGap } = extension
  const today = hallToday(ctx)
  const { id: userId, dateJoined: fromDay, terminationDate: toDay } = before
  if (chargeGap || fromDay === null || toDay === null || toDay < fromDay || after.dateJoined !== fromDay) return next
  if (monthOfDay(today) - monthOfDay(toDay) <= 1) return next
  return {
    before,
    after: { ...next.after, dateJoined: today },
    changed: [...next.changed, 'dateJoinedLibrary'],
    endedStay: { userId, fromDay, toDay },
  }
}
