import { timeOf } from '#contract/dayParts.ts'
import type { Check } from '#server/feature/check.ts'
import * as days from './seats.days.db.ts'
import { calendarDay } from './seats.days.service.ts'

/**
 * Checks that no student has a seat at a time for which it is sold to a visitor. The primary keys of `seats` and `seat_days` keep two
 * students apart, and two visitors; between a student and a visitor it is only the lock `users`.
 */
export const seatsCheck: Check = {
  name: 'seats',
  run: async ({ db, config, clock }) =>
    (await days.sharedWithStudents(db, calendarDay({ config, now: clock() }))).map(
      ({ day, seatNumber, piece, passId, userId }) =>
        `Seat ${seatNumber} on ${day} from ${timeOf(piece)}: the student ${userId} has it, and it is sold with the day pass ${passId}.`,
    ),
}
