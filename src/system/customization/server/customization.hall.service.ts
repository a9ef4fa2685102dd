import { AppError } from '#contract/errors.ts'
import type { DayStarts } from '#server/db/dayStarts.ts'
import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallDay, hallToday } from '#server/hallDay.ts'
import { assertSameCaller } from '#server/sessions/sameRole.ts'
import { setShiftFees } from '#system/shifts/server/shifts.service.ts'
import { type Customization, type customizationApi, customizationErrors } from '../customization.contract.ts'
import { dayStartErrors } from '../customization.dayStarts.contract.ts'
import { customizationLimits } from '../customization.limits.ts'
import { changeRow, defined } from './customization.change.service.ts'
import * as rows from './customization.db.ts'
import { hallSeatsChanged } from './customization.hooks.ts'
import { readForStaff, storedHallOf } from './customization.service.ts'

/** Maximum number of people that an error names. */
const NAMED = 3

/** Throws `seatsTaken` with the first of those who have seats that would be removed, if there are any. */
export const assertNoneTaken = (all: readonly { seat: number; name: string }[]): void => {
  if (all.length === 0) return
  const taken = all.slice(0, NAMED).map(({ seat, name }) => ({ seat, name }))
  throw new AppError(customizationErrors.seatsTaken, { params: { taken, more: all.length - taken.length }, field: 'seats' })
}

const assertFree = async (tx: Db, ctx: Ctx, seats: number): Promise<void> =>
  assertNoneTaken((await rows.seatedBeyond(tx, seats, hallToday(ctx))).map(({ seatNumber: seat, name }) => ({ seat, name })))

/** Returns the hours without the last one if every instant since then is on the same day without it. */
const withoutUnused = ({ config }: Ctx, all: DayStarts, until: string): DayStarts => {
  const last = all.at(-1)
  if (!last?.from) return all
  const before = all.slice(0, -1)
  // Days never go back: if all four are the same, so are those of the instants between.
  const days = [last.from, until].flatMap((at) => [all, before].map((dayStarts) => hallDay({ config, dayStarts }, new Date(at))))
  return new Set(days).size === 1 ? before : all
}

const hourOf = (dayStarts: DayStarts): number => dayStarts.at(-1)?.hour ?? 0

/**
 * Returns the hours at which the day begins, with one from now on. An earlier hour is never dropped while an instant has its day from
 * it. Throws `dayBegun` if the new one would make it yesterday again, and `tooManyDayStarts`.
 */
const dayStartsWith = (ctx: Ctx, before: DayStarts, hour: number | undefined): DayStarts => {
  if (hour === undefined || hour === hourOf(before)) return before
  const last = before.at(-1)
  const now = ctx.now.toISOString()
  // If the clock was set back, the hours must still be in order.
  const from = last && last.from > now ? last.from : now
  const used = withoutUnused(ctx, before, from)
  const all = hour === hourOf(used) ? used : [...used, { hour, from }]
  const { config } = ctx
  if (hallDay({ config, dayStarts: all }, ctx.now) < hallDay({ config, dayStarts: before }, ctx.now))
    throw new AppError(customizationErrors.dayBegun, { params: { hour }, field: 'dayStartsAt' })
  if (all.length > customizationLimits.dayStarts) throw new AppError(dayStartErrors.tooManyDayStarts, { field: 'dayStartsAt' })
  return all
}

export const updateHall = (ctx: Ctx, { body }: Input<typeof customizationApi.updateHall>): Promise<Customization> =>
  ctx.transact(async (tx) => {
    // Assigning a seat takes this lock too: it sees the old or the new number of seats, and this change sees every assigned seat.
    await lock(tx, 'users')
    await assertSameCaller(tx, ctx)
    const { slotFees = {}, dayStartsAt, ...sent } = body
    await setShiftFees(tx, ctx, slotFees)
    await changeRow(tx, ctx, 'updateHall', async (before) => {
      const hall = storedHallOf(before)
      const monthlyFeeConfirmed = hall.monthlyFeeConfirmed || body.monthlyFee !== undefined
      const dayStarts = dayStartsWith(ctx, hall.dayStarts, dayStartsAt)
      const next = { ...hall, ...defined(sent), monthlyFeeConfirmed, dayStarts }
      if (JSON.stringify(next) === JSON.stringify(hall)) return {}
      if (next.seats !== hall.seats) {
        await assertFree(tx, ctx, next.seats)
        await ctx.hooks.run(hallSeatsChanged, tx, ctx, next.seats)
      }
      return { hall: JSON.stringify(next) }
    })
    return readForStaff({ ...ctx, db: tx })
  })
