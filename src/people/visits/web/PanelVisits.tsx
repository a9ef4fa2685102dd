import { LogIn, LogOut } from 'lucide-react'
import type { User } from '#people/users/users.contract.ts'
import { useSession } from '#web/api/session.ts'
import { dayThere, hallDayOf, today } from '#web/api/timeZone.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { useWords } from '#web/words.ts'
import type { StudentVisits, VisitKind } from '../visits.contract.ts'
import { visitsEn } from '../visits.en.ts'
import { visitPolicy } from '../visits.policy.ts'
import { useRecordVisit, useVisitsOf } from './visits.queries.ts'

/** Whether a student is inside, the buttons In and Out, and the last visits. */
export const PanelVisits = ({ user }: { user: User }) => {
  const words = useWords(visitsEn)
  const me = useSession()?.user
  const visits = useVisitsOf(user._id)
  if (!me || visitPolicy.whyNotRecord(me, user)) return null
  return (
    <section aria-label={words.label} className="border-line border-t pt-4">
      <Loaded of={visits} skeleton={<VisitsSkeleton />} failed={words.loadFailed}>
        {(data) => <Visits userId={user._id} visits={data} />}
      </Loaded>
    </section>
  )
}

const VisitsSkeleton = () => (
  <Skeleton>
    <Bar className="h-10 w-full" />
  </Skeleton>
)

const Visits = ({ userId, visits: { insideSince, items } }: { userId: string; visits: StudentVisits }) => {
  const words = useWords(visitsEn)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className={insideSince === null ? 'text-muted' : 'font-medium text-success-text'}>
          {insideSince === null ? words.notInside : words.since(insideSince)}
        </p>
        <InOut userId={userId} isInside={insideSince !== null} />
      </div>
      {items.length > 0 && (
        <ul aria-label={words.last} className="flex flex-col gap-0.5 text-sm tabular-nums">
          {items.slice(0, 5).map(({ _id, kind, at, by }) => (
            <li key={_id} className="flex flex-wrap gap-x-2">
              <span>{words.visit(kind, at, hallDayOf(at) === today() ? null : dayThere(at))}</span>
              <span dir="auto" className="min-w-0 text-muted wrap-anywhere">
                {words.by(by)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const icons = { in: LogIn, out: LogOut }

/** The buttons keep their places, so that a second press on the same one changes nothing. */
const InOut = ({ userId, isInside }: { userId: string; isInside: boolean }) => {
  const words = useWords(visitsEn)
  const record = useRecordVisit()
  const pressed = record.isPending ? record.variables?.body.kind : undefined
  const button = (kind: VisitKind) => {
    const Icon = icons[kind]
    const isNow = isInside === (kind === 'in')
    return (
      <PlainButton
        aria-pressed={isNow}
        isPending={record.isPending}
        onPress={() => record.mutate({ params: { id: userId }, body: { kind } })}
        className="inline-flex min-h-9 min-w-20 cursor-pointer items-center justify-center gap-2 rounded-md px-4 font-medium transition-colors duration-80 hover:bg-hover aria-pressed:bg-primary-soft aria-pressed:text-primary-text max-md:min-h-11 [&_svg]:size-4"
      >
        {pressed === kind ? <Spinner /> : <Icon aria-hidden="true" />}
        {words.kinds[kind]}
      </PlainButton>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <div
      role="group"
      aria-label={words.press}
      className="flex rounded-lg border border-transparent bg-tint p-px in-data-contrast:border-line-strong"
    >
      {button('in')}
      {button('out')}
    </div>
  )
}
