import { Clock as ClockIcon, Mail, Map as MapIcon, MapPin, Phone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { mapOrigin } from '#contract/mapAddress.ts'
import { callable, readablePhone } from '#contract/phone.ts'
import type { Landing } from '#system/customization/customization.settings.contract.ts'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { landingEn } from '../landing.en.ts'
import { HoursList } from './HoursList.tsx'
import { Part } from './Part.tsx'
import type { Clock } from './useClock.ts'

const linkStyle = 'text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2 wrap-anywhere max-md:py-2 inline-block'

/** A phone number as a `tel:` link. */
export const PhoneLink = ({ phone }: { phone: string }) => {
  const number = callable(phone)
  return number ? (
    <a href={number.tel} className={linkStyle}>
      {readablePhone(phone)}
    </a>
  ) : (
    phone
  )
}
export const EmailLink = ({ email }: { email: string }) => (
  <a href={`mailto:${email}`} className={linkStyle}>
    {email}
  </a>
)

const Line = ({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) => (
  <div>
    <dt className="flex items-center gap-4 font-medium [&_svg]:size-6 [&_svg]:shrink-0 [&_svg]:text-primary-text">
      {icon}
      {label}
    </dt>
    <dd dir="auto" className="ml-10 whitespace-pre-line text-left text-muted wrap-anywhere">
      {children}
    </dd>
  </div>
)

const Contact = ({ landing, clock }: { landing: Landing; clock: Clock }) => {
  const words = useWords(landingEn).visit
  const hours = useWords(landingEn).footer.hours
  const { address, phone, email } = landing
  return (
    <div className="flex flex-col gap-6">
      {!address && !phone && !email && <p className="text-muted">{words.none}</p>}
      <dl className="flex flex-col gap-6">
        {address && (
          <Line icon={<MapPin />} label={words.address}>
            {address}
          </Line>
        )}
        {phone && (
          <Line icon={<Phone />} label={words.phone}>
            <PhoneLink phone={phone} />
          </Line>
        )}
        {email && (
          <Line icon={<Mail />} label={words.email}>
            <EmailLink email={email} />
          </Line>
        )}
        <Line icon={<ClockIcon />} label={hours}>
          <HoursList landing={landing} clock={clock} />
        </Line>
      </dl>
    </div>
  )
}

/** Loading a map tells its provider who is visiting, so it is loaded only on request. */
const MapFrame = ({ systemName, mapUrl, hasMap }: { systemName: string; mapUrl: string; hasMap: boolean }) => {
  const words = useWords(landingEn).visit
  const [isShown, setShown] = useState(false)
  const host = mapOrigin(mapUrl)?.replace('https://', '')
  if (host === undefined) return null
  return (
    <div className="grid min-h-72 min-w-0 grow-[2] basis-[20rem] overflow-hidden rounded-lg border border-line bg-hover">
      {isShown ? (
        <iframe
          // The pressed button is removed, and keyboard users continue in the map.
          ref={(frame) => frame?.focus()}
          src={mapUrl}
          title={words.mapTitle(systemName)}
          sandbox="allow-scripts allow-same-origin allow-popups"
          referrerPolicy="strict-origin-when-cross-origin"
          className="size-full min-h-72"
        />
      ) : (
        <div className="flex flex-col items-center justify-center gap-3 p-6 text-center">
          <MapIcon aria-hidden="true" className="size-10 text-muted" />
          {hasMap && <Button onPress={() => setShown(true)}>{words.showMap}</Button>}
          <p className="text-muted text-sm wrap-anywhere">{hasMap ? words.mapAbout(host) : words.noMapInDemo}</p>
        </div>
      )}
    </div>
  )
}

type VisitUsProps = {
  systemName: string
  landing: Landing
  clock: Clock
  /** Maps come from other sites, so a public demo has none. */
  hasMap: boolean
}

export const VisitUs = ({ systemName, landing, clock, hasMap }: VisitUsProps) => {
  const words = useWords(landingEn).visit
  return (
    <Part id="visit" title={words.title}>
      <div className="flex flex-wrap gap-8">
        <div className="min-w-0 grow basis-[18rem]">
          <Contact landing={landing} clock={clock} />
        </div>
        <MapFrame systemName={systemName} mapUrl={landing.mapUrl} hasMap={hasMap} />
      </div>
    </Part>
  )
}
