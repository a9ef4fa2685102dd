import { feature } from '#server/feature/feature.ts'
import { usersApi } from '../users.contract.ts'
import { update, updateTermination } from './users.edit.service.ts'
import { exchangeSeats } from './users.exchange.service.ts'
import { stayKind } from './users.journal.ts'
import { picture } from './users.pictures.service.ts'
import { remove } from './users.removal.service.ts'
import { seats } from './users.seats.service.ts'
import { create, list, profile } from './users.service.ts'

export const usersFeature = feature(
  usersApi,
  { list, create, seats, exchangeSeats, profile, picture, update, updateTermination, remove },
  { tables: { users: 'users', seats: 'users', stays: 'users' }, journal: [stayKind], files: [{ table: 'users', column: 'pictureSha256' }] },
)
