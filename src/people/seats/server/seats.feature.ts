import { seatChanged } from '#people/users/server/users.hooks.ts'
import { feature } from '#server/feature/feature.ts'
import { personDeleted } from '#server/feature/hooks.ts'
import { hallSeatsChanged } from '#system/customization/server/customization.hooks.ts'
import { shiftTimesChanged } from '#system/shifts/server/shifts.hooks.ts'
import { seatsApi } from '../seats.contract.ts'
import { seatsCheck } from './seats.checks.ts'
import { assertNoneSoldBeyond } from './seats.days.service.ts'
import { freeSeatsOf } from './seats.db.ts'
import { exchange } from './seats.exchange.service.ts'
import { occupancy } from './seats.occupancy.service.ts'
import { first, list, settleSeat } from './seats.service.ts'
import { refitSeats } from './seats.shifts.service.ts'

export const seatsFeature = feature(
  seatsApi,
  { list, first, occupancy, exchange },
  {
    cached: ['occupancy'],
    // Each write of `seatDays` comes with one of the passes or of the pieces, which are shown with it.
    checks: [seatsCheck],
    tables: { seats: 'users', pieces: 'users', seatDays: null },
    hooks: [
      seatChanged.by(settleSeat),
      shiftTimesChanged.by(refitSeats),
      hallSeatsChanged.by(assertNoneSoldBeyond),
      personDeleted.by(freeSeatsOf),
    ],
  },
)
