import type { Reply } from '#contract/endpoint.ts'
import * as documents from '#library/documents/server/documents.service.ts'
import type { extractionApi } from '#library/extraction/extraction.contract.ts'
import type { Db } from '#server/db/tables.ts'
import { type TextQuery, textQuery } from '#server/db/words.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { byPosition, pageOf } from '#server/http/paging.ts'
import * as rows from './extraction.search.db.ts'
import { snippetOf } from './extraction.snippet.ts'

type Hit = { id: string; sha256: string; page: number; position: number }

/** Returns the first `count` documents that have one of these pages, in the order of the pages. */
const livingHits = async (db: Db, wanted: TextQuery, count: number): Promise<Hit[]> => {
  const hits: Hit[] = []
  for await (const pages of rows.bestPages(db, wanted, rows.MAX_CONTENTS)) {
    const living = await rows.livingOf(
      db,
      pages.map(({ sha256 }) => sha256),
    )
    const byContent = Map.groupBy(living, ({ fileSha256 }) => fileSha256)
    for (const found of pages) for (const { id } of byContent.get(found.sha256) ?? []) hits.push({ id, ...found, position: hits.length })
    if (hits.length >= count) break
  }
  return hits.slice(0, count)
}

export const searchText = async (
  ctx: Ctx,
  { query }: Input<typeof extractionApi.searchText>,
): Promise<Reply<typeof extractionApi.searchText>> => {
  const { db } = ctx
  const wanted = textQuery(query.q)
  const { items: shown, nextCursor } = await pageOf(byPosition, query, async (limit, from = 0) =>
    wanted ? (await livingHits(db, wanted, from + limit)).slice(from) : [],
  )
  const found = await documents.inOrder(
    ctx,
    shown.map(({ id }) => id),
  )
  const known = new Map(found.map((document) => [document._id, document]))
  const items: Reply<typeof extractionApi.searchText>['items'] = []
  for (const hit of shown) {
    const document = known.get(hit.id)
    // The document may have been deleted between two queries.
    if (wanted && document) items.push({ document, page: hit.page, snippet: snippetOf(await rows.textOf(db, hit), wanted) })
  }
  return { items, nextCursor }
}
