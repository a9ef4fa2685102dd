import type { SheetFormat } from '#contract/sheet.ts'
import { download } from '#web/api/download.ts'
import { useCall, usePages } from '#web/api/queryClient.ts'
import { auditApi } from '../audit.contract.ts'

export type AuditFilter = { actor?: string; kind?: string; from?: string; to?: string }

/** Changes, newest first, page by page. */
export const useAudit = (filter: AuditFilter) => usePages(auditApi.list, { query: { limit: '50', ...filter } }, { keepPrevious: true })

export const useAuditPeople = () => useCall(auditApi.people)

export const downloadAudit = (filter: AuditFilter, format: SheetFormat): Promise<void> =>
  download(auditApi.download, { query: { ...filter, format } })
