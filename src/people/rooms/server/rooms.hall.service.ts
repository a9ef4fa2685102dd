import type { ReactionTo } from '#server/feature/hooks.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import type { hallSeatsChanged } from '#system/customization/server/customization.hooks.ts'
import * as rows from './rooms.db.ts'
import { outageRecord, seatRecord } from './rooms.record.ts'
import { assertNoNumbers } from './rooms.seats.service.ts'

/**
 * The hall has another number of seats. What is known of seats beyond it is dropped, and their outages end; the audit keeps both.
 * Throws `labelIsNumber` if a label would be the number of a new seat.
 */
export const fitToHall: ReactionTo<typeof hallSeatsChanged> = async (tx, ctx, seats) => {
  const details = await rows.details(tx)
  const removed = details.filter(({ seatNumber }) => seatNumber > seats)
  if (removed.length > 0) {
    await rows.removeDetailsBeyond(tx, seats)
    const which = removed.map(({ seatNumber }) => seatNumber)
    await writeAudit(tx, ctx, { action: 'rooms.setSeats', before: seatRecord(removed, await rows.rooms(tx), { seats: which }) })
  }
  for (const outage of await rows.endOutagesBeyond(tx, seats, ctx.now.toISOString(), ctx.me._id))
    await writeAudit(tx, ctx, { action: 'rooms.endOutage', targetId: outage.id, before: outageRecord(outage) })
  const kept = details.filter(({ seatNumber }) => seatNumber <= seats)
  assertNoNumbers(seats, kept)
}
