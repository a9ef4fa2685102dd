import { extractionApi } from '#library/extraction/extraction.contract.ts'
import { foldText, mayBeWrittenOtherwise } from '#library/extraction/extraction.find.policy.ts'
import { call } from '#web/api/call.ts'
import { type Found, nothingFound, type Searchable } from './finder.ts'

/**
 * Asks the server, which has the text of most documents, so that nothing of the file is fetched but the pages that are shown.
 * Undefined where only the file itself can tell: its text has not been read, or it may have the words in a way that the server
 * cannot see.
 */
export const askServer =
  (id: string, pageCount: number): NonNullable<Searchable['ask']> =>
  async (typed, signal): Promise<Found | undefined> => {
    const reply = await call(extractionApi.findInDocument, { params: { id }, query: { q: typed } }, { signal })
    if (reply.text === 'none') return { ...nothingFound, isWithoutText: true }
    if (reply.text !== 'ready' || (reply.total === 0 && mayBeWrittenOtherwise(foldText(typed)))) return undefined
    // A damaged file may have fewer pages here than there.
    const pages = reply.pages.filter(({ page }) => page <= pageCount)
    return {
      counts: new Map(pages.map(({ page, count }) => [page, count])),
      units: pages.map(({ page }) => page),
      total: pages.reduce((sum, { count }) => sum + count, 0),
      done: true,
    }
  }
