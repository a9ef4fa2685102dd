import type { ReactionTo } from '#server/feature/hooks.ts'
import type { hallSeatsChanged } from '#system/customization/server/customization.hooks.ts'
import * as rows from './rooms.db.ts'
import { assertNoNumbers } from './rooms.seats.service.ts'

/**
 * The hall has another number of seats. What is known of seats beyond it is dropped, and their outages end. Throws `labelIsNumber` if a
 * label would be the number of a new seat.
 */
export const fitToHall: ReactionTo<typeof hallSeatsChanged> = async (tx, ctx, seats) => {
  await rows.removeDetailsBeyond(tx, seats)
  await rows.endOutagesBeyond(tx, seats, ctx.now.toISOString(), ctx.me._id)
  assertNoNumbers(seats, await rows.details(tx))
}
