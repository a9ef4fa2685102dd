import { feature } from '#server/feature/feature.ts'
import { homeApi } from '../dashboard.contract.ts'
import { dashboard } from './dashboard.service.ts'

export const dashboardFeature = feature(homeApi, { dashboard })
