import { feature } from '#server/feature/feature.ts'
import { usersApi } from '../users.contract.ts'
import { update, updateTermination } from './users.edit.service.ts'
import { stayKind } from './users.journal.ts'
import { picture } from './users.pictures.service.ts'
import { remove } from './users.removal.service.ts'
import { create, list, profile } from './users.service.ts'

export const usersFeature = feature(
  usersApi,
  { list, create, profile, picture, update, updateTermination, remove },
  { tables: { users: 'users', stays: 'users' }, journal: [stayKind], files: [{ table: 'users', column: 'pictureSha256' }] },
)
