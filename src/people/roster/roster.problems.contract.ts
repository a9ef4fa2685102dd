import type { Errors } from '#contract/errors.ts'
import type { NamedSeat } from '#people/rooms/rooms.shapes.contract.ts'

type Value = { value: string }
/** The hall's shifts, as a choice. */
type Slots = { slots: string }
type Example = Value & { example: string }

const ofCell = (code: string, message: string, what: string) =>
  ({ code: `roster.${code}`, status: 400, message, text: ({ value }: Value) => `“${value}” ${what}` }) as const

/** Why rows cannot be imported, or are skipped. A check lists them and throws none. `value` is the beginning of the cell. */
export const rosterRowErrors = {
  notSeat: ofCell('not_seat', 'This is not a seat number', 'is not a seat number'),
  notSlot: {
    code: 'roster.not_slot',
    status: 400,
    message: 'This is not a shift',
    text: ({ value, slots }: Value & Slots) => `“${value}” is not a shift. Use ${slots}`,
  },
  notMonth: ofCell('not_month', 'This is not a month', 'is not a month. Write it as Oct 2026 or 31/10/2026'),
  notAmount: ofCell('not_amount', 'This is not an amount', 'is not an amount. Write it as 1000 or 999.50'),
  notDate: {
    code: 'roster.not_date',
    status: 400,
    message: 'This is not a date',
    text: ({ value, example }: Example) => `“${value}” is not a date. Write it as day/month/year, for example ${example}`,
  },
  notInCalendar: {
    code: 'roster.not_in_calendar',
    status: 400,
    message: 'This is not a day in the calendar',
    text: ({ value }: Value) => `${value} is not a day in the calendar`,
  },
  notStudent: ofCell('not_student', 'Only students can be imported', 'is not a student. Only students can be imported'),
  seatTwice: {
    code: 'roster.seat_twice',
    status: 400,
    message: 'An earlier row has this seat',
    text: ({ seat, label, half, row }: NamedSeat & { half: string; row: number }) =>
      `Seat ${label ?? seat} (${half}) is also given to row ${row}`,
  },
  noContact: { code: 'roster.no_contact', status: 400, message: 'A mobile number is required, or an email' },
  slotMissing: {
    code: 'roster.slot_missing',
    status: 400,
    message: 'A seat needs a shift',
    text: ({ slots }: Slots) => `A seat needs a shift: ${slots}`,
  },
  beforeJoining: { code: 'roster.before_joining', status: 400, message: 'This is before the joining date' },
  joiningNeeded: { code: 'roster.joining_needed', status: 400, message: 'The joining date is needed where fees were paid before' },
  notBornYet: { code: 'roster.not_born_yet', status: 400, message: 'This date of birth is in the future' },
  amountNotPositive: { code: 'roster.amount_not_positive', status: 400, message: 'Please enter an amount above 0' },
  personKnown: {
    code: 'roster.person_known',
    status: 409,
    message: 'This student is already here, with the same phone number',
    text: ({ name }: { name: string }) => `${name} is already here, with the same phone number`,
  },
  personTwice: {
    code: 'roster.person_twice',
    status: 409,
    message: 'An earlier row has the same name and phone number',
    text: ({ row }: { row: number }) => `Row ${row} has the same name and phone number`,
  },
  phoneKnown: {
    code: 'roster.phone_known',
    status: 409,
    message: 'Someone already has this phone number',
    text: ({ name }: { name: string }) => `${name} already has this phone number`,
  },
  phoneTwice: {
    code: 'roster.phone_twice',
    status: 409,
    message: 'An earlier row has this phone number too',
    text: ({ row }: { row: number }) => `Row ${row} has this phone number too`,
  },
  emailKnown: {
    code: 'roster.email_known',
    status: 409,
    message: 'Someone already has this address',
    text: ({ email }: { email: string }) => `Someone already has the address ${email}`,
  },
  emailTwice: {
    code: 'roster.email_twice',
    status: 409,
    message: 'An earlier row has this address too',
    text: ({ row }: { row: number }) => `Row ${row} has this address too`,
  },
} satisfies Errors
