import { feature } from '#server/feature/feature.ts'
import { oversightApi } from '../oversight.contract.ts'
import { entries, summary } from './oversight.service.ts'

export const oversightFeature = feature(oversightApi, { summary, entries })
