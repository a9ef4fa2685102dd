import { feature } from '#server/feature/feature.ts'
import { cashboxApi } from '../cashbox.contract.ts'
import { box, enterBox, photo, voidBox } from './cashbox.box.service.ts'
import { cashCheck } from './cashbox.checks.ts'
import { closeBox, closings } from './cashbox.closings.service.ts'
import { exportBox, exportClosings } from './cashbox.export.service.ts'
import { cashboxKinds } from './cashbox.journal.ts'
import { cashInBox } from './cashbox.service.ts'

export const cashboxFeature = feature(
  cashboxApi,
  { cashInBox, closings, exportClosings, closeBox, box, exportBox, enterBox, voidBox, photo },
  {
    cached: ['cashInBox'],
    checks: [cashCheck],
    tables: { closings: 'fees', cashMoves: 'fees', boxEntries: 'fees', handOvers: 'fees' },
    files: [{ table: 'boxEntries', column: 'photoSha256' }],
    journal: cashboxKinds,
  },
)
