import { feature } from '#server/feature/feature.ts'
import { renewingApi } from '../renewing.contract.ts'
import { cost, renew } from './renewing.service.ts'

export const renewingFeature = feature(renewingApi, { cost, renew })
