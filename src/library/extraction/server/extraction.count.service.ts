import type { Reply } from '#contract/endpoint.ts'
import { countOthers, countTitles } from '#library/documents/server/documents.counts.service.ts'
import type { extractionApi } from '#library/extraction/extraction.contract.ts'
import { textQuery } from '#server/db/words.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import * as rows from './extraction.search.db.ts'

const nothing = { contents: [], isAll: true }

/**
 * Counts the documents that match by title, category or text, each once. The number is a least one if too many contents match to
 * look at all.
 */
export const countMatches = async (
  { db }: Ctx,
  { query: { q } }: Input<typeof extractionApi.countMatches>,
): Promise<Reply<typeof extractionApi.countMatches>> => {
  const byCategory = await countTitles(db, q)
  const titles = byCategory.reduce((sum, { count }) => sum + count, 0)
  const wanted = textQuery(q)
  const { contents, isAll } = wanted ? await rows.contentsWith(db, wanted, rows.MAX_CONTENTS) : nothing
  return { total: titles + (await countOthers(db, q, contents)), isExact: isAll, byCategory }
}
