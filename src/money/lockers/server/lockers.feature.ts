import { feature } from '#server/feature/feature.ts'
import { personDeleted } from '#server/feature/hooks.ts'
import { lockersApi } from '../lockers.contract.ts'
import { lockerCheck } from './lockers.checks.ts'
import { lockerChargeKind } from './lockers.journal.ts'
import { list, ofStudent, uses } from './lockers.read.service.ts'
import { assign, freeOfDeleted, quote, takeBack } from './lockers.service.ts'
import { create, remove, setFees, update } from './lockers.setup.service.ts'

export const lockersFeature = feature(
  lockersApi,
  { list, ofStudent, uses, create, setFees, update, remove, quote, assign, takeBack },
  {
    tables: { lockers: 'users', lockerUses: 'users', lockerCharges: 'fees' },
    hooks: [personDeleted.by(freeOfDeleted)],
    checks: [lockerCheck],
    journal: [lockerChargeKind],
  },
)
