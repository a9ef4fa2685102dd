import type { Reply } from '#contract/endpoint.ts'
import { categoriesApi } from '#library/categories/categories.contract.ts'
import { extractionApi } from '#library/extraction/extraction.contract.ts'
import { favoritesApi } from '#library/favorites/favorites.contract.ts'
import type { Change } from '#web/api/optimistic.ts'
import { cachedReplies, useAction } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { type Document, documentsApi } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'
import { countedWithout } from './treeCounts.ts'

type Matching = Reply<typeof extractionApi.countMatches>
type Listed = { items: readonly { _id: string }[]; total?: number | undefined }

/** A list without some of its documents. */
const without = <L extends Listed>(list: L, ids: ReadonlySet<string>): L => {
  const items = list.items.filter(({ _id }) => !ids.has(_id))
  const gone = list.items.length - items.length
  return gone === 0 ? list : { ...list, items, total: list.total === undefined ? undefined : list.total - gone }
}

/** Which of them matched is not known of every search that is cached; in the one on the screen they did. */
const matchingWithout = ({ total, byCategory }: Matching, listed: readonly Document[], gone: number): Matching => ({
  total: Math.max(0, total - gone),
  byCategory: byCategory.map(({ category, count }) => {
    const here = listed.filter((document) => (document.category?._id ?? null) === category).length
    return { category, count: Math.max(0, count - here) }
  }),
})

/** Takes documents out of all that is cached of them: lists, favourites, counts. */
const takeOut = (change: Change, gone: readonly string[]) => {
  const ids = new Set(gone)
  const found = new Map<string, Document>()
  for (const { items } of cachedReplies(documentsApi.list)) for (const each of items) if (ids.has(each._id)) found.set(each._id, each)
  change(documentsApi.list, (reply) => without(reply, ids))
  change(extractionApi.searchText, (reply) => ({ ...reply, items: reply.items.filter(({ document }) => !ids.has(document._id)) }))
  change(extractionApi.countMatches, (reply) => matchingWithout(reply, [...found.values()], ids.size))
  change(favoritesApi.list, (reply) => without(reply, ids))
  change(categoriesApi.tree, (tree) => countedWithout(tree, [...found.values()]))
}

export const useRemoveDocument = (onRemoved: (ids: readonly string[]) => void) =>
  useAction(documentsApi.remove, {
    failure: useWords(documentsEn).deletion.failed,
    optimistic: (change, { params: { id } }) => takeOut(change, [id]),
    onSuccess: (_, { params }) => onRemoved([params.id]),
  })

export const useRemoveDocuments = (onRemoved: (ids: readonly string[]) => void) =>
  useAction(documentsApi.removeMany, {
    failure: useWords(documentsEn).deletion.failedMany,
    optimistic: (change, { body }) => takeOut(change, body.ids),
    onSuccess: (_, { body }) => onRemoved(body.ids),
  })

export const useUpdateDocument = () => useAction(documentsApi.update)

export const useMoveDocuments = () => useAction(documentsApi.moveMany)

/** Of the bin, and of Undo, which may be pressed where the page is gone already: the success is told here. */
export const useRestoreDocuments = (onRestored?: (ids: readonly string[]) => void) => {
  const words = useWords(documentsEn).removed
  return useAction(documentsApi.restoreMany, {
    failure: words.restoreManyFailed,
    optimistic: (change, { body: { ids } }) => change(documentsApi.removed, (reply) => without(reply, new Set(ids))),
    onSuccess: ({ restored }, { body }) => {
      toast.success(restored === 0 ? words.noneRestored : words.restoredMany(restored))
      onRestored?.(body.ids)
    },
  })
}

/** The row leaves the deleted ones on the press, and its button with it: the success is told here. */
export const useRestoreDocument = (onRestored: (id: string) => void) => {
  const words = useWords(documentsEn).removed
  return useAction(documentsApi.restore, {
    failure: words.restoreFailed,
    optimistic: (change, { params: { id } }) => change(documentsApi.removed, (reply) => without(reply, new Set([id]))),
    onSuccess: ({ _id, title }) => {
      toast.success(words.restored(title))
      onRestored(_id)
    },
  })
}
