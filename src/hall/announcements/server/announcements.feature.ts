import { feature } from '#server/feature/feature.ts'
import { announcementsApi } from '../announcements.contract.ts'
import { create, list, publicList, remove, toggle, update } from './announcements.service.ts'

export const announcementsFeature = feature(
  announcementsApi,
  { publicList, list, create, update, toggle, remove },
  { cached: ['publicList', 'list'], tables: { announcements: 'announcements' } },
)
