import { dayIn } from '#contract/day.ts'
import type { PublicAnnouncement } from '#hall/announcements/announcements.contract.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { type Answer, Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { landingEn } from '../landing.en.ts'
import { isNew } from '../landing.policy.ts'
import { Part } from './Part.tsx'
import type { Clock } from './useClock.ts'

const Item = ({ announcement, clock }: { announcement: PublicAnnouncement; clock: Clock }) => {
  const words = useWords(landingEn).announcements
  const { title, content, createdAt } = announcement
  return (
    <li className="border-line border-b py-4 first:pt-0 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 dir="auto" className="min-w-0 font-medium wrap-anywhere">
          {title}
        </h3>
        {isNew(announcement, clock.now) && <Badge tone="primary">{words.new}</Badge>}
      </div>
      <time dateTime={createdAt} className="text-muted text-sm">
        {words.day(dayIn(clock.timeZone, new Date(createdAt)))}
      </time>
      <p dir="auto" className="mt-1 max-w-prose whitespace-pre-line text-left wrap-anywhere">
        {content}
      </p>
    </li>
  )
}

type Props = { announcements: Answer<readonly PublicAnnouncement[]>; clock: Clock }

export const Announcements = ({ announcements, clock }: Props) => {
  const words = useWords(landingEn).announcements
  return (
    <Part id="announcements" title={words.title}>
      <div className="rounded-lg border border-line bg-surface">
        <Loaded of={announcements} skeleton={<ListSkeleton rows={3} />} failed={words.failed}>
          {(items) =>
            items.length === 0 ? (
              <EmptyState title={words.empty} hint={words.emptyHint} drawing="bell" />
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
              <section aria-label={words.list} tabIndex={0} className="max-h-[28rem] overflow-y-auto p-6 max-md:p-4">
                <ul>
                  {items.map((announcement) => (
                    <Item key={announcement._id} announcement={announcement} clock={clock} />
                  ))}
                </ul>
              </section>
            )
          }
        </Loaded>
      </div>
    </Part>
  )
}
