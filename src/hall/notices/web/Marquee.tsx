import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { noticesEn } from '../notices.en.ts'
import type { ReadableNotice } from '../notices.shapes.contract.ts'
import './marquee.css'
import { useReducedMotion } from '#web/ui/useReducedMotion.ts'
import { PriorityBadge } from './PriorityBadge.tsx'
import { priorityOf } from './priority.ts'
import { StillNotices } from './StillNotices.tsx'

const Item = ({ notice }: { notice: ReadableNotice }) => (
  <span className="inline-flex min-w-0 flex-wrap items-baseline gap-x-2">
    {priorityOf(notice.priority) === 'high' && <PriorityBadge priority={notice.priority} isLong />}
    <bdi className="font-semibold wrap-anywhere">{notice.title}</bdi>
    <bdi className="wrap-anywhere">{notice.content}</bdi>
  </span>
)

const Text = ({ notices }: { notices: readonly ReadableNotice[] }) => (
  <span className="inline-flex items-baseline gap-x-16">
    {notices.map((notice) => (
      <Item key={notice._id} notice={notice} />
    ))}
  </span>
)

/**
 * A line of moving text with a period of 25 seconds. Stopping it shows the whole text; it does not move with reduced motion. Screen readers
 * read it once, like any text.
 */
export const Marquee = ({ notices }: { notices: readonly ReadableNotice[] }) => {
  const words = useWords(noticesEn).strip
  const isCalm = useReducedMotion()
  const [isStopped, setStopped] = useState(false)
  const isStill = isCalm || isStopped
  return (
    <section
      aria-label={words.marquee}
      className="flex items-start gap-2 border-line border-b bg-primary-soft py-1 pr-2 pl-8 text-ink max-md:pl-4"
    >
      {isStill ? (
        <div className="min-w-0 flex-1 py-2">
          <StillNotices notices={notices} />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: focusing it pauses it for keyboard users, as hovering does for the mouse.
        <div tabIndex={0} role="marquee" aria-label={words.moving} className="marquee-window min-w-0 flex-1 rounded-sm py-2">
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
      {!isCalm && (
        <IconButton label={isStopped ? words.play : words.pause} onPress={() => setStopped(!isStopped)}>
          {isStopped ? <Play /> : <Pause />}
        </IconButton>
      )}
    </section>
  )
}
