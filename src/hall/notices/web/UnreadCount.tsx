import { formatNumber, useWords } from '#web/words.ts'
import { noticesEn } from '../notices.en.ts'
import { useMyNotices } from './notices.queries.ts'

const most = 99

/** The number of unread notices, shown at the Notices entry of the menu. */
export const UnreadCount = () => {
  const words = useWords(noticesEn)
  const unread = useMyNotices().data?.items.filter(({ type, isRead }) => type === 'tab' && !isRead).length ?? 0
  if (unread === 0) return null
  return (
    <span className="ml-auto inline-flex min-w-6 shrink-0 items-center justify-center rounded-full bg-primary-fill px-1.5 py-0.5 font-semibold text-on-primary-fill text-xs tabular-nums">
      <span aria-hidden="true">{unread > most ? `${most}+` : formatNumber(unread)}</span>
      <span className="sr-only">{` ${words.unread(unread)}`}</span>
    </span>
  )
}
