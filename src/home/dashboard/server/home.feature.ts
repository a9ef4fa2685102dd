import { feature } from '#server/feature/feature.ts'
import { homeApi } from '../home.contract.ts'
import { dashboard } from './home.service.ts'

export const homeFeature = feature(homeApi, { dashboard })
