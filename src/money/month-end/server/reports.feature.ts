import { feature } from '#server/feature/feature.ts'
import { reportsApi } from '../reports.contract.ts'
import { exportCollections } from './reports.export.service.ts'
import { money } from './reports.money.service.ts'
import { collections, months } from './reports.service.ts'

export const reportsFeature = feature(reportsApi, { months, money, collections, exportCollections }, { cached: ['months', 'money'] })
