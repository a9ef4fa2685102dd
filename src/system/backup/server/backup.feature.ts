import { feature } from '#server/feature/feature.ts'
import { backupApi } from '../backup.contract.ts'
import { backupJobs } from './backup.jobs.ts'
import { backupMeasures } from './backup.measures.ts'
import { backUp, examine, system, warning } from './backup.service.ts'

export const backupFeature = feature(backupApi, { system, warning, backUp, examine }, { jobs: backupJobs, measures: backupMeasures })
