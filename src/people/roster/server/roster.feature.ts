import { feature } from '#server/feature/feature.ts'
import { rosterApi } from '../roster.contract.ts'
import { download, template } from './roster.export.service.ts'
import { leftOut } from './roster.leftOut.service.ts'
import { importStudents } from './roster.service.ts'

export const rosterFeature = feature(rosterApi, { download, template, importStudents, leftOut })
