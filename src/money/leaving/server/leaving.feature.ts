import { feature } from '#server/feature/feature.ts'
import { leavingApi } from '../leaving.contract.ts'
import { leavingKind } from './leaving.journal.ts'
import { leave, settlement } from './leaving.service.ts'

export const leavingFeature = feature(leavingApi, { settlement, leave }, { tables: { leavings: 'fees' }, journal: [leavingKind] })
