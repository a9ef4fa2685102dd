import { feature } from '#server/feature/feature.ts'
import { personDeleted } from '#server/feature/hooks.ts'
import { visitsApi } from '../visits.contract.ts'
import { onPersonDeleted } from './visits.db.ts'
import { inside, ofStudent, record } from './visits.service.ts'

export const visitsFeature = feature(
  visitsApi,
  { inside, ofStudent, record },
  { tables: { visits: 'visits' }, hooks: [personDeleted.by(onPersonDeleted)] },
)
