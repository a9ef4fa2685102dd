import type { Reply } from '#contract/endpoint.ts'
import { countOthers, countTitles } from '#library/documents/server/documents.counts.service.ts'
import type { extractionApi } from '#library/extraction/extraction.contract.ts'
import { textQuery } from '#server/db/words.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import * as rows from './extraction.search.db.ts'

/** Counts the documents that match by title, category or text, each once. */
export const countMatches = async (
  { db }: Ctx,
  { query: { q } }: Input<typeof extractionApi.countMatches>,
): Promise<Reply<typeof extractionApi.countMatches>> => {
  const byCategory = await countTitles(db, q)
  const titles = byCategory.reduce((sum, { count }) => sum + count, 0)
  const wanted = textQuery(q)
  const others = wanted ? await rows.amongContents(db, wanted, (tx, contents) => countOthers(tx, q, contents)) : 0
  return { total: titles + others, byCategory }
}
