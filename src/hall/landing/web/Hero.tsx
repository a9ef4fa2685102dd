import { ArrowDown, LogIn } from 'lucide-react'
import type { PublicImage } from '#hall/gallery/gallery.contract.ts'
import type { Customization } from '#system/customization/customization.contract.ts'
import { usePrefetch } from '#web/shell/usePrefetch.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { buttonStyle } from '#web/ui/buttonStyle.ts'
import { CallLinks } from '#web/ui/CallLinks.tsx'
import { Bar } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { landingEn } from '../landing.en.ts'
import { type DoorSign, doorSign, slotPrices } from '../landing.policy.ts'
import { HallPicture, pictureShape } from './HallPicture.tsx'
import { PartLink } from './PartLink.tsx'
import type { Clock } from './useClock.ts'

const useSignText = () => {
  const words = useWords(landingEn).sign
  const stateOf = (sign: DoorSign): string => {
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
  const nextOf = (sign: DoorSign): string | undefined => {
    if (!('next' in sign) || !sign.next) return undefined
    const { day, weekday, isTomorrow, at } = sign.next
    return isTomorrow ? words.opensTomorrow(at) : words.opensOn(weekday, day, at)
  }
  return { stateOf, nextOf }
}

type Hall = Pick<Customization, 'landing' | 'hall'>

/** Whether the hall is open now, and from what price one can come. */
const Facts = ({ landing, hall, clock }: Hall & { clock: Clock }) => {
  const words = useWords(landingEn)
  const { stateOf, nextOf } = useSignText()
  const sign = doorSign(landing, clock.timeZone, clock.now)
  const next = nextOf(sign)
  const fees = slotPrices(hall).map(({ fee }) => fee)
  return (
    <div className="mt-5 flex flex-wrap gap-x-6 gap-y-1 font-medium">
      <p className="flex min-w-0 items-center gap-3">
        <span
          aria-hidden="true"
          className={`size-3 shrink-0 rounded-full ${sign.is === 'open' ? 'bg-success-fill' : 'border-2 border-line-strong'}`}
        />
        <span className="min-w-0 wrap-anywhere">{stateOf(sign)}</span>
      </p>
      {next && <p className="text-muted">{next}</p>}
      {fees.length > 0 && <p className="tabular-nums">{words.fees.from(Math.min(...fees))}</p>}
    </div>
  )
}

type HeroProps = Hall & { systemName: string; images: readonly PublicImage[] | undefined; clock: Clock }

/** Answers a visitor's first questions: what this is, whether it is open, what it costs, whom to call, and how to sign in. */
export const Hero = ({ systemName, landing, hall, images, clock }: HeroProps) => {
  const words = useWords(landingEn).hero
  return (
    <section className="border-line border-b bg-primary-soft">
      <div className="mx-auto max-w-[1200px] px-4 py-12 max-md:py-6">
        <h1 className="font-display font-semibold text-4xl tracking-tight text-balance wrap-anywhere max-md:text-3xl">
          {words.title(systemName)}
        </h1>
        <p className="mt-4 max-w-prose text-lg text-muted max-md:mt-3 max-md:text-base">{words.lead}</p>
        <Facts landing={landing} hall={hall} clock={clock} />
        <div className="mt-6 flex flex-wrap gap-3 max-md:grid max-md:grid-cols-2">
          <ButtonLink
            to="/login"
            {...usePrefetch('/login')}
            variant="primary"
            icon={<LogIn aria-hidden="true" className="max-md:hidden" />}
            className="max-md:px-2"
          >
            {words.start}
          </ButtonLink>
          <PartLink to="facilities" className={buttonStyle('secondary')}>
            {words.more}
            <ArrowDown aria-hidden="true" />
          </PartLink>
          <CallLinks phone={landing.phone} />
        </div>
        <div className="mt-8 max-md:mt-6">{images ? <HallPicture image={images[0]} /> : <Bar className={pictureShape} />}</div>
      </div>
    </section>
  )
}
