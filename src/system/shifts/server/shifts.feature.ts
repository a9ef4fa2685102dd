import { feature } from '#server/feature/feature.ts'
import { shiftsApi } from '../shifts.contract.ts'
import { create, list, remove, update } from './shifts.service.ts'

export const shiftsFeature = feature(shiftsApi, { list, create, update, remove }, { tables: { shifts: 'customization' } })
