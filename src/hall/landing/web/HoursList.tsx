import type { Landing } from '#system/customization/customization.settings.contract.ts'
import { useWords } from '#web/words.ts'
import { landingEn } from '../landing.en.ts'
import { closuresAhead, groupHours } from '../landing.policy.ts'
import type { Clock } from './useClock.ts'

/** Maximum number of upcoming closures shown. */
const told = 5

/** The hours of the week, with days of equal hours grouped, and the upcoming closures. */
export const HoursList = ({ landing, clock: { now, timeZone } }: { landing: Landing; clock: Clock }) => {
  const words = useWords(landingEn).hours
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 tabular-nums">
        {groupHours(landing.hours).map(({ first, last }) => (
          <div key={first.day} className="contents">
            <dt>{words.days(first.day, last.day)}</dt>
            <dd>{first.closed ? words.closed : words.times(first.opens, first.closes)}</dd>
          </div>
        ))}
      </dl>
      {closuresAhead(landing, timeZone, now)
        .slice(0, told)
        .map(({ date, reason }) => (
          <p key={date} className="mt-2 text-sm wrap-anywhere">
            {words.closure(date, reason)}
          </p>
        ))}
    </>
  )
}
