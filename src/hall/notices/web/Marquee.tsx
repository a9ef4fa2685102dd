import { Pause, Play } from 'lucide-react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { noticesEn } from '../notices.en.ts'
import type { ReadableNotice } from '../notices.shapes.contract.ts'
import './marquee.css'
import { PriorityBadge } from './PriorityBadge.tsx'
import { priorityOf } from './priority.ts'

const Item = ({ notice }: { notice: ReadableNotice }) => (
  <span className="inline-flex min-w-0 items-baseline gap-x-2">
    {priorityOf(notice.priority) === 'high' && <PriorityBadge priority={notice.priority} isLong />}
    <bdi className="font-semibold">{notice.title}</bdi>
    <bdi>{notice.content}</bdi>
  </span>
)

const Text = ({ notices }: { notices: readonly ReadableNotice[] }) => (
  <span className="inline-flex items-baseline gap-x-16">
    {notices.map((notice) => (
      <Item key={notice._id} notice={notice} />
    ))}
  </span>
)

type Props = {
  notices: readonly ReadableNotice[]
  /** The whole text is then shown below the line. */
  isStopped: boolean
  onStop: (isStopped: boolean) => void
}

/** A line of moving text with a period of 25 seconds. Screen readers read it once, like any text. */
export const Marquee = ({ notices, isStopped, onStop }: Props) => {
  const words = useWords(noticesEn).strip
  return (
    <section aria-label={words.marquee} className="flex h-full min-w-0 flex-1 items-center justify-end gap-1">
      {!isStopped && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: focusing it pauses it for keyboard users, as hovering does for the mouse.
        <div tabIndex={0} role="marquee" aria-label={words.moving} className="marquee-window min-w-0 flex-1 rounded-sm">
          <div className="marquee-track">
            <div className="marquee-text">
              <Text notices={notices} />
            </div>
            <div className="marquee-text" aria-hidden="true">
              <Text notices={notices} />
            </div>
          </div>
        </div>
      )}
      <IconButton
        label={isStopped ? words.play : words.pause}
        onPress={() => onStop(!isStopped)}
        className="size-9! max-md:-mr-3 max-md:size-11! [&_svg]:size-4!"
      >
        {isStopped ? <Play /> : <Pause />}
      </IconButton>
    </section>
  )
}
