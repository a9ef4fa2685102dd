import { useEffect, useMemo } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import type { Change } from '#web/api/optimistic.ts'
import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { favoritesApi } from '../favorites.contract.ts'
import { favoritesEn } from '../favorites.en.ts'

export const useFavorites = (search: string) =>
  usePages(favoritesApi.list, { query: { limit: '50', ...(search && { search }) } }, { keepPrevious: true })

export const useFavoriteCount = () => useCall(favoritesApi.count)

/** The ids of all favourites, for the stars in other lists; undefined while loading. */
export const useFavoriteIds = (enabled: boolean): ReadonlySet<string> | undefined => {
  const { data, items, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = usePages(
    favoritesApi.ids,
    { query: { limit: '1000' } },
    { enabled },
  )
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `items` is a new array on every render, `data` is not
  return useMemo(() => data && new Set(items), [data])
}

const countBy = (change: Change, difference: 1 | -1) =>
  change(favoritesApi.count, ({ count }) => ({ count: Math.max(0, count + difference) }))

/** Adds a favourite and puts it first in every cached list that has no search, is complete and does not contain it yet. */
const useAdd = (document: Document) =>
  useAction(favoritesApi.add, {
    failure: useWords(favoritesEn).addFailed,
    optimistic: (change) => {
      countBy(change, 1)
      change(favoritesApi.ids, (reply) => ({ ...reply, items: [document._id, ...reply.items] }))
      change(favoritesApi.list, (reply, { query }) =>
        query?.search || reply.nextCursor !== null || reply.items.some(({ _id }) => _id === document._id)
          ? reply
          : { ...reply, items: [document, ...reply.items], total: reply.total === undefined ? undefined : reply.total + 1 },
      )
    },
  })

const useRemove = (document: Document) =>
  useAction(favoritesApi.remove, {
    failure: useWords(favoritesEn).removeFailed,
    optimistic: (change) => {
      countBy(change, -1)
      change(favoritesApi.ids, (reply) => ({ ...reply, items: reply.items.filter((id) => id !== document._id) }))
      change(favoritesApi.list, (reply) => {
        const items = reply.items.filter(({ _id }) => _id !== document._id)
        const gone = reply.items.length - items.length
        return { ...reply, items, total: reply.total === undefined ? undefined : reply.total - gone }
      })
    },
  })

/** Adds or removes a favourite optimistically and reverts it with an error message if the server rejects the change. */
export const useToggleFavorite = (document: Document) => {
  const add = useAdd(document)
  const remove = useRemove(document)
  const sending = { params: { id: document._id } }
  return {
    toggle: (isFavorite: boolean) => (isFavorite ? remove : add).mutate(sending),
    isPending: add.isPending || remove.isPending,
  }
}
