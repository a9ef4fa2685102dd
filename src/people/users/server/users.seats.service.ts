import { dayIn } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { Db, SeatsTable, UsersTable } from '#server/db/tables.ts'
import type { Ctx, OpenCtx, Platform } from '#server/feature/platform.ts'
import { isExpired } from '#server/sessions/sessions.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { hallSettings } from '#system/settings/server/customization.service.ts'
import { type Half, userErrors, type usersApi } from '../users.contract.ts'
import * as rows from './users.seats.db.ts'

type Seated = Pick<UsersTable, 'id' | 'slot' | 'seatNumber' | 'formerSeat' | 'terminationDate'>
type Now = Pick<Platform, 'config'> & Pick<OpenCtx, 'me' | 'now'>

const halvesOf = (slot: UsersTable['slot']): SeatsTable['half'][] =>
  slot === 'full-day' ? ['morning', 'afternoon'] : slot === null ? [] : [slot]

export const mustHaveSlot = ({ seatNumber, slot }: Pick<Seated, 'slot' | 'seatNumber'>): void => {
  if (seatNumber !== null && slot === null) throw new AppError(userErrors.seatWithoutSlot, { field: 'slot' })
}

/**
 * Throws where the hall has no such seat; before the row is written, whose column takes no other number. Behind the lock
 * `users` the hall keeps its seats until the end of the transaction.
 */
export const seatMustExist = async (tx: Db, { seatNumber }: Pick<Seated, 'seatNumber'>): Promise<void> => {
  if (seatNumber === null) return
  const { seats } = await hallSettings(tx)
  if (seatNumber >= 1 && seatNumber <= seats) return
  throw new AppError(userErrors.seatMissing, { params: { seats }, field: 'seatNumber' })
}

/** Takes a kept seat from those it is kept for, as a person who gets it does; what else they keep of it stays. */
const giveAway = async (tx: Db, ctx: Now, wanted: rows.Halves): Promise<void> => {
  for (const userId of await rows.keptFor(tx, { ...wanted, today: dayIn(ctx.config.timeZone, ctx.now) })) {
    await rows.free(tx, userId, wanted.seatNumber, wanted.halves)
    if (!(await rows.makeFormer(tx, userId, wanted.seatNumber))) continue
    const change = { before: { seatNumber: wanted.seatNumber }, after: { seatNumber: null } }
    await writeAudit(tx, ctx, { action: 'users.giveSeatAway', targetId: userId, ...change })
  }
}

/** Of a seat that has gone to someone else, the other half stays kept as long as the account is over. */
const settleFormer = async (tx: Db, ctx: Now, { id, slot, formerSeat, terminationDate }: Seated): Promise<void> => {
  const halves = halvesOf(slot)
  if (formerSeat === null || halves.length === 0 || !isExpired(ctx, terminationDate, ctx.now)) return void (await rows.freeOf(tx, id))
  await rows.freeOthersOf(tx, id, formerSeat, halves)
}

/**
 * Gives someone the seat that their row names, and no other, in the transaction that wrote the row and behind the lock
 * `users`; throws `seatTaken` with the name of the person who has it. The primary key refuses a half that someone else has, whatever
 * happens. The seat of an account whose last day is over is kept: it is free, but only a person who gets it takes it from them. A
 * clock that is wrong for an hour costs nobody else their seat.
 */
export const settleSeat = async (tx: Db, ctx: Now, seated: Seated): Promise<void> => {
  const { id, slot, seatNumber } = seated
  if (seatNumber === null) return settleFormer(tx, ctx, seated)
  await rows.freeOf(tx, id)
  const halves = halvesOf(slot)
  await giveAway(tx, ctx, { seatNumber, halves, besides: id })
  const holder = await rows.holder(tx, { seatNumber, halves, besides: id })
  if (holder) throw takenBy(seatNumber, holder)
  await rows.take(
    tx,
    halves.map((half) => ({ seatNumber, half, userId: id })),
  )
}

/** Takes the seat from someone, in the transaction of the change. */
export const freeSeat = (tx: Db, userId: string) => rows.freeOf(tx, userId)

const takenBy = (seat: number, { half, name }: Pick<SeatsTable, 'half'> & { name: string }): AppError =>
  new AppError(userErrors.seatTaken, { params: { seat, half, name }, field: 'seatNumber' })

/** Tells who has the seat that the primary key did not give to someone. */
export const seatClash = async (db: Db, { id, slot, seatNumber }: Pick<Seated, 'id' | 'slot' | 'seatNumber'>): Promise<AppError> => {
  const holder = seatNumber === null ? undefined : await rows.holder(db, { seatNumber, halves: halvesOf(slot), besides: id })
  return holder ? takenBy(seatNumber ?? 0, holder) : new AppError(userErrors.seatTaken, { field: 'seatNumber' })
}

/**
 * A new account as it comes from a register: of people who have left long ago the seat is kept where it is nobody's, and
 * where someone has it, or it is kept for someone else, it is theirs no more.
 */
export const asLeft = async (tx: Db, ctx: Now, user: UsersTable): Promise<UsersTable> => {
  const { id, slot, seatNumber } = user
  if (seatNumber === null || !isExpired(ctx, user.terminationDate, ctx.now)) return user
  const holder = await rows.holder(tx, { seatNumber, halves: halvesOf(slot), besides: id })
  return holder ? { ...user, seatNumber: null, formerSeat: seatNumber } : user
}

export const seats = async ({ db, config, now }: Ctx): Promise<Reply<typeof usersApi.seats>> => {
  const halves = new Map<string, Half>()
  for (const { seatNumber, half, slot, ...person } of await rows.held(db)) {
    const over = isExpired({ config }, person.terminationDate, now)
    halves.set(`${seatNumber} ${half}`, { ...person, slot: slot ?? half, isExpired: over })
  }
  const { seats: length } = await hallSettings(db)
  const items = Array.from({ length }, (_, before) => {
    const seatNumber = before + 1
    return { seatNumber, morning: halves.get(`${seatNumber} morning`) ?? null, afternoon: halves.get(`${seatNumber} afternoon`) ?? null }
  })
  return { items, nextCursor: null, total: items.length }
}
