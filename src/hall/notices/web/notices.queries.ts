import { useMemo } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { useAction, useCall } from '#web/api/queryClient.ts'
import { noticesApi } from '../notices.contract.ts'

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
