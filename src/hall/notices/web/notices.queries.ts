import { useMemo } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { noticesApi } from '../notices.contract.ts'
import { noticesEn } from '../notices.en.ts'

export const useNotices = () => useCall(noticesApi.all)

type MyNotices = Reply<typeof noticesApi.mine>

/** Returns the notices without those that have expired since the reply was stored on this device. */
const withoutExpired = (reply: MyNotices): MyNotices => {
  const now = new Date().toISOString()
  return { ...reply, items: reply.items.filter(({ expiresAt }) => expiresAt === null || expiresAt > now) }
}

/** The signed-in person's notices: one query for the banners, the marquee, the page and the count in the menu. */
export const useMyNotices = () => {
  const { data, ...query } = useCall(noticesApi.mine)
  return { ...query, data: useMemo(() => data && withoutExpired(data), [data]) }
}

export const usePeople = (search: string) =>
  usePages(noticesApi.people, { query: { limit: '50', ...(search && { search }) } }, { keepPrevious: true })

export const useReaders = (id: string, state: 'read' | 'unread') =>
  usePages(noticesApi.readers, { params: { id }, query: { state, limit: '50' } })

export const useCreateNotice = () => useAction(noticesApi.create)
export const useUpdateNotice = () => useAction(noticesApi.update)

export const useRemoveNotice = () =>
  useAction(noticesApi.remove, {
    failure: useWords(noticesEn).deletion.failed,
    optimistic: (change, { params: { id } }) =>
      change(noticesApi.all, (reply) => ({ ...reply, items: reply.items.filter((notice) => notice._id !== id) })),
  })

/**
 * Marks a notice as read optimistically. A failure shows no message: the browser logs it, and the notice is unread again (specification,
 * section 8).
 */
export const useMarkRead = () =>
  useAction(noticesApi.markRead, {
    optimistic: (change, { params: { id } }) =>
      change(noticesApi.mine, (reply) => ({
        ...reply,
        items: reply.items.map((notice) => (notice._id === id ? { ...notice, isRead: true } : notice)),
      })),
  })
