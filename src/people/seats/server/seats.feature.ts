import { seatChanged } from '#people/users/server/users.hooks.ts'
import { feature } from '#server/feature/feature.ts'
import { personDeleted } from '#server/feature/hooks.ts'
import { seatsApi } from '../seats.contract.ts'
import { freeSeatsOf } from './seats.db.ts'
import { exchange } from './seats.exchange.service.ts'
import { list, settleSeat } from './seats.service.ts'

export const seatsFeature = feature(
  seatsApi,
  { list, exchange },
  { tables: { seats: 'users' }, hooks: [seatChanged.by(settleSeat), personDeleted.by(freeSeatsOf)] },
)
