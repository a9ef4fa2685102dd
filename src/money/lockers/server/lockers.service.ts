import { AppError } from '#contract/errors.ts'
import { toRupees } from '#contract/money.ts'
import { findChargeableStudent } from '#money/fees/server/fees.charges.service.ts'
import { lockLedger } from '#money/locks/server/locks.ledger.service.ts'
import { lockPeople } from '#people/users/server/users.lock.service.ts'
import { newId } from '#server/db/ids.ts'
import type { Db } from '#server/db/tables.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { personDeleted, ReactionTo } from '#server/feature/hooks.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday } from '#server/hallDay.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { lockerErrors, type lockersApi } from '../lockers.contract.ts'
import type { Locker, LockerQuote } from '../lockers.shapes.contract.ts'
import * as rows from './lockers.db.ts'
import { enterFee, quoteFee, type Student } from './lockers.fee.service.ts'
import { findLocker, oneLocker } from './lockers.read.service.ts'

/*
 * Assigning lockers and taking them back. The condition of `assign` and the unique holder decide between two concurrent calls; the
 * lock lets the refusal name the holder.
 */

/** Throws unless the student can get this locker now. */
const assertAssignable = async (db: Db, ctx: Ctx, locker: rows.LockerRow, student: Student): Promise<void> => {
  const { number, holderName, studentId } = locker
  if (studentId !== null) throw new AppError(lockerErrors.taken, { params: { number, holder: holderName ?? '' } })
  const own = await rows.ofStudent(db, student.id)
  if (own) throw new AppError(lockerErrors.hasLocker, { params: { name: student.name, number: own.number } })
  if (student.terminationDate !== null && student.terminationDate < hallToday(ctx)) throw new AppError(lockerErrors.ended)
}

export const quote = async (ctx: Ctx, { params: { id }, query }: Input<typeof lockersApi.quote>): Promise<LockerQuote> => {
  const locker = await findLocker(ctx.db, id)
  const student = await findChargeableStudent(ctx.db, query.studentId)
  await assertAssignable(ctx.db, ctx, locker, student)
  return quoteFee(ctx, locker, student)
}

const give = async (tx: Db, ctx: Ctx, { id, number }: rows.LockerRow, studentId: string): Promise<void> => {
  try {
    if (!(await rows.assign(tx, id, studentId, hallToday(ctx)))) throw new AppError(lockerErrors.taken)
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError(lockerErrors.hasLocker) : error
  }
  const begun = { id: newId(), lockerId: id, number, studentId, assignedAt: ctx.now.toISOString(), assignedBy: ctx.me._id }
  await rows.insertUse(tx, { ...begun, endedAt: null, endedBy: null, keyReturned: null, note: '' })
}

export const assign = async (ctx: Ctx, { params: { id }, body }: Input<typeof lockersApi.assign>): Promise<Locker> => {
  await ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    await lockLedger(tx, ctx)
    const locker = await findLocker(tx, id)
    const student = await findChargeableStudent(tx, body.studentId)
    // A repeated call finds its own effect.
    if (locker.studentId === student.id) return
    await assertAssignable(tx, ctx, locker, student)
    await give(tx, ctx, locker, student.id)
    const fee = toRupees(await enterFee(tx, ctx, locker, student, body))
    const after = { student: student.name, locker: locker.number, fee, ...(body.reason && { reason: body.reason }) }
    await writeAudit(tx, ctx, { action: 'lockers.assign', targetId: student.id, after })
    ctx.notify('users', [student.id])
  })
  return oneLocker(ctx, id)
}

type TakenBack = { keyReturned: boolean | null; note: string }

/** Frees a locker and ends its use. Returns false if the student does not have it. */
const end = async (
  tx: Db,
  ctx: Pick<Ctx, 'me' | 'now'>,
  locker: rows.LockerRow,
  studentId: string,
  { keyReturned, note }: TakenBack,
): Promise<boolean> => {
  if (!(await rows.free(tx, locker.id, studentId))) return false
  const key = keyReturned === null ? null : keyReturned ? 1 : 0
  await rows.endUse(tx, locker.id, { endedAt: ctx.now.toISOString(), endedBy: ctx.me._id, keyReturned: key, note })
  return true
}

export const takeBack = async (ctx: Ctx, { params: { id }, body }: Input<typeof lockersApi.takeBack>): Promise<Locker> => {
  const { studentId, keyReturned, note = '' } = body
  await ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    const locker = await findLocker(tx, id)
    if (!(await end(tx, ctx, locker, studentId, { keyReturned, note }))) throw new AppError(lockerErrors.notHolder)
    const after = { student: locker.holderName, locker: locker.number, keyReturned, ...(note && { note }) }
    await writeAudit(tx, ctx, { action: 'lockers.takeBack', targetId: studentId, after })
    ctx.notify('users', [studentId])
  })
  return oneLocker(ctx, id)
}

/** Returns the number and the key of a student's locker. */
export const lockerOf = async (db: Db, studentId: string): Promise<{ number: string; keyNumber: string | null } | null> => {
  const row = await rows.ofStudent(db, studentId)
  return row ? { number: row.number, keyNumber: row.keyNumber } : null
}

/** Frees the locker of a student who leaves. Requires the lock of people. */
export const freeOnLeaving = async (tx: Db, ctx: Ctx, studentId: string): Promise<void> => {
  const locker = await rows.ofStudent(tx, studentId)
  if (!locker || !(await end(tx, ctx, locker, studentId, { keyReturned: null, note: '' }))) return
  const after = { student: locker.holderName, locker: locker.number, hasLeft: true }
  await writeAudit(tx, ctx, { action: 'lockers.takeBack', targetId: studentId, after })
}

/** Frees the locker of a deleted person. */
export const freeOfDeleted: ReactionTo<typeof personDeleted> = async (tx, personId, now, me) => {
  const locker = await rows.ofStudent(tx, personId)
  if (!locker || !(await end(tx, { now, me }, locker, personId, { keyReturned: null, note: '' }))) return
  await writeAudit(tx, { now, me }, { action: 'lockers.takeBack', targetId: personId, after: { locker: locker.number, isDeleted: true } })
}
