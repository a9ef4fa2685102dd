import { customizationLimits } from './customization.limits.ts'
import type { Weekday } from './customization.settings.contract.ts'

/** The words of the section Landing page. */
export const landingSettingsEn = {
  contact: 'Contact',
  contactHint: 'Empty fields are not shown.',
  address: 'Address',
  phone: 'Phone',
  email: 'Email',
  mapUrl: 'Map',
  mapHint:
    'On OpenStreetMap or Google Maps choose Share, copy the HTML code for embedding, and paste it here. The map loads only when a visitor presses it.',
  hours: 'Opening hours',
  hoursHint: 'A closing time earlier than the opening time means the next day.',
  days: {
    monday: 'Monday',
    tuesday: 'Tuesday',
    wednesday: 'Wednesday',
    thursday: 'Thursday',
    friday: 'Friday',
    saturday: 'Saturday',
    sunday: 'Sunday',
  } satisfies Record<Weekday, string>,
  open: (day: string) => `Open on ${day}`,
  opens: (day: string) => `${day}: opens at`,
  closes: (day: string) => `${day}: closes at`,
  closed: 'Closed',
  to: 'to',
  closures: 'Closed days',
  closuresHint: 'Holidays and other days on which the hall is closed.',
  noClosures: 'No closed days yet.',
  date: 'Date',
  reason: 'Reason',
  addClosure: 'Add a closed day',
  closuresFull: `There can be at most ${customizationLimits.closures} closed days.`,
  removeClosure: (n: number) => `Remove closed day ${n}`,
  figures: 'Figures',
}
