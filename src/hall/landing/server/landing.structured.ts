import { dayIn } from '#contract/day.ts'
import type { LandingData } from '#hall/landing/landing.data.contract.ts'
import { closuresAhead } from '#hall/landing/landing.policy.ts'
import type { weekdays } from '#system/customization/customization.settings.contract.ts'

const schemaDay = (day: (typeof weekdays)[number]): string => `https://schema.org/${day.charAt(0).toUpperCase()}${day.slice(1)}`

/** Returns the text under its name, or nothing if it is empty. */
const told = (name: string, text: string) => (text === '' ? {} : { [name]: text })

/** Structured data for search engines. `origin` is undefined if the public address is unknown. */
export const structuredData = ({ at, timeZone, customization, images }: LandingData, origin: string | undefined): object => {
  const { systemName, logoUrl, landing } = customization
  const year = Number(dayIn(timeZone, new Date(at)).slice(0, 4))
  const picture = images.items[0]?.imageUrl
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    name: systemName,
    ...told('address', landing.address),
    ...told('telephone', landing.phone),
    ...told('email', landing.email),
    ...(origin !== undefined && {
      url: `${origin}/`,
      ...(logoUrl !== null && { logo: origin + logoUrl }),
      ...(picture !== undefined && { image: origin + picture }),
    }),
    openingHoursSpecification: landing.hours
      .filter(({ closed }) => !closed)
      // A whole day lasts from midnight to one minute before the next.
      .map(({ day, opens, closes }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: schemaDay(day),
        opens: opens === closes ? '00:00' : opens,
        closes: opens === closes ? '23:59' : closes,
      })),
    specialOpeningHoursSpecification: closuresAhead(landing, timeZone, new Date(at))
      .filter(({ date }) => Number(date.slice(0, 4)) <= year + 1)
      .map(({ date, reason }) => ({
        '@type': 'OpeningHoursSpecification',
        ...told('description', reason),
        ...{ validFrom: date, validThrough: date, opens: '00:00', closes: '00:00' },
      })),
  }
}
