import { ArrowDown, LogIn } from 'lucide-react'
import type { Landing } from '#system/customization/customization.settings.contract.ts'
import { usePrefetch } from '#web/shell/usePrefetch.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { buttonStyle } from '#web/ui/buttonStyle.ts'
import { useWords } from '#web/words.ts'
import { landingEn } from '../landing.en.ts'
import { type DoorSign, doorSign } from '../landing.policy.ts'
import { HoursList } from './HoursList.tsx'
import { PartLink } from './PartLink.tsx'
import type { Clock } from './useClock.ts'

const useSignText = () => {
  const words = useWords(landingEn).sign
  return (sign: DoorSign): string => {
    switch (sign.is) {
      case 'open':
        return sign.allDay ? words.openAllDay : words.open(sign.until)
      case 'opensLater':
        return words.opensLater(sign.at)
      case 'closure':
        return words.closure(sign.reason)
      case 'closed':
        return words.closed
    }
  }
}

/** Shows whether the hall is open now, and the hours of the week. */
const Door = ({ landing, clock }: { landing: Landing; clock: Clock }) => {
  const words = useWords(landingEn)
  const textOf = useSignText()
  const sign = doorSign(landing, clock.timeZone, clock.now)
  return (
    <div className="w-full max-w-md rounded-lg border border-line bg-surface p-6 text-left max-md:p-4">
      <p className="flex items-center gap-3 font-semibold">
        <span
          aria-hidden="true"
          className={`size-3 shrink-0 rounded-full ${sign.is === 'open' ? 'bg-success-fill' : 'border-2 border-line-strong'}`}
        />
        <span className="min-w-0 wrap-anywhere">{textOf(sign)}</span>
      </p>
      <h2 className="mt-4 mb-1 font-medium text-muted text-sm">{words.footer.hours}</h2>
      <HoursList landing={landing} clock={clock} />
    </div>
  )
}

/** Answers a visitor's first questions: what this is, whether it is open, and how to sign in. */
export const Hero = ({ systemName, landing, clock }: { systemName: string; landing: Landing; clock: Clock }) => {
  const words = useWords(landingEn).hero
  return (
    <section className="border-line border-b bg-primary-soft">
      <div className="mx-auto flex max-w-[1200px] flex-wrap items-center gap-x-12 gap-y-8 px-4 py-16 max-md:py-8">
        <div className="min-w-0 grow-[999] basis-[20rem]">
          <h1 className="font-display font-semibold text-[clamp(1.75rem,5vw,3rem)] leading-tight tracking-tight text-balance wrap-anywhere">
            {words.title(systemName)}
          </h1>
          <p className="mt-4 max-w-prose text-lg text-muted">{words.lead}</p>
          <div className="mt-8 flex flex-wrap gap-3 max-md:[&>*]:grow">
            <ButtonLink to="/login" {...usePrefetch('/login')} variant="primary" icon={<LogIn aria-hidden="true" />}>
              {words.start}
            </ButtonLink>
            <PartLink to="facilities" className={buttonStyle('secondary')}>
              {words.more}
              <ArrowDown aria-hidden="true" />
            </PartLink>
          </div>
        </div>
        <div className="flex min-w-0 grow basis-[18rem] justify-end max-md:justify-start">
          <Door landing={landing} clock={clock} />
        </div>
      </div>
    </section>
  )
}
