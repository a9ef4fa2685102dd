import { AppError, commonErrors } from '#contract/errors.ts'
import { monthOfDay } from '#contract/month.ts'
import { feeErrors } from '#money/fees/fees.errors.contract.ts'
import { type MonthSpan, studentMonths } from '#money/fees/server/fees.partMonth.service.ts'
import { feesOf, partsOfCut, type StudentFee } from '#money/fees/server/fees.release.service.ts'
import { monthlyFeeOf } from '#money/fees/server/fees.service.ts'
import { assertBookable } from '#money/locks/server/locks.service.ts'
import type { Member } from '#people/users/server/users.membership.service.ts'
import { assertSeatExists } from '#people/users/server/users.seat.service.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday } from '#server/hallDay.ts'
import type { Hall } from '#system/customization/customization.settings.contract.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { assertShiftOffered } from '#system/shifts/server/shifts.service.ts'
import { type ShiftPrice, shiftChangeErrors } from '../shift-change.contract.ts'
import * as rows from './shift-change.db.ts'
import { type Step, stepsFee } from './shift-change.price.ts'

/** Where the student goes, and from which day. */
export type RequestedShift = { slot: string; seatNumber: number | null | undefined; from: string }

/** A charged fee and by how much it changes, in paise. */
export type Correction = { fee: StudentFee; by: number }

export type Plan = {
  member: Member
  seatNumber: number | null
  from: string
  earliest: string | null
  fromFee: number
  toFee: number
  rule: Hall['partMonth']
  period: number
  span: MonthSpan
  state: ShiftPrice['month']['state']
  corrections: Correction[]
  amount: number
}

/** Throws unless the student can be in the new shift from this day. */
const assertPossible = async (db: Db, ctx: Ctx, member: Member | undefined, requested: RequestedShift): Promise<Member> => {
  if (!member) throw new AppError(commonErrors.notFound)
  if (member.role !== 'student') throw new AppError(feeErrors.notAStudent, { field: 'studentId' })
  const today = hallToday(ctx)
  if (member.terminationDate !== null && member.terminationDate < today) throw new AppError(shiftChangeErrors.ended)
  await assertShiftOffered(db, requested.slot)
  if (member.slot === requested.slot) throw new AppError(shiftChangeErrors.sameShift, { field: 'slot' })
  if (requested.seatNumber !== undefined) await assertSeatExists(db, { seatNumber: requested.seatNumber })
  return member
}

type Change = Awaited<ReturnType<typeof rows.ofUser>>[number]

/** Throws for a day before the student joined, or before the last change. Returns the earliest possible day. */
const assertInOrder = ({ dateJoined }: Member, changes: readonly Change[], from: string): string | null => {
  const last = changes.at(-1)?.fromDay ?? null
  const { beforeJoining, beforeLastChange } = shiftChangeErrors
  if (dateJoined !== null && from < dateJoined) throw new AppError(beforeJoining, { params: { joined: dateJoined }, field: 'from' })
  if (last !== null && from < last) throw new AppError(beforeLastChange, { params: { last }, field: 'from' })
  return last !== null && (dateJoined === null || last > dateJoined) ? last : dateJoined
}

type Fees = { fromFee: number; toFee: number }

const later = (one: string, other: string): string => (one > other ? one : other)

/** Returns the steps of a month before and after the change. */
const stepsOf = (span: MonthSpan, changes: readonly Change[], from: string, { fromFee, toFee }: Fees): [Step[], Step[]] => {
  const inMonth = changes.filter(({ fromDay }) => fromDay >= span.from && fromDay <= span.to)
  const before = ['', ...inMonth.map(({ fromDay }) => fromDay)].map((first, at) => ({
    from: later(first, span.from),
    fee: inMonth[at]?.fromFee ?? fromFee,
  }))
  return [before, [...before, { from: later(from, span.from), fee: toFee }]]
}

/** Returns the student's month that has this day. */
const monthWith = (day: string, spanOf: (period: number) => MonthSpan): number => {
  const period = monthOfDay(day)
  return spanOf(period).from > day ? period - 1 : period
}

/** Returns what the change costs. Throws if it is not possible; permissions are checked by the caller. */
export const planChange = async (db: Db, ctx: Ctx, found: Member | undefined, requested: RequestedShift): Promise<Plan> => {
  const member = await assertPossible(db, ctx, found, requested)
  const { from } = requested
  const changes = await rows.ofUser(db, member.id)
  const earliest = assertInOrder(member, changes, from)
  const hall = await hallSettings(db)
  const fees: Fees = { fromFee: monthlyFeeOf(member, hall), toFee: monthlyFeeOf({ ...member, slot: requested.slot }, hall) }
  const { spanOf, isPaidBefore } = await studentMonths(db, member, hall)
  const period = monthWith(from, spanOf)
  const charged = (await feesOf(db, member.id)).filter((fee) => fee.kind === 'monthly' && fee.period >= period)
  const corrections = charged.flatMap((fee): Correction[] => {
    const span = spanOf(fee.period)
    const [before, after] = stepsOf(span, changes, from, fees).map((steps) => stepsFee(span, hall.partMonth, steps))
    const by = Math.max(-fee.amount, (after ?? 0) - (before ?? 0))
    return by === 0 ? [] : [{ fee, by }]
  })
  const isCharged = charged.some((fee) => fee.period === period)
  return {
    ...{ member, from, earliest, ...fees, period, corrections },
    seatNumber: requested.seatNumber === undefined ? member.seatNumber : requested.seatNumber,
    rule: hall.partMonth,
    span: spanOf(period),
    state: isCharged ? 'charged' : isPaidBefore(period) ? 'paid-before' : 'not-charged',
    amount: corrections.reduce((sum, { by }) => sum + by, 0),
  }
}

/** Returns the part of a correction that was paid already and becomes credit. */
export const creditOf = ({ fee, by }: Correction): number => (by < 0 ? partsOfCut(fee, -by).returned : 0)

/** Throws unless this person may enter the day, as for money. */
export const assertDay = (db: Db, ctx: Ctx, day: string, reason: string | undefined): Promise<void> =>
  assertBookable(db, ctx, { field: 'from', day, reason, reasonField: 'dateReason' })
