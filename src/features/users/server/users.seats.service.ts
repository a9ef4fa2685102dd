import { dayIn } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { hallSettings } from '#features/customization/server/customization.service.ts'
import type { Db, SeatsTable, UsersTable } from '#server/db/tables.ts'
import type { Ctx, Platform } from '#server/platform.ts'
import { isExpired } from '#server/sessions/sessions.ts'
import { type Half, userErrors, type usersApi } from '../users.contract.ts'
import * as rows from './users.seats.db.ts'

type Seated = Pick<UsersTable, 'id' | 'slot' | 'seatNumber' | 'terminationDate'>
type Now = Pick<Platform, 'config'> & { now: Date }

const halvesOf = (slot: UsersTable['slot']): SeatsTable['half'][] =>
  slot === 'full-day' ? ['morning', 'afternoon'] : slot === null ? [] : [slot]

export const mustHaveSlot = ({ seatNumber, slot }: Pick<Seated, 'slot' | 'seatNumber'>): void => {
  if (seatNumber !== null && slot === null)
    throw new AppError(userErrors.seatWithoutSlot, { fields: { slot: userErrors.seatWithoutSlot.message } })
}

/**
 * Throws where the hall has no such seat; before the row is written, whose column takes no other number. Behind the lock
 * `users` the hall keeps its seats until the end of the transaction.
 */
export const seatMustExist = async (tx: Db, { seatNumber }: Pick<Seated, 'seatNumber'>): Promise<void> => {
  if (seatNumber === null) return
  const { seats } = await hallSettings(tx)
  if (seatNumber >= 1 && seatNumber <= seats) return
  const message = `Seat number must be from 1 to ${seats}`
  throw new AppError(userErrors.seatMissing, { message, fields: { seatNumber: message } })
}

/**
 * Gives somebody the seat that their row names, and no other, in the transaction that wrote the row; the primary key refuses
 * a half that somebody else has. The seat of an account whose last day is over is free, but it is taken from them only by
 * whoever gets it: a clock that is wrong for an hour costs nobody else their seat.
 */
export const settleSeat = async (tx: Db, { config, now }: Now, { id, slot, seatNumber, terminationDate }: Seated): Promise<void> => {
  await rows.freeOf(tx, id)
  if (seatNumber === null || isExpired({ config }, terminationDate, now)) return
  await rows.freeExpired(tx, seatNumber, dayIn(config.timeZone, now))
  await rows.take(
    tx,
    halvesOf(slot).map((half) => ({ seatNumber, half, userId: id })),
  )
}

/** Takes the seat from somebody, in the transaction of the change. */
export const freeSeat = (tx: Db, userId: string) => rows.freeOf(tx, userId)

/** Tells who has the seat that somebody could not get. */
export const seatClash = async (db: Db, { id, slot, seatNumber }: Seated): Promise<AppError> => {
  const holder = seatNumber === null ? undefined : await rows.holder(db, seatNumber, halvesOf(slot), id)
  const message = holder ? `Seat ${seatNumber} (${holder.half}) is taken by ${holder.name}` : userErrors.seatTaken.message
  return new AppError(userErrors.seatTaken, { message, fields: { seatNumber: message } })
}

export const seats = async ({ db, config, now }: Ctx): Promise<Reply<typeof usersApi.seats>> => {
  const halves = new Map<string, Half>()
  for (const { seatNumber, half, slot, ...person } of await rows.taken(db, dayIn(config.timeZone, now)))
    halves.set(`${seatNumber} ${half}`, { ...person, slot: slot ?? half })
  const { seats: length } = await hallSettings(db)
  const items = Array.from({ length }, (_, before) => {
    const seatNumber = before + 1
    return { seatNumber, morning: halves.get(`${seatNumber} morning`) ?? null, afternoon: halves.get(`${seatNumber} afternoon`) ?? null }
  })
  return { items, nextCursor: null, total: items.length }
}
