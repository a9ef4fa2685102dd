import { dayIn } from '#contract/day.ts'
import { monthOfDay } from '#contract/month.ts'
import type { StaysTable } from '#server/db/tables.ts'
import type { Ctx } from '#server/platform.ts'
import { isExpired } from '#server/sessions/sessions.ts'
import type { UserField } from '../users.contract.ts'
import type { UserRow } from './users.db.ts'

/** What somebody is to become: the row after the change, and what of it differs. */
export type Plan = { before: UserRow; after: UserRow; changed: UserField[] }

/** What whoever extends an account that is over decides with it. */
export type Extension = { withoutSeat?: boolean | undefined; chargeGap?: boolean | undefined }

/** Whether a change makes an account work again whose last day is over. */
export const extendsAccount = (ctx: Pick<Ctx, 'config' | 'now'>, { before, after }: Plan): boolean =>
  isExpired(ctx, before.terminationDate, ctx.now) && !isExpired(ctx, after.terminationDate, ctx.now)

/**
 * What follows from an extension and is nobody's to send: the seat is given up where that was chosen, and where whole months
 * lie between the last day and today, the stay is over and a new one begins, so that they are not charged, unless
 * `chargeGap` says that it goes on.
 */
export const extend = (
  ctx: Pick<Ctx, 'config' | 'now'>,
  plan: Plan,
  { withoutSeat, chargeGap }: Extension,
): Plan & { endedStay?: StaysTable } => {
  if (!extendsAccount(ctx, plan)) return plan
  const { before, after, changed } = plan
  const seat = withoutSeat && after.seatNumber !== null
  const next: Plan = seat ? { before, after: { ...after, seatNumber: null }, changed: [...changed, 'seatNumber'] } : plan
  const today = dayIn(ctx.config.timeZone, ctx.now)
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
