import { feature } from '#server/feature/feature.ts'
import { chargingApi } from '../charging.contract.ts'
import { chargingJob } from './charging.job.service.ts'
import { setOn, state, uncharged, unchargedAsked, undo } from './charging.service.ts'

export const chargingFeature = feature(
  chargingApi,
  { state, setOn, undo, uncharged },
  { tables: { charging: 'fees', chargingRuns: 'fees', chargingFees: 'fees' }, hooks: [unchargedAsked], jobs: [chargingJob] },
)
