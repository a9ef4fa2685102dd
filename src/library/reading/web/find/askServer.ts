import { extractionApi } from '#library/extraction/extraction.contract.ts'
import { foldText, mayBeWrittenOtherwise } from '#library/extraction/extraction.find.policy.ts'
import { call } from '#web/api/call.ts'
import { connection } from '#web/api/connection.ts'
import { type Found, nothingFound, type Searchable } from './finder.ts'

/**
 * Searches on the server, which has the text of most documents, so that only visible pages of the file are loaded. Returns undefined if
 * only the file itself can be searched: its text was not extracted, or may contain the query in a form that the server cannot match.
 */
export const askServer =
  (id: string, pageCount: number): NonNullable<Searchable['ask']> =>
  async (typed, signal): Promise<Found | undefined> => {
    // The file may be on this device, and waiting for the server would only delay the search.
    if (connection.get().isLost) return undefined
    const reply = await call(extractionApi.findInDocument, { params: { id }, query: { q: typed } }, { signal })
    if (reply.text === 'none') return { ...nothingFound, isWithoutText: true }
    if (reply.text !== 'ready' || (reply.total === 0 && mayBeWrittenOtherwise(foldText(typed)))) return undefined
    // The parser may find fewer pages in a damaged file than the server.
    const pages = reply.pages.filter(({ page }) => page <= pageCount)
    return {
      counts: new Map(pages.map(({ page, count }) => [page, count])),
      units: pages.map(({ page }) => page),
      total: pages.reduce((sum, { count }) => sum + count, 0),
      done: true,
    }
  }
