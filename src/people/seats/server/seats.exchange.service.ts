import { AppError } from '#contract/errors.ts'
import { lockPeople } from '#people/users/server/users.lock.service.ts'
import { findSeated, moveToSeat } from '#people/users/server/users.seat.service.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { seatErrors, type seatsApi } from '../seats.contract.ts'
import { freeSeatsOf } from './seats.db.ts'

/** Exchanges the seats of two students; each keeps their slot. Throws `seatTaken` if a third person has one of the seats at that time. */
export const exchange = (ctx: Ctx, { body }: Input<typeof seatsApi.exchange>): Promise<void> =>
  ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    if (body.first === body.second) throw new AppError(seatErrors.exchangeWithOneself)
    const [first, second] = [await findSeated(tx, body.first), await findSeated(tx, body.second)]
    if (first.seatNumber === null || second.seatNumber === null) throw new AppError(seatErrors.seatlessExchange)
    ctx.notify('users', [first.id, second.id])
    await freeSeatsOf(tx, first.id)
    await freeSeatsOf(tx, second.id)
    await moveToSeat(tx, ctx, first, { seatNumber: second.seatNumber, action: 'users.exchangeSeats' })
    await moveToSeat(tx, ctx, second, { seatNumber: first.seatNumber, action: 'users.exchangeSeats' })
  })
