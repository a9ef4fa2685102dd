import { feature } from '#server/feature/feature.ts'
import { reportsApi } from '../month-end.contract.ts'
import { exportCollections } from './month-end.export.service.ts'
import { money } from './month-end.money.service.ts'
import { collections, months } from './month-end.service.ts'

export const monthEndFeature = feature(reportsApi, { months, money, collections, exportCollections }, { cached: ['months', 'money'] })
