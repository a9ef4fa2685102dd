import { feature } from '#server/feature/feature.ts'
import { duesApi } from '../dues.contract.ts'
import { exportDues } from './dues.export.service.ts'
import { ageing, list, remind } from './dues.service.ts'

export const duesFeature = feature(duesApi, { list, ageing, exportDues, remind }, { cached: ['ageing'], tables: { reminders: 'fees' } })
