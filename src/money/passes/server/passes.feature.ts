import { visitorPaymentVoided } from '#money/fees/server/fees.hooks.ts'
import { seatVisitorsAsked } from '#people/seats/server/seats.hooks.ts'
import { feature } from '#server/feature/feature.ts'
import { passesApi } from '../passes.contract.ts'
import { passesCheck } from './passes.checks.ts'
import { passKind } from './passes.journal.ts'
import { freeSeat, sell } from './passes.sell.service.ts'
import { list, offer, removeVisitor, tellVisitors, visitors } from './passes.service.ts'

export const passesFeature = feature(
  passesApi,
  { list, offer, sell, visitors, removeVisitor },
  {
    tables: { visitors: 'fees', dayPasses: 'fees' },
    hooks: [visitorPaymentVoided.by(freeSeat), seatVisitorsAsked.by(tellVisitors)],
    journal: [passKind],
    checks: [passesCheck],
  },
)
