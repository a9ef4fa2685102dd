import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useReducedMotion } from '#web/ui/useReducedMotion.ts'
import { useWords } from '#web/words.ts'
import { noticesEn } from '../notices.en.ts'
import type { ReadableNotice } from '../notices.shapes.contract.ts'
import { Banners, bannerLooks } from './Banners.tsx'
import { priorityOf } from './priority.ts'

/** Rarely needed, so its code is loaded separately. */
export const marqueeScreen = lazyScreen(async () => (await import('./Marquee.tsx')).Marquee)
export const stillScreen = lazyScreen(async () => (await import('./StillNotices.tsx')).StillNotices)

type Props = {
  marquees: readonly ReadableNotice[]
  banners: readonly ReadableNotice[]
  /** True of a banner that came after the page was opened. */
  isNew?: (notice: ReadableNotice) => boolean
}

/**
 * One line for the banners that were seen before, which opens them on a press, and for the text that moves. With reduced motion the
 * latter is opened by the press too.
 */
export const NoticeLine = ({ marquees, banners, isNew = () => false }: Props) => {
  const words = useWords(noticesEn).strip
  const isCalm = useReducedMotion()
  const [isOpen, setOpen] = useState(false)
  const [isStopped, setStopped] = useState(false)
  const id = useId()
  const [first, ...others] = isCalm ? [...banners, ...marquees] : banners
  if (!first && marquees.length === 0) return null
  const isMoving = marquees.length > 0 && !isCalm
  return (
    <section aria-label={words.line} className="border-line border-b bg-surface text-ink">
      <div className="px-8 beside:px-4 max-md:px-4">
        <div className="mx-auto flex h-9 max-w-[1200px] items-center gap-3 text-sm max-md:h-11 max-md:gap-2">
          {first && (
            <PlainButton
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onPress={() => setOpen(!isOpen)}
              className={`-mx-1 flex h-full min-w-0 cursor-pointer items-center gap-2 rounded px-1 text-left hover:underline ${isMoving ? 'max-w-1/2 shrink-0 max-md:max-w-2/3' : ''}`}
            >
              <OpenerText first={first} isNew={isNew(first)} more={others.length} isOpen={isOpen} />
            </PlainButton>
          )}
          {isMoving && <Embed screen={marqueeScreen} notices={marquees} isStopped={isStopped} onStop={setStopped} />}
        </div>
      </div>
      <div id={id} className="flex flex-col">
        {((isCalm && isOpen) || (isMoving && isStopped)) && (
          <div className="px-8 pb-3 max-md:px-4">
            <Embed screen={stillScreen} notices={marquees} />
          </div>
        )}
        {isOpen && banners.length > 0 && <Banners notices={banners} place="line" />}
      </div>
    </section>
  )
}

type OpenerProps = { first: ReadableNotice; isNew: boolean; more: number; isOpen: boolean }

const OpenerText = ({ first, isNew, more, isOpen }: OpenerProps) => {
  const words = useWords(noticesEn).strip
  const { Icon, icon } = bannerLooks[priorityOf(first.priority)]
  return (
    <>
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${icon}`} />
      {isNew && <Badge tone={priorityOf(first.priority) === 'high' ? 'error' : 'primary'}>{words.fresh}</Badge>}{' '}
      <span dir="auto" className="truncate font-medium">
        {first.title}
      </span>{' '}
      {more > 0 && <span className="shrink-0 text-muted">{words.more(more)}</span>}
      <ChevronDown aria-hidden="true" className={`size-4 shrink-0 text-muted ${isOpen ? 'rotate-180' : ''}`} />
    </>
  )
}
