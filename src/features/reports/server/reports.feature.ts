import { feature } from '#server/http/feature.ts'
import { reportsApi } from '../reports.contract.ts'
import { cashOfDay, closeDay, closings } from './reports.closings.service.ts'
import { exportCollections } from './reports.export.service.ts'
import { closingKind, handOverKind } from './reports.journal.ts'
import { collections, months } from './reports.service.ts'

export const reportsFeature = feature(
  reportsApi,
  { months, collections, exportCollections, cashOfDay, closings, closeDay },
  {
    cached: ['months'],
    tables: { closings: 'fees', cashMoves: 'fees', boxEntries: 'fees', handOvers: 'fees' },
    journal: [closingKind, handOverKind],
  },
)
