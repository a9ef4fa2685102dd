import { feature } from '#server/feature/feature.ts'
import { shiftsApi } from '../shifts.contract.ts'
import { create, held, list, remove, update } from './shifts.service.ts'

export const shiftsFeature = feature(shiftsApi, { list, held, create, update, remove }, { tables: { shifts: 'customization' } })
