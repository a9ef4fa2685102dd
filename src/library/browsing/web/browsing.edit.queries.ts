import type { Reply } from '#contract/endpoint.ts'
import { categoriesApi } from '#library/categories/categories.contract.ts'
import { type Document, documentsApi } from '#library/documents/documents.contract.ts'
import { extractionApi } from '#library/extraction/extraction.contract.ts'
import { favoritesApi } from '#library/favorites/favorites.contract.ts'
import type { Change } from '#web/api/optimistic.ts'
import { cachedReplies, useAction } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { countedWithout } from './treeCounts.ts'

type Matching = Reply<typeof extractionApi.countMatches>
type Listed = { items: readonly { _id: string }[]; total?: number | undefined }

/** Returns the list without these documents. */
const without = <L extends Listed>(list: L, ids: ReadonlySet<string>): L => {
  const items = list.items.filter(({ _id }) => !ids.has(_id))
  const gone = list.items.length - items.length
  return gone === 0 ? list : { ...list, items, total: list.total === undefined ? undefined : list.total - gone }
}

/** For cached searches it is unknown which of the documents matched; in the visible search they all did. */
const matchingWithout = ({ total, isExact, byCategory }: Matching, listed: readonly Document[], gone: number): Matching => ({
  total: Math.max(0, total - gone),
  isExact,
  byCategory: byCategory.map(({ category, count }) => {
    const here = listed.filter((document) => (document.category?._id ?? null) === category).length
    return { category, count: Math.max(0, count - here) }
  }),
})

/** Removes documents from all cached lists, favourites and counts. */
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
    failure: useWords(browsingEn).deletion.failed,
    optimistic: (change, { params: { id } }) => takeOut(change, [id]),
    onSuccess: (_, { params }) => onRemoved([params.id]),
  })

export const useRemoveDocuments = (onRemoved: (ids: readonly string[]) => void) =>
  useAction(documentsApi.removeMany, {
    failure: useWords(browsingEn).deletion.failedMany,
    optimistic: (change, { body }) => takeOut(change, body.ids),
    onSuccess: (_, { body }) => onRemoved(body.ids),
  })

export const useUpdateDocument = () => useAction(documentsApi.update)

export const useMoveDocuments = () => useAction(documentsApi.moveMany)

/** For the trash and for Undo, which may be pressed after the page was left: the success message is shown here. */
export const useRestoreDocuments = (onRestored?: (ids: readonly string[]) => void) => {
  const words = useWords(browsingEn).removed
  return useAction(documentsApi.restoreMany, {
    failure: words.restoreManyFailed,
    optimistic: (change, { body: { ids } }) => change(documentsApi.removed, (reply) => without(reply, new Set(ids))),
    onSuccess: ({ restored }, { body }) => {
      toast.success(restored === 0 ? words.noneRestored : words.restoredMany(restored))
      onRestored?.(body.ids)
    },
  })
}

/** The row and its button disappear optimistically, so the success message is shown here. */
export const useRestoreDocument = (onRestored: (id: string) => void) => {
  const words = useWords(browsingEn).removed
  return useAction(documentsApi.restore, {
    failure: words.restoreFailed,
    optimistic: (change, { params: { id } }) => change(documentsApi.removed, (reply) => without(reply, new Set([id]))),
    onSuccess: ({ _id, title }) => {
      toast.success(words.restored(title))
      onRestored(_id)
    },
  })
}
