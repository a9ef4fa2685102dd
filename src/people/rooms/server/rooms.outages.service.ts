import { addDays } from '#contract/day.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { newId } from '#server/db/ids.ts'
import type { SeatOutagesTable } from '#server/db/tables/people.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday } from '#server/hallDay.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { roomErrors, type roomsApi } from '../rooms.contract.ts'
import { roomLimits } from '../rooms.limits.ts'
import type { Rooms } from '../rooms.shapes.contract.ts'
import * as rows from './rooms.db.ts'
import { seatLabels } from './rooms.read.service.ts'
import { outageRecord } from './rooms.record.ts'
import { assertSeat } from './rooms.seats.service.ts'
import { changeRooms } from './rooms.service.ts'

type Days = Pick<SeatOutagesTable, 'fromDay' | 'toDay'>

/** An outage whose last day is not known has no end. */
const overlap = (one: Days, other: Days): boolean =>
  (one.toDay === null || other.fromDay <= one.toDay) && (other.toDay === null || one.fromDay <= other.toDay)

export const startOutage = (ctx: Ctx, { body }: Input<typeof roomsApi.startOutage>): Promise<Rooms> =>
  changeRooms(ctx, async (tx) => {
    const { seatNumber, from: fromDay, to: toDay = null, reason } = body
    await assertSeat(tx, seatNumber)
    const today = hallToday(ctx)
    if (toDay !== null && (toDay < fromDay || toDay < today)) throw new AppError(roomErrors.outageOver, { field: 'to' })
    if (fromDay < addDays(today, -roomLimits.outageDaysBack)) throw new AppError(roomErrors.outageTooEarly, { field: 'from' })
    const open = (await rows.outages(tx, today)).filter(({ seat }) => seat === seatNumber)
    const other = open.find((one) => overlap(one, { fromDay, toDay }))
    if (other) {
      const seat = (await seatLabels(tx)).get(seatNumber) ?? String(seatNumber)
      throw new AppError(roomErrors.outageOverlaps, { params: { seat, from: other.fromDay, to: other.toDay ?? '' }, field: 'from' })
    }
    if (open.length >= roomLimits.outages) throw new AppError(roomErrors.tooManyOutages)
    const row = { id: newId(), seatNumber, fromDay, toDay, reason, createdAt: ctx.now.toISOString(), createdBy: ctx.me._id }
    const outage = { ...row, endedAt: null, endedBy: null }
    await rows.insertOutage(tx, outage)
    await writeAudit(tx, ctx, { action: 'rooms.startOutage', targetId: row.id, after: outageRecord(outage) })
  })

/** Has no effect on an outage that has ended, so that a second press is harmless. Throws `notFound`. */
export const endOutage = (ctx: Ctx, { params: { id } }: Input<typeof roomsApi.endOutage>): Promise<Rooms> =>
  changeRooms(ctx, async (tx) => {
    const outage = await rows.outage(tx, id)
    if (!outage) throw new AppError(commonErrors.notFound)
    if (!(await rows.endOutage(tx, id, ctx.now.toISOString(), ctx.me._id))) return
    await writeAudit(tx, ctx, { action: 'rooms.endOutage', targetId: id, before: outageRecord(outage) })
  })
