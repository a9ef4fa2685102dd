import { AppError } from '#contract/errors.ts'
import { outOfOrderToday, seatLabels } from '#people/rooms/server/rooms.read.service.ts'
import type { Db } from '#server/db/tables.ts'
import type { Platform } from '#server/feature/platform.ts'
import { seatErrors } from '../seats.contract.ts'

type Now = Pick<Platform, 'config'> & { now: Date }

/**
 * Throws `outOfOrder` if the seat is out of order today. Call it under the lock `users`, and only for a person who did not have the
 * seat: those who have it keep it.
 */
export const assertInOrder = async (tx: Db, ctx: Now, seatNumber: number): Promise<void> => {
  const outage = (await outOfOrderToday(tx, ctx)).get(seatNumber)
  if (!outage) return
  const seat = (await seatLabels(tx)).get(seatNumber) ?? String(seatNumber)
  throw new AppError(seatErrors.outOfOrder, { params: { seat, until: outage.to ?? '', reason: outage.reason }, field: 'seatNumber' })
}

/** Returns the numbers of the seats that are out of order today, up to the hall's number of seats. */
export const seatsOutOfOrder = async (db: Db, now: Now, seats: number): Promise<number[]> =>
  [...(await outOfOrderToday(db, now)).keys()].filter((seatNumber) => seatNumber <= seats)
