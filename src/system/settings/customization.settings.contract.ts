import * as z from 'zod/mini'
import type { Errors } from '#contract/errors.ts'
import { Day, Email, orEmpty, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { mapOrigin } from '#contract/mapAddress.ts'
import { SomeRupees } from '#contract/money.ts'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

const hoursMessage = 'Please enter the hours of all seven days, Monday first'
const timeMessage = 'Please enter a time such as 06:00'
const Time = z.string(timeMessage).check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, timeMessage))

/** When a day begins and ends, in the institution's zone. A time of closing that is not after that of opening is on the next day. */
export const DayHours = z.object(
  { day: z.enum(weekdays, hoursMessage), closed: z.boolean('Please choose yes or no'), opens: Time, closes: Time },
  hoursMessage,
)
export type DayHours = z.infer<typeof DayHours>

const closuresMessage = 'Please enter the date and the reason of each closure'
export const Closure = z.object({ date: Day, reason: text({ max: limits.closureReason }) }, closuresMessage)
export type Closure = z.infer<typeof Closure>

const figuresMessage = 'Please enter four figures'
export const Figure = z.object(
  {
    value: text({ max: limits.figureValue, required: 'Please enter a figure' }),
    label: text({ max: limits.figureLabel, required: 'Please enter what the figure counts' }),
  },
  figuresMessage,
)
export type Figure = z.infer<typeof Figure>

/** As administrators have it: a hidden one is not on the page, and nobody else is told of it. */
export const LandingFigure = z.extend(Figure, { hidden: z.boolean() })
export type LandingFigure = z.infer<typeof LandingFigure>
const FigureChange = z.extend(Figure, { hidden: z.optional(z.boolean('Please choose yes or no')) })

export const landingErrors = {
  notFourFigures: { code: 'customization.not_four_figures', status: 400, message: figuresMessage },
} satisfies Errors

const Hours = z
  .array(DayHours, hoursMessage)
  .check(z.refine((rows) => rows.length === weekdays.length && weekdays.every((day, at) => rows[at]?.day === day), hoursMessage))
const Figures = z.array(FigureChange, figuresMessage).check(z.maxLength(limits.figures, figuresMessage))
const Closures = z.array(Closure, closuresMessage).check(z.maxLength(limits.closures, `There can be at most ${limits.closures} closures`))

const phoneMessage = 'Please enter a phone number'
const mapMessage = 'Please enter the embed address of a map from OpenStreetMap or Google Maps'
const Phone = text({ max: limits.phone }).check(z.regex(/^[0-9+() .,/-]*$/, phoneMessage))
const MapAddress = text({ max: limits.mapAddress }).check(
  z.refine((address) => address === '' || mapOrigin(address) !== undefined, mapMessage),
)
const Address = text({ max: limits.address })
const NoOr = <S extends z.ZodMiniType<string, string>>(schema: S) => z.union([z.literal(''), schema], 'Please enter a valid email address')

/** What the landing page says of the institution. An empty text is one that is not told. */
export const Landing = z.object({
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  /** The address of a map that is made to be shown in a frame; `mapOrigin` tells whose. */
  mapUrl: z.string(),
  /** Seven, Monday first. */
  hours: z.array(DayHours),
  /** By their dates. */
  closures: z.array(Closure),
  /** Those that are not hidden; four at most. */
  figures: z.array(Figure),
})
export type Landing = z.infer<typeof Landing>

export const LandingChange = z.object({
  address: orEmpty(Address),
  phone: orEmpty(Phone),
  email: orEmpty(NoOr(Email)),
  mapUrl: orEmpty(MapAddress),
  hours: z.optional(Hours),
  closures: z.optional(Closures),
  /** All four; or those that are shown as they are, which changes nothing. */
  figures: z.optional(Figures),
  /** Whether the owner has said that the figures are true. */
  figuresAreTrue: z.optional(z.boolean('Please choose yes or no')),
})

const from =
  (opens: string, closes: string) =>
  (day: Weekday): DayHours => ({ day, closed: false, opens, closes })

export const defaultLanding: Landing = {
  address: '',
  phone: '',
  email: '',
  mapUrl: '',
  hours: [...weekdays.slice(0, 5).map(from('06:00', '23:00')), from('07:00', '22:00')('saturday'), from('08:00', '21:00')('sunday')],
  closures: [],
  figures: [
    { value: '500+', label: 'Students' },
    { value: '15+', label: 'Study hours daily' },
    { value: '10K+', label: 'Books' },
    { value: '99%', label: 'Satisfaction' },
  ],
}

const slots = ['morning', 'afternoon', 'full-day'] as const

const SlotFees = z.object(
  Object.fromEntries(slots.map((slot) => [slot, z.nullable(z.number())])) as Record<Slot, z.ZodMiniNullable<z.ZodMiniNumber>>,
)
type Slot = (typeof slots)[number]

export const Hall = z.object({
  seats: z.int(),
  /** What a month costs, in rupees, where neither the student nor the slot has a fee of its own. */
  monthlyFee: z.number(),
  slotFees: SlotFees,
  /** The day of the month on which fees are due; null is the day of the month on which each student joined. */
  feeDueDay: z.nullable(z.int()),
  /** Where students pay by UPI, or empty. */
  upiId: z.string(),
  /** The text of a reminder; `reminderPlaceholders` are filled in. */
  reminder: z.string(),
  /** What cash is usually paid out of the box for. */
  boxPurposes: z.array(z.string()),
})
export type Hall = z.infer<typeof Hall>

/** What a reminder can name. */
export const reminderPlaceholders = ['{name}', '{amount}', '{since}', '{hall}', '{upi}'] as const

const seatsMessage = `Please enter a number of seats from 1 to ${limits.seatsMax}`
const dueDayMessage = 'Please enter a day of the month from 1 to 31'
const upiMessage = 'Please enter a UPI id such as hall@okbank'
const Fee = z.optional(SomeRupees)

const BoxPurpose = text({ max: limits.boxPurpose, required: 'Please enter a purpose' })
const isNew = (purpose: string, at: number, all: readonly string[]): boolean =>
  all.findIndex((one) => one.toLowerCase() === purpose.toLowerCase()) === at
const BoxPurposes = z.array(BoxPurpose).check(
  z.maxLength(limits.boxPurposes, `Please enter at most ${limits.boxPurposes} purposes`),
  z.refine((purposes) => purposes.every(isNew), 'Please enter each purpose only once'),
)

export const HallChange = z.object({
  seats: z.optional(z.int(seatsMessage).check(z.minimum(1, seatsMessage), z.maximum(limits.seatsMax, seatsMessage))),
  monthlyFee: Fee,
  slotFees: z.optional(
    z.object({
      morning: z.optional(z.nullable(SomeRupees)),
      afternoon: z.optional(z.nullable(SomeRupees)),
      'full-day': z.optional(z.nullable(SomeRupees)),
    }),
  ),
  feeDueDay: z.optional(z.nullable(z.int(dueDayMessage).check(z.minimum(1, dueDayMessage), z.maximum(31, dueDayMessage)))),
  upiId: orEmpty(text({ max: limits.upiId }).check(z.regex(/^$|^[A-Za-z0-9._-]{2,}@[A-Za-z][A-Za-z0-9.-]+$/, upiMessage))),
  reminder: z.optional(text({ max: limits.reminderText, required: 'Please enter the text of the reminder' })),
  boxPurposes: z.optional(BoxPurposes),
})

export const defaultHall: Hall = {
  seats: limits.seatsDefault,
  monthlyFee: limits.monthlyFeeDefault,
  slotFees: { morning: null, afternoon: null, 'full-day': null },
  feeDueDay: null,
  upiId: '',
  reminder: 'Dear {name}, your fee of {amount} at {hall} has been due since {since}. Please pay it soon. {upi}',
  boxPurposes: ['Water', 'Cleaning', 'Electricity', 'Repairs', 'Tea and snacks', 'Newspapers', 'Owner took cash'],
}

export const OfficeViewer = z.enum(['none', 'microsoft', 'google'], 'Please choose a viewer')
export type OfficeViewer = z.infer<typeof OfficeViewer>

/** Why nobody outside can fetch a file from here: no address was set, or one without TLS, or one of a local network. */
export const WhyNotOfficeViewer = z.enum(['noAddress', 'notHttps', 'privateAddress'])
export type WhyNotOfficeViewer = z.infer<typeof WhyNotOfficeViewer>

export const Documents = z.object({
  officeViewer: OfficeViewer,
  /** Why an external viewer cannot work here, whether one is chosen or not; null where it can. */
  whyNotOfficeViewer: z.nullable(WhyNotOfficeViewer),
})
export type Documents = z.infer<typeof Documents>

export const DocumentsChange = z.object({ officeViewer: OfficeViewer })

export const defaultDocuments = { officeViewer: 'none' } as const satisfies Partial<Documents>

const whomMessage = 'Please choose whom students may write to'
/** Whom students may write to in private. A person who of staff has written to them is answered always. */
export const StudentsMayWrite = z.enum(['everyone', 'staff', 'nobody'], whomMessage)

export const ChatSettings = z.object({
  studentsMayWrite: StudentsMayWrite,
  /** Whether people see who is online and when someone was last; each can hide it for themselves besides. */
  showPresence: z.boolean(),
  /** Whether chats can be end-to-end encrypted; what is encrypted stays so. */
  allowEncryption: z.boolean(),
  /** Whether private chats between students and staff can be. */
  allowEncryptionWithStaff: z.boolean(),
})
export type ChatSettings = z.infer<typeof ChatSettings>

export const ChatSettingsChange = z.object({
  studentsMayWrite: z.optional(StudentsMayWrite),
  showPresence: z.optional(z.boolean('Please choose yes or no')),
  allowEncryption: z.optional(z.boolean('Please choose yes or no')),
  allowEncryptionWithStaff: z.optional(z.boolean('Please choose yes or no')),
})

/** Encryption is off until the owner decides; migration 0029 keeps it on in halls that were in use before. */
export const defaultChatSettings: ChatSettings = {
  studentsMayWrite: 'everyone',
  showPresence: true,
  allowEncryption: false,
  allowEncryptionWithStaff: true,
}
