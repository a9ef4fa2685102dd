import { AppError, commonErrors } from '#contract/errors.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { userErrors, type usersApi } from '../users.contract.ts'
import * as rows from './users.db.ts'
import { lockPeople } from './users.lock.service.ts'
import { freeSeat, seatMustExist, settleSeat } from './users.seats.service.ts'

const find = async (tx: Db, id: string): Promise<rows.UserRow> => {
  const row = await rows.byId(tx, id)
  if (!row) throw new AppError(commonErrors.notFound)
  return row
}

/** Gives each of two students the seat of the other, for their own slot. Throws `seatTaken` where someone else sits there then. */
export const exchangeSeats = (ctx: Ctx, { body }: Input<typeof usersApi.exchangeSeats>): Promise<void> =>
  ctx.transact(async (tx) => {
    const sit = async (before: rows.UserRow, seatNumber: number): Promise<void> => {
      const row = { ...before, seatNumber, formerSeat: null }
      await seatMustExist(tx, row)
      await rows.update(tx, before.id, { seatNumber, formerSeat: null })
      await settleSeat(tx, ctx, row)
      const change = { before: { seatNumber: before.seatNumber }, after: { seatNumber } }
      await writeAudit(tx, ctx, { action: 'users.exchangeSeats', targetId: before.id, ...change })
    }
    await lockPeople(tx, ctx.me)
    if (body.first === body.second) throw new AppError(userErrors.exchangeWithOneself)
    const [first, second] = [await find(tx, body.first), await find(tx, body.second)]
    if (first.seatNumber === null || second.seatNumber === null) throw new AppError(userErrors.seatlessExchange)
    ctx.notify('users', [first.id, second.id])
    await freeSeat(tx, first.id)
    await freeSeat(tx, second.id)
    await sit(first, second.seatNumber)
    await sit(second, first.seatNumber)
  })
