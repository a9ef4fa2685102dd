import { usePages } from '#web/api/queryClient.ts'
import { extractionApi } from '../extraction.contract.ts'

/** Documents by the words in their texts. */
export const useInside = (q: string) => usePages(extractionApi.searchText, { query: { q } }, { enabled: q !== '', keepPrevious: q !== '' })
