import { feature } from '#server/feature/feature.ts'
import { duesApi } from '../dues.contract.ts'
import { exportDues } from './dues.export.service.ts'
import { debtorsAsked, duesOfPeople } from './dues.figures.service.ts'
import { duesJob } from './dues.push.service.ts'
import { ageing, list, remind, takeBack } from './dues.service.ts'

export const duesFeature = feature(
  duesApi,
  { list, ageing, exportDues, remind, takeBack },
  { cached: ['ageing'], hooks: [debtorsAsked, duesOfPeople], jobs: [duesJob], tables: { reminders: 'fees' } },
)
