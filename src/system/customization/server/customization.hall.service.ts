import { dayIn } from '#contract/day.ts'
import { AppError } from '#contract/errors.ts'
import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { setShiftFees } from '#system/shifts/server/shifts.service.ts'
import { type Customization, type customizationApi, customizationErrors } from '../customization.contract.ts'
import { changeRow, defined } from './customization.change.service.ts'
import * as rows from './customization.db.ts'
import { hallSeatsChanged } from './customization.hooks.ts'
import { readForStaff, storedHallOf } from './customization.service.ts'

/** Maximum number of people that an error names. */
const NAMED = 3

const assertFree = async (tx: Db, { config, now }: Ctx, seats: number): Promise<void> => {
  const seated = await rows.seatedBeyond(tx, seats, dayIn(config.timeZone, now))
  if (seated.length === 0) return
  const taken = seated.slice(0, NAMED).map(({ seatNumber, name }) => ({ seat: seatNumber, name }))
  throw new AppError(customizationErrors.seatsTaken, { params: { taken, more: seated.length - taken.length }, field: 'seats' })
}

export const updateHall = (ctx: Ctx, { body }: Input<typeof customizationApi.updateHall>): Promise<Customization> =>
  ctx.transact(async (tx) => {
    // Assigning a seat takes this lock too: it sees the old or the new number of seats, and this change sees every assigned seat.
    await lock(tx, 'users')
    const { slotFees = {}, ...sent } = body
    await setShiftFees(tx, ctx, slotFees)
    await changeRow(tx, ctx, 'updateHall', async (before) => {
      const hall = storedHallOf(before)
      const monthlyFeeConfirmed = hall.monthlyFeeConfirmed || body.monthlyFee !== undefined
      const next = { ...hall, ...defined(sent), monthlyFeeConfirmed }
      if (JSON.stringify(next) === JSON.stringify(hall)) return {}
      if (next.seats !== hall.seats) {
        await assertFree(tx, ctx, next.seats)
        await ctx.hooks.run(hallSeatsChanged, tx, ctx, next.seats)
      }
      return { hall: JSON.stringify(next) }
    })
    return readForStaff({ ...ctx, db: tx })
  })
