import { dayIn } from '#contract/day.ts'
import { monthOfDay } from '#contract/month.ts'
import type { StaysTable } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { isExpired } from '#server/sessions/sessions.ts'
import type { UserField } from '../users.contract.ts'
import type { UserRow } from './users.db.ts'

/** What someone is to become: the row after the change, and what of it differs. */
export type Plan = { before: UserRow; after: UserRow; changed: UserField[] }

/** What a person who extends an account that is over decides with it. */
export type Extension = {
  withoutSeat?: boolean | undefined
  /** As it was sent; undefined where it was left out. */
  seatNumber?: number | null | undefined
  chargeGap?: boolean | undefined
}

/** Whether a change makes an account work again whose last day is over. */
export const extendsAccount = (ctx: Pick<Ctx, 'config' | 'now'>, { before, after }: Plan): boolean =>
  isExpired(ctx, before.terminationDate, ctx.now) && !isExpired(ctx, after.terminationDate, ctx.now)

/** The seat is taken back though someone was given it since, unless another is chosen, or none. */
const reseat = ({ before, after, changed }: Plan, { withoutSeat, seatNumber: sent }: Extension): Plan => {
  const chooses = sent !== undefined && sent !== before.formerSeat
  const back = chooses || after.slot === null ? after.seatNumber : (after.seatNumber ?? after.formerSeat)
  const seatNumber = withoutSeat ? null : back
  const fields: UserField[] = seatNumber === before.seatNumber ? [] : ['seatNumber']
  return { before, after: { ...after, seatNumber, formerSeat: null }, changed: [...new Set([...changed, ...fields])] }
}

/**
 * What follows from an extension and is nobody's to send: the seat is given up where that was chosen, and where whole months
 * lie between the last day and today, the stay is over and a new one begins, so that they are not charged, unless
 * `chargeGap` says that it goes on.
 */
export const extend = (ctx: Pick<Ctx, 'config' | 'now'>, plan: Plan, extension: Extension): Plan & { endedStay?: StaysTable } => {
  if (!extendsAccount(ctx, plan)) return plan
  const next = reseat(plan, extension)
  const { before, after } = plan
  const { chargeGap } = extension
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
