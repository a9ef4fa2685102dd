import type { ReactNode } from 'react'
import { dayIn } from '#contract/day.ts'
import type { Landing } from '#system/customization/customization.settings.contract.ts'
import { usePrefetch } from '#web/shell/usePrefetch.ts'
import { TextLink } from '#web/ui/TextLink.tsx'
import { useWords } from '#web/words.ts'
import { landingEn } from '../landing.en.ts'
import { HoursList } from './HoursList.tsx'
import type { Clock } from './useClock.ts'
import { EmailLink, PhoneLink } from './VisitUs.tsx'

const Column = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0">
    <h2 className="mb-3 font-semibold">{title}</h2>
    {children}
  </div>
)

const Contact = ({ address, phone, email }: Landing) => {
  const words = useWords(landingEn).visit
  if (!address && !phone && !email) return <p className="text-muted">{words.none}</p>
  return (
    <div className="flex flex-col items-start gap-2">
      {address && (
        <p dir="auto" className="whitespace-pre-line text-left text-muted wrap-anywhere">
          {address}
        </p>
      )}
      {phone && <PhoneLink phone={phone} />}
      {email && <EmailLink email={email} />}
    </div>
  )
}

export const LandingFooter = ({ systemName, landing, clock }: { systemName: string; landing: Landing; clock: Clock }) => {
  const words = useWords(landingEn).footer
  const linkStyle = 'max-md:py-2.5'
  const ahead = usePrefetch('/login')
  return (
    <footer className="border-line border-t bg-surface">
      <div className="mx-auto grid max-w-[1200px] grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-8 px-4 py-10">
        <Column title={words.contact}>
          <Contact {...landing} />
        </Column>
        <Column title={words.hours}>
          <HoursList landing={landing} clock={clock} />
        </Column>
        <Column title={words.links}>
          <div className="flex flex-col items-start gap-2">
            <TextLink to="/login" {...ahead} className={linkStyle}>
              {words.memberLogin}
            </TextLink>
            <TextLink to="/login" {...ahead} className={linkStyle}>
              {words.join}
            </TextLink>
          </div>
        </Column>
      </div>
      <p className="border-line border-t px-4 py-4 text-center text-muted text-sm wrap-anywhere">
        {words.copyright(dayIn(clock.timeZone, clock.now).slice(0, 4), systemName)}
      </p>
    </footer>
  )
}
