import { categoriesApi } from '#features/categories/categories.contract.ts'
import { homeApi } from '#features/home/home.contract.ts'
import { type Acting, useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { documentsApi } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'

/** What a new or a deleted document changes. */
const counted = [documentsApi.list, categoriesApi.tree, homeApi.dashboard]

export const useTree = () => useCall(categoriesApi.tree)

/** The documents directly in one category, fetched once `enabled`. */
export const useBranch = (category: string, enabled: boolean) =>
  usePages(documentsApi.list, { query: { category, limit: '100' } }, { enabled })

export const useSearch = (search: string) =>
  usePages(documentsApi.list, { query: { search, limit: '200' } }, { enabled: search !== '', keepPrevious: search !== '' })

export const useRemoveDocument = (onRemoved: (id: string) => void) =>
  useAction(documentsApi.remove, {
    failure: useWords(documentsEn).deletion.failed,
    refreshes: counted,
    meanwhile: (change, { params: { id } }) =>
      change(documentsApi.list, (reply) => {
        const items = reply.items.filter((document) => document._id !== id)
        const gone = reply.items.length - items.length
        return { ...reply, items, total: reply.total === undefined ? undefined : reply.total - gone }
      }),
    onSuccess: (_, { params }) => onRemoved(params.id),
  })

export type Uploading = Acting<typeof documentsApi.create>
export const useUploadDocument = () => useAction(documentsApi.create, { refreshes: counted })
