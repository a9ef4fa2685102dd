import { CountBadge } from '#web/ui/CountBadge.tsx'
import { useUnreadInTitle } from '#web/ui/unreadInTitle.ts'
import { useWords } from '#web/words.ts'
import { noticesEn } from '../notices.en.ts'
import { useMyNotices } from './notices.queries.ts'

/** The number of unread notices, shown at the Notices entry of the menu. */
export const UnreadCount = () => {
  const words = useWords(noticesEn)
  const count = useMyNotices().data?.items.filter(({ type, isRead }) => type === 'tab' && !isRead).length ?? 0
  useUnreadInTitle('notices', count)
  return <CountBadge count={count} label={words.unread(count)} />
}
