import { feature } from '#server/feature/feature.ts'
import { figuresApi } from '../figures.contract.ts'
import { figures } from './figures.service.ts'

export const figuresFeature = feature(figuresApi, { figures }, { cached: ['figures'] })
