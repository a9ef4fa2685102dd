import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { roomName } from '#people/rooms/server/rooms.read.service.ts'
import { lockPeople } from '#people/users/server/users.lock.service.ts'
import { newId } from '#server/db/ids.ts'
import type { Db } from '#server/db/tables.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday } from '#server/hallDay.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { lockerErrors, type lockersApi } from '../lockers.contract.ts'
import { lockerLimits } from '../lockers.limits.ts'
import type { Locker } from '../lockers.shapes.contract.ts'
import * as rows from './lockers.db.ts'
import { findLocker, oneLocker, toLocker } from './lockers.read.service.ts'

/** The lockers of the hall: adding, changing and deleting them. All take the lock that assigning takes. */

const numberTaken = (number: string, field: string) => new AppError(lockerErrors.numberTaken, { params: { number }, field })

/** Throws `numberTaken` with the first of these numbers that another locker has. */
const assertNumbersFree = async (tx: Db, numbers: readonly string[], field: string, own?: string): Promise<void> => {
  const other = (await rows.takenNumbers(tx, numbers)).find(({ id }) => id !== own)
  if (other) throw numberTaken(other.number, field)
}

/** Saves lockers with their numbers. Throws `numberTaken` if the unique index has one of them, for a writer without the lock. */
const saveUniqueNumber = async (number: string, field: string, save: Promise<unknown>): Promise<void> => {
  try {
    await save
  } catch (error) {
    throw isUniqueViolation(error) ? numberTaken(number, field) : error
  }
}

const paise = (fee: number | null): number | null => (fee === null ? null : toPaise(fee))

type Create = Input<typeof lockersApi.create>['body']

/** Throws `numberTooLong`. */
const newLockers = ({ prefix = '', first, count, keyPrefix, roomId, fee }: Create): rows.LockerFields[] =>
  Array.from({ length: count }, (_, at) => {
    const number = `${prefix}${first + at}`
    const keyNumber = keyPrefix == null ? null : `${keyPrefix}${first + at}`
    const isTooLong = [...number].length > lockerLimits.number || [...(keyNumber ?? '')].length > lockerLimits.key
    if (isTooLong)
      throw new AppError(lockerErrors.numberTooLong, { field: [...number].length > lockerLimits.number ? 'prefix' : 'keyPrefix' })
    return { id: newId(), number, keyNumber, roomId: roomId ?? null, fee: paise(fee ?? null) }
  })

export const create = async (ctx: Ctx, { body }: Input<typeof lockersApi.create>): Promise<Reply<typeof lockersApi.create>> => {
  const made = newLockers(body)
  const numbers = made.map(({ number }) => number)
  const items = await ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    if ((await rows.countAll(tx)) + made.length > lockerLimits.lockers) throw new AppError(lockerErrors.tooMany)
    const room = await roomName(tx, body.roomId)
    await assertNumbersFree(tx, numbers, 'first')
    await saveUniqueNumber(numbers[0] ?? '', 'first', rows.insert(tx, made, ctx.now.toISOString()))
    const after = { from: numbers[0], to: numbers.at(-1), count: made.length, room, fee: body.fee ?? null }
    await writeAudit(tx, ctx, { action: 'lockers.create', after })
    const ids = made.map(({ id }) => id)
    return (await rows.byIds(tx, ids)).map((row) => toLocker(row, hallToday(ctx)))
  })
  return { items, nextCursor: null, total: items.length }
}

export const update = async (ctx: Ctx, { params: { id }, body }: Input<typeof lockersApi.update>): Promise<Locker> => {
  await ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    const before = await findLocker(tx, id)
    const number = body.number ?? before.number
    const keyNumber = body.keyNumber === undefined ? before.keyNumber : body.keyNumber || null
    const roomId = body.roomId === undefined ? before.roomId : body.roomId
    const fee = body.fee === undefined ? before.fee : paise(body.fee)
    const room = body.roomId === undefined ? before.roomName : await roomName(tx, roomId)
    await assertNumbersFree(tx, [number], 'number', id)
    await saveUniqueNumber(number, 'number', rows.update(tx, { id, number, keyNumber, roomId, fee }))
    const told = (one: { number: string; keyNumber: string | null; fee: number | null }, inRoom: string | null) => ({
      ...{ number: one.number, keyNumber: one.keyNumber, room: inRoom },
      fee: one.fee === null ? null : toRupees(one.fee),
    })
    const [was, is] = [told(before, before.roomName), told({ number, keyNumber, fee }, room)]
    if (JSON.stringify(was) === JSON.stringify(is)) return
    await writeAudit(tx, ctx, { action: 'lockers.update', before: was, after: is })
    if (before.studentId !== null) ctx.notify('users', [before.studentId])
  })
  return oneLocker(ctx, id)
}

export const setFees = (ctx: Ctx, { body }: Input<typeof lockersApi.setFees>): Promise<Reply<typeof lockersApi.setFees>> =>
  ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    const room = await roomName(tx, body.roomId)
    const [fee, roomId] = [paise(body.fee ?? null), body.roomId ?? undefined]
    const former = Map.groupBy(await rows.withOtherFee(tx, fee, roomId), (locker) => locker.fee)
    const changed = (await rows.setFees(tx, fee, roomId)).length
    if (changed === 0) return { changed }
    const fees = [...former].map(([was, lockers]) => ({
      fee: was === null ? null : toRupees(was),
      lockers: lockers.map(({ number }) => number),
    }))
    const after = { lockers: changed, room, fee: body.fee ?? null }
    await writeAudit(tx, ctx, { action: 'lockers.setFees', before: { fees }, after })
    return { changed }
  })

export const remove = (ctx: Ctx, { params: { id } }: Input<typeof lockersApi.remove>): Promise<void> =>
  ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    const { number, keyNumber, roomName: room, holderName } = await findLocker(tx, id)
    if (!(await rows.removeFree(tx, id))) throw new AppError(lockerErrors.inUse, { params: { number, holder: holderName ?? '' } })
    await writeAudit(tx, ctx, { action: 'lockers.remove', before: { number, keyNumber, room } })
  })
