import { feature } from '#server/feature/feature.ts'
import { personDeleted, sealing } from '#server/feature/hooks.ts'
import { auditApi } from '../audit.contract.ts'
import { auditKind } from './audit.journal.ts'
import { download, list, people } from './audit.list.service.ts'
import { auditJob, onPersonDeleted, sealAudit } from './audit.service.ts'

export const auditFeature = feature(
  auditApi,
  { list, people, download },
  {
    tables: { audit: null, auditUnsealed: null },
    journal: [auditKind],
    jobs: [auditJob],
    hooks: [personDeleted.by(onPersonDeleted), sealing.by(sealAudit)],
  },
)
