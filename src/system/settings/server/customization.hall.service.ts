import { dayIn } from '#contract/day.ts'
import { AppError } from '#contract/errors.ts'
import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type Customization, type customizationApi, customizationErrors } from '../customization.contract.ts'
import { changeRow, defined } from './customization.change.service.ts'
import * as rows from './customization.db.ts'
import { hallOf, readForStaff } from './customization.service.ts'

/** As many people as a refusal names. */
const NAMED = 3

const mustBeFree = async (tx: Db, { config, now }: Ctx, seats: number): Promise<void> => {
  const seated = await rows.seatedBeyond(tx, seats, dayIn(config.timeZone, now))
  if (seated.length === 0) return
  const taken = seated.slice(0, NAMED).map(({ seatNumber, name }) => ({ seat: seatNumber, name }))
  throw new AppError(customizationErrors.seatsTaken, { params: { taken, more: seated.length - taken.length }, field: 'seats' })
}

export const updateHall = (ctx: Ctx, { body }: Input<typeof customizationApi.updateHall>): Promise<Customization> =>
  ctx.transact(async (tx) => {
    // A person who gives someone a seat holds this lock too, and so sees the old number or the new one, and this sees them seated.
    await lock(tx, 'users')
    await changeRow(tx, ctx, 'updateHall', async (before) => {
      const hall = hallOf(before)
      const next = { ...hall, ...defined(body), slotFees: { ...hall.slotFees, ...defined(body.slotFees ?? {}) } }
      if (JSON.stringify(next) === JSON.stringify(hall)) return {}
      if (next.seats !== hall.seats) await mustBeFree(tx, ctx, next.seats)
      return { hall: JSON.stringify(next) }
    })
    return readForStaff({ ...ctx, db: tx })
  })
