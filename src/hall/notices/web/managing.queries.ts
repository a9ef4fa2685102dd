import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { noticesApi } from '../notices.contract.ts'
import { manageNoticesEn } from '../notices.manage.en.ts'

/** All notices, as staff see them. */
export const useNotices = () => useCall(noticesApi.all)

export const usePeople = (search: string) =>
  usePages(noticesApi.people, { query: { limit: '50', ...(search && { search }) } }, { keepPrevious: true })

export const useReaders = (id: string, state: 'read' | 'unread') =>
  usePages(noticesApi.readers, { params: { id }, query: { state, limit: '50' } })

export const useCreateNotice = () => useAction(noticesApi.create)
export const useUpdateNotice = () => useAction(noticesApi.update)

export const useRemoveNotice = () =>
  useAction(noticesApi.remove, {
    failure: useWords(manageNoticesEn).deletion.failed,
    optimistic: (change, { params: { id } }) =>
      change(noticesApi.all, (reply) => ({ ...reply, items: reply.items.filter((notice) => notice._id !== id) })),
  })
