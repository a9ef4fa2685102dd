import { useCall, usePages } from '#web/api/queryClient.ts'
import { extractionApi } from '../extraction.contract.ts'

/** Documents by the words in their texts. */
export const useInside = (q: string) => usePages(extractionApi.searchText, { query: { q } }, { enabled: q !== '', keepPrevious: q !== '' })

/** How many documents a search matches, by their titles, categories and texts. */
export const useMatching = (q: string) =>
  useCall(extractionApi.countMatches, { query: { q } }, { enabled: q !== '', keepPrevious: q !== '' })
