import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { noticesEn } from '../notices.en.ts'
import { seenNotices } from './useSeenBefore.ts'
import { useShownNotices } from './useShownNotices.ts'

export const shownNotices = lazyScreen(async () => (await import('./ShownNoticesDialog.tsx')).ShownNoticesDialog)

/** For pages without room for banners: a button that opens the notices, with a dot while a banner was not seen whole yet. */
export const NoticesDot = () => {
  const words = useWords(noticesEn).dot
  const { marquees, banners } = useShownNotices()
  const [isOpen, setOpen] = useState(false)
  const count = marquees.length + banners.length
  const seen = seenNotices.useVersions()
  const isNew = banners.some(({ _id, updatedAt, isRead }) => !isRead && seen[_id] !== updatedAt)
  const open = () => {
    setOpen(true)
    seenNotices.add(banners)
  }
  return (
    <>
      <span role="status" className="sr-only">
        {count > 0 && words.count(count)}
      </span>
      {count > 0 && (
        <IconButton label={words.open(count)} aria-haspopup="dialog" onPress={open}>
          <span className="relative">
            <Megaphone aria-hidden="true" />
            {isNew && <span aria-hidden="true" className="absolute -top-1 -right-1 size-2.5 rounded-full border border-surface bg-error" />}
          </span>
        </IconButton>
      )}
      {isOpen && <Embed screen={shownNotices} onClose={() => setOpen(false)} />}
    </>
  )
}
