import type { Reply } from '#contract/endpoint.ts'
import type { documentsApi } from '#features/documents/documents.contract.ts'
import type { Db } from '#server/db/tables.ts'
import { textQuery } from '#server/db/words.ts'
import type { Request } from '#server/http/feature.ts'
import type { Ctx } from '#server/platform.ts'
import { toDocuments } from './documents.answer.ts'
import * as documents from './documents.db.ts'
import { snippetOf } from './documents.snippet.ts'
import * as rows from './documents.text.db.ts'

/** As many contents as one search goes through, from the best. */
const MOST = 1_000
const AT_ONCE = 100

type Hit = { id: string; sha256: string; page: number }

/** The first `count` living documents that have one of these pages, in the order of the pages. */
const livingHits = async (db: Db, pages: Awaited<ReturnType<typeof rows.bestPages>>, count: number): Promise<Hit[]> => {
  const hits: Hit[] = []
  for (let from = 0; from < pages.length && hits.length < count; from += AT_ONCE) {
    const some = pages.slice(from, from + AT_ONCE)
    const living = await rows.livingOf(
      db,
      some.map(({ sha256 }) => sha256),
    )
    const byContent = Map.groupBy(living, ({ fileSha256 }) => fileSha256)
    for (const found of some) for (const { id } of byContent.get(found.sha256) ?? []) hits.push({ id, ...found })
  }
  return hits.slice(0, count)
}

export const searchText = async (
  ctx: Ctx,
  { query: { q, cursor, limit } }: Request<typeof documentsApi.searchText>,
): Promise<Reply<typeof documentsApi.searchText>> => {
  const wanted = textQuery(q)
  if (!wanted) return { items: [], nextCursor: null }
  const { db } = ctx
  const from = Number(cursor ?? 0)
  const hits = await livingHits(db, await rows.bestPages(db, wanted, MOST), from + limit + 1)
  const shown = hits.slice(from, from + limit)
  const found = await documents.byIds(
    db,
    shown.map(({ id }) => id),
  )
  const known = new Map((await toDocuments(ctx, found)).map((document) => [document._id, document]))
  const items: Reply<typeof documentsApi.searchText>['items'] = []
  for (const hit of shown) {
    const document = known.get(hit.id)
    // Deleted between two queries.
    if (document) items.push({ document, page: hit.page, snippet: snippetOf(await rows.textOf(db, hit), wanted) })
  }
  return { items, nextCursor: hits.length > from + limit ? String(from + limit) : null }
}
