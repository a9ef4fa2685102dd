import * as z from 'zod/mini'
import type { Errors } from '#contract/errors.ts'
import { Day, Email, orEmpty, text } from '#contract/fields.ts'
import { mapOrigin } from '#contract/mapAddress.ts'
import { SomeRupees } from '#contract/money.ts'
import { Slot } from '#contract/terms.ts'
import { firstShifts, Shift } from '#system/shifts/shifts.shapes.contract.ts'
import { customizationLimits } from './customization.limits.ts'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

const hoursMessage = 'Please enter the hours of all seven days, Monday first'
const timeMessage = 'Please enter a time such as 06:00'
const Time = z.string(timeMessage).check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, timeMessage))

/** Opening and closing time in the hall's time zone. A closing time that is not after the opening time is on the next day. */
export const DayHours = z.object(
  { day: z.enum(weekdays, hoursMessage), closed: z.boolean('Please choose yes or no'), opens: Time, closes: Time },
  hoursMessage,
)
export type DayHours = z.infer<typeof DayHours>

const closuresMessage = 'Please enter the date and the reason of each closure'
export const Closure = z.object({ date: Day, reason: text({ max: customizationLimits.closureReason }) }, closuresMessage)
export type Closure = z.infer<typeof Closure>

const figuresMessage = 'Please enter four figures'
export const Figure = z.object(
  {
    value: text({ max: customizationLimits.figureValue, required: 'Please enter a figure' }),
    label: text({ max: customizationLimits.figureLabel, required: 'Please enter what the figure counts' }),
  },
  figuresMessage,
)
export type Figure = z.infer<typeof Figure>

/** A figure as administrators receive it. A hidden figure is not on the page and not sent to other people. */
export const LandingFigure = z.extend(Figure, { hidden: z.boolean() })
export type LandingFigure = z.infer<typeof LandingFigure>
const FigureChange = z.extend(Figure, { hidden: z.optional(z.boolean('Please choose yes or no')) })

export const landingErrors = {
  notFourFigures: { code: 'customization.not_four_figures', status: 400, message: figuresMessage },
} satisfies Errors

const Hours = z
  .array(DayHours, hoursMessage)
  .check(z.refine((rows) => rows.length === weekdays.length && weekdays.every((day, at) => rows[at]?.day === day), hoursMessage))
const Figures = z.array(FigureChange, figuresMessage).check(z.maxLength(customizationLimits.figures, figuresMessage))
const Closures = z
  .array(Closure, closuresMessage)
  .check(z.maxLength(customizationLimits.closures, `There can be at most ${customizationLimits.closures} closures`))

const phoneMessage = 'Please enter a phone number'
const mapMessage = 'Please enter the embed address of a map from OpenStreetMap or Google Maps'
const Phone = text({ max: customizationLimits.phone }).check(z.regex(/^[0-9+() .,/-]*$/, phoneMessage))
const MapAddress = text({ max: customizationLimits.mapAddress }).check(
  z.refine((address) => address === '' || mapOrigin(address) !== undefined, mapMessage),
)
const Address = text({ max: customizationLimits.address })
const NoOr = <S extends z.ZodMiniType<string, string>>(schema: S) => z.union([z.literal(''), schema], 'Please enter a valid email address')

/** When a month of membership begins: on the 1st, or on the day of the month on which the student joined. */
export const MonthBegins = z.enum(['first', 'joining-day'], 'Please choose when a month begins')
export type MonthBegins = z.infer<typeof MonthBegins>

/** The charge for part of a month: the full fee, a fee by days, or half the fee for at most half of the month. */
export const PartMonth = z.enum(['full', 'days', 'half'], 'Please choose what a part of a month costs')
export type PartMonth = z.infer<typeof PartMonth>

/** What the landing page says about the hall. An empty text is not shown. */
export const Landing = z.object({
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  /** The address of an embeddable map; `mapOrigin` returns its origin. */
  mapUrl: z.string(),
  /** Seven, Monday first. */
  hours: z.array(DayHours),
  /** Sorted by date. */
  closures: z.array(Closure),
  /** Figures that are not hidden; four at most. */
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
  /** All four, or only the visible figures unchanged, which changes nothing. */
  figures: z.optional(Figures),
  /** True once the owner has confirmed the figures. */
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

/** The monthly fees of the shifts by their keys, in rupees; null where it is that of the hall. */
const SlotFees = z.record(Slot, z.nullable(z.number()))

export const Hall = z.object({
  seats: z.int(),
  /** The monthly fee in rupees, if neither the student nor the slot has one. */
  monthlyFee: z.number(),
  /** True once the monthly fee was saved, changed or not. Until then it is not charged automatically. */
  monthlyFeeConfirmed: z.boolean(),
  slotFees: SlotFees,
  /** By their times; those of the whole day are last. */
  shifts: z.array(Shift),
  /** The hour, 0 to 11, at which the hall's day begins: until then it is still yesterday for money and membership. */
  dayStartsAt: z.int(),
  monthBegins: MonthBegins,
  partMonth: PartMonth,
  /** The day of the month on which fees are due; null means the day of the month on which each student joined. */
  feeDueDay: z.nullable(z.int()),
  /** The UPI ID for payments, or empty. */
  upiId: z.string(),
  /** The text of a reminder; `reminderPlaceholders` are replaced. */
  reminder: z.string(),
  /** Usual purposes of cash paid out of the box. Sent to staff only; empty for everyone else. */
  boxPurposes: z.array(z.string()),
  /** From this hour of the day on, 0 to 23, the counter offers to close the day; null means never. Null for all but staff. */
  closeHour: z.nullable(z.int()),
  /** True if the landing page says how many seats are free today. */
  showFreeSeats: z.boolean(),
  /** What a seat for one shift of one day costs, in rupees; null if day passes are not sold. */
  dayPassFee: z.nullable(z.number()),
})
export type Hall = z.infer<typeof Hall>

/** Placeholders in the text of a reminder. */
export const reminderPlaceholders = ['{name}', '{amount}', '{since}', '{hall}', '{upi}'] as const

const seatsMessage = `Please enter a number of seats from 1 to ${customizationLimits.seatsMax}`
const dueDayMessage = 'Please enter a day of the month from 1 to 31'
const upiMessage = 'Please enter a UPI id such as hall@okbank'
const Fee = z.optional(SomeRupees)
const within = (least: number, most: number, message: string) => z.int(message).check(z.minimum(least, message), z.maximum(most, message))

const BoxPurpose = text({ max: customizationLimits.boxPurpose, required: 'Please enter a purpose' })
const isNew = (purpose: string, at: number, all: readonly string[]): boolean =>
  all.findIndex((one) => one.toLowerCase() === purpose.toLowerCase()) === at
const BoxPurposes = z.array(BoxPurpose).check(
  z.maxLength(customizationLimits.boxPurposes, `Please enter at most ${customizationLimits.boxPurposes} purposes`),
  z.refine((purposes) => purposes.every(isNew), 'Please enter each purpose only once'),
)

const dayStartMessage = `Please choose an hour from 0 to ${customizationLimits.dayStartsAtMax}`

export const HallChange = z.object({
  seats: z.optional(within(1, customizationLimits.seatsMax, seatsMessage)),
  monthlyFee: Fee,
  slotFees: z.optional(z.record(Slot, z.nullable(SomeRupees))),
  dayStartsAt: z.optional(within(0, customizationLimits.dayStartsAtMax, dayStartMessage)),
  monthBegins: z.optional(MonthBegins),
  partMonth: z.optional(PartMonth),
  feeDueDay: z.optional(z.nullable(within(1, 31, dueDayMessage))),
  upiId: orEmpty(text({ max: customizationLimits.upiId }).check(z.regex(/^$|^[A-Za-z0-9._-]{2,}@[A-Za-z][A-Za-z0-9.-]+$/, upiMessage))),
  reminder: z.optional(text({ max: customizationLimits.reminderText, required: 'Please enter the text of the reminder' })),
  boxPurposes: z.optional(BoxPurposes),
  closeHour: z.optional(z.nullable(within(0, 23, 'Please choose an hour'))),
  showFreeSeats: z.optional(z.boolean('Please choose yes or no')),
  dayPassFee: z.optional(z.nullable(SomeRupees)),
})

/** The fees of shifts by their keys. */
export const slotFeesOf = (shifts: readonly Shift[]): Hall['slotFees'] =>
  Object.fromEntries(shifts.map(({ key, monthlyFee }) => [key, monthlyFee]))

export const defaultHall: Hall = {
  seats: customizationLimits.seatsDefault,
  monthlyFee: customizationLimits.monthlyFeeDefault,
  monthlyFeeConfirmed: false,
  slotFees: { morning: null, afternoon: null, 'full-day': null },
  shifts: [...firstShifts],
  dayStartsAt: 0,
  monthBegins: 'first',
  partMonth: 'full',
  feeDueDay: null,
  upiId: '',
  reminder: 'Dear {name}, your fee of {amount} at {hall} has been due since {since}. Please pay it soon. {upi}',
  boxPurposes: ['Water', 'Cleaning', 'Electricity', 'Repairs', 'Tea and snacks', 'Newspapers', 'Owner took cash'],
  closeHour: 20,
  showFreeSeats: false,
  dayPassFee: null,
}

export const OfficeViewer = z.enum(['none', 'microsoft', 'google'], 'Please choose a viewer')
export type OfficeViewer = z.infer<typeof OfficeViewer>

/**
 * Why an external service cannot fetch files from this server: the address is missing, has no TLS or is local, or this is a public demo.
 */
export const WhyNotOfficeViewer = z.enum(['noAddress', 'notHttps', 'privateAddress', 'demo'])
export type WhyNotOfficeViewer = z.infer<typeof WhyNotOfficeViewer>

export const Documents = z.object({
  officeViewer: OfficeViewer,
  /** Why an external viewer cannot work here, even if one is configured; null if it can. */
  whyNotOfficeViewer: z.nullable(WhyNotOfficeViewer),
})
export type Documents = z.infer<typeof Documents>

export const DocumentsChange = z.object({ officeViewer: OfficeViewer })

export const defaultDocuments = { officeViewer: 'none' } as const satisfies Partial<Documents>

const whomMessage = 'Please choose whom students may write to'
/** Whom students may message in private. They can always reply to staff who wrote to them. */
export const StudentsMayWrite = z.enum(['everyone', 'staff', 'nobody'], whomMessage)

export const ChatSettings = z.object({
  studentsMayWrite: StudentsMayWrite,
  /** True if people see who is online and when others were last seen. Each person can also hide their own presence. */
  showPresence: z.boolean(),
  /** True if chats can be end-to-end encrypted. Encrypted chats stay encrypted when it is turned off. */
  allowEncryption: z.boolean(),
  /** True if private chats between students and staff can be encrypted. */
  allowEncryptionWithStaff: z.boolean(),
})
export type ChatSettings = z.infer<typeof ChatSettings>

export const ChatSettingsChange = z.object({
  studentsMayWrite: z.optional(StudentsMayWrite),
  showPresence: z.optional(z.boolean('Please choose yes or no')),
  allowEncryption: z.optional(z.boolean('Please choose yes or no')),
  allowEncryptionWithStaff: z.optional(z.boolean('Please choose yes or no')),
})

/** Encryption is off until the owner decides; halls that used it before this setting existed kept it on. */
export const defaultChatSettings: ChatSettings = {
  studentsMayWrite: 'everyone',
  showPresence: true,
  allowEncryption: false,
  allowEncryptionWithStaff: true,
}
