import { Info, Megaphone, TriangleAlert, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { noticesEn } from '../notices.en.ts'
import type { ReadableNotice } from '../notices.shapes.contract.ts'
import { Attachment } from './Attachment.tsx'
import { dismiss } from './dismissed.ts'
import { LongText } from './LongText.tsx'
import { useMarkRead } from './notices.queries.ts'
import { PriorityBadge } from './PriorityBadge.tsx'
import { priorityOf } from './priority.ts'

/** Number of banners shown initially, on narrow and wide screens; the rest is shown on request. */
const atFirst = { narrow: 1, wide: 2 }

export const bannerLooks = {
  high: { Icon: TriangleAlert, box: 'border-error bg-error-soft border-l-8', icon: 'text-error-text', title: 'font-bold' },
  medium: { Icon: Megaphone, box: 'border-warning bg-warning-soft border-l-4', icon: 'text-warning-text', title: 'font-semibold' },
  low: { Icon: Info, box: 'border-info bg-info-soft border-l-4', icon: 'text-info-text', title: 'font-medium' },
}

const Banner = ({ notice, onDismiss }: { notice: ReadableNotice; onDismiss: () => void }) => {
  const words = useWords(noticesEn).strip
  const level = priorityOf(notice.priority)
  const { Icon, box, icon, title } = bannerLooks[level]
  return (
    <article className={`flex items-start gap-3 rounded-lg py-2 pr-1 pl-3 text-ink ${box}`}>
      <Icon aria-hidden="true" className={`mt-2 size-5 shrink-0 ${icon}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-1 py-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span dir="auto" className={`min-w-0 wrap-anywhere ${title}`}>
            {notice.title}
          </span>
          {level === 'high' && <PriorityBadge priority={notice.priority} isLong isPlain />}
        </p>
        <LongText text={notice.content} />
        <Attachment notice={notice} isSmall />
      </div>
      <IconButton label={words.dismiss(notice.title)} onPress={onDismiss}>
        <X />
      </IconButton>
    </article>
  )
}

const paddings = { page: 'px-8 pt-4 beside:px-4 max-md:px-4 max-md:pb-2', line: 'px-8 pb-3 beside:px-4 max-md:px-4', dialog: '' }

type BannersProps = {
  notices: readonly ReadableNotice[]
  /** A dialog and an opened line show all of them; when the last one is dismissed, the dialog moves the focus. */
  place?: 'page' | 'line' | 'dialog'
}

/** Banners above the page, most urgent first; each stays until dismissed. New ones are announced to screen readers. */
export const Banners = ({ notices, place = 'page' }: BannersProps) => {
  const words = useWords(noticesEn).strip
  const { mutate } = useMarkRead()
  const [isWhole, setWhole] = useState(place !== 'page')
  const most = atFirst[useIsNarrow() ? 'narrow' : 'wide']
  const region = useRef<HTMLElement>(null)
  const close = (notice: ReadableNotice) => {
    dismiss(notice)
    mutate({ params: { id: notice._id } })
    // The pressed button is removed, so the focus must move.
    if (notices.length > 1) region.current?.focus()
    else if (place !== 'dialog') document.getElementById('content')?.focus()
  }
  const shown = isWhole ? notices : notices.slice(0, most)
  const hidden = notices.length - shown.length
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={place === 'line' ? undefined : words.banners}
      aria-live="polite"
      aria-relevant="additions"
      hidden={notices.length === 0}
      className={`flex flex-col gap-2 outline-none [&[hidden]]:hidden ${paddings[place]}`}
    >
      {shown.map((notice) => (
        <Banner key={notice._id} notice={notice} onDismiss={() => close(notice)} />
      ))}
      {hidden > 0 && (
        <Button variant="quiet" className="self-start" onPress={() => setWhole(true)}>
          {words.moreBanners(hidden)}
        </Button>
      )}
    </section>
  )
}
