import { extractionApi } from '#library/extraction/extraction.contract.ts'
import { useCall, usePages } from '#web/api/queryClient.ts'

/** Documents whose texts match. */
export const useInside = (q: string) => usePages(extractionApi.searchText, { query: { q } }, { enabled: q !== '', keepPrevious: q !== '' })

/** Number of documents that match by title, category or text. */
export const useMatching = (q: string) =>
  useCall(extractionApi.countMatches, { query: { q } }, { enabled: q !== '', keepPrevious: q !== '' })
