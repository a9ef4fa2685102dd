import { AppError } from '#contract/errors.ts'
import { outOfOrderOn, outOfOrderToday, seatLabels } from '#people/rooms/server/rooms.read.service.ts'
import type { Db } from '#server/db/tables.ts'
import type { HallNow } from '#server/hallDay.ts'
import { seatErrors } from '../seats.contract.ts'

/**
 * Throws `outOfOrder` if the seat is out of order on a day. Call it under the lock `users`, and only for a person who did not have the
 * seat: those who have it keep it.
 */
export const assertInOrder = async (tx: Db, seatNumber: number, day: string): Promise<void> => {
  const outage = (await outOfOrderOn(tx, day)).get(seatNumber)
  if (!outage) return
  const seat = (await seatLabels(tx)).get(seatNumber) ?? String(seatNumber)
  throw new AppError(seatErrors.outOfOrder, { params: { seat, until: outage.to ?? '', reason: outage.reason }, field: 'seatNumber' })
}

/** Returns the numbers of the seats that are out of order today, up to the hall's number of seats. */
export const seatsOutOfOrder = async (db: Db, now: HallNow, seats: number): Promise<number[]> =>
  [...(await outOfOrderToday(db, now)).keys()].filter((seatNumber) => seatNumber <= seats)
