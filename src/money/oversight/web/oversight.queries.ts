import { useCall, usePages } from '#web/api/queryClient.ts'
import { type CheckKind, oversightApi } from '../oversight.contract.ts'

const asked = (month: string) => (month ? { month } : {})

/** The figures of a month; defaults to the current one. */
export const useCheckSummary = (month = '') => useCall(oversightApi.summary, { query: asked(month) }, { keepPrevious: true })

export const useCheckEntries = (kind: CheckKind, month: string) =>
  usePages(oversightApi.entries, { query: { kind, limit: '50', ...asked(month) } }, { keepPrevious: true })
