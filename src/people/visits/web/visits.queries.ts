import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { visitsApi } from '../visits.contract.ts'
import { visitsEn } from '../visits.en.ts'

/** Number of visits shown. */
const LAST = 5

export const useVisitsOf = (id: string) => useCall(visitsApi.ofStudent, { params: { id }, query: { limit: String(LAST) } })
export const useRecordVisit = () => useAction(visitsApi.record, { failure: useWords(visitsEn).recordFailed })

/** Only the number of students inside. */
export const useInsideCount = () => useCall(visitsApi.inside, { query: { limit: '1' } })
export const useInside = () => usePages(visitsApi.inside, { query: { limit: '100' } })
