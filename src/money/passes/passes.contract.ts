import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Day, Id, Instant, orEmpty, orNone, text } from '#contract/fields.ts'
import { formatsFor } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { SomeRupees } from '#contract/money.ts'
import { list, paging } from '#contract/paging.ts'
import { foldPhone } from '#contract/phone.ts'
import { MaybeReason } from '#contract/reason.ts'
import { PaymentMethod, Slot } from '#contract/terms.ts'
import { moneyErrors, moneyFields } from '#money/fees/fees.payments.contract.ts'
import { seatErrors } from '#people/seats/seats.contract.ts'
import { ruleErrors } from '#system/customization/customization.rules.contract.ts'
import { shiftErrors } from '#system/shifts/shifts.contract.ts'

const { rupees } = formatsFor('en-IN')

export const passLimits = {
  /** How many days ahead a pass can be sold. */
  daysAhead: 30,
  phone: 30,
  /** Characters from which visitors are searched. */
  searchFrom: 3,
  /** Visitors that a search returns. */
  found: 10,
} as const

/** A person who buys day passes and has no account. */
export const Visitor = z.object({
  _id: Id,
  name: z.string(),
  phone: z.string(),
  /** How many passes the visitor has bought, without those that were voided. */
  passes: z.int(),
  /** The day of the newest of them; null if all were voided. */
  lastDay: z.nullable(Day),
})
export type Visitor = z.infer<typeof Visitor>

export const DayPass = z.object({
  _id: Id,
  visitorId: Id,
  /** The name on the receipt. */
  name: z.string(),
  /** Null once the visitor was deleted. */
  phone: z.nullable(z.string()),
  /** The day on which the shift begins. */
  day: Day,
  slot: Slot,
  /** The name of the shift, and its times, as sold. */
  shiftName: z.string(),
  from: z.string(),
  to: z.string(),
  seatNumber: z.int(),
  /** What the hall calls the seat, if that is not its number. */
  seatLabel: z.optional(z.string()),
  /** What was paid, in rupees. */
  amount: z.number(),
  /** What the hall asked for then. */
  price: z.number(),
  /** Why less than the price was paid, or empty. */
  reason: z.string(),
  method: PaymentMethod,
  paymentId: Id,
  receiptNumber: z.string(),
  soldAt: Instant,
  soldBy: z.string(),
  voided: z.nullable(z.object({ at: Instant, by: z.string(), reason: z.string() })),
  /** The refund voucher of a voided pass; null if it is not void, or the visitor got no money back. */
  voucherNumber: z.nullable(z.string()),
})
export type DayPass = z.infer<typeof DayPass>

/** What can be sold on a day. */
export const Offer = z.object({
  /** In rupees; null if the hall does not sell day passes. */
  price: z.nullable(z.number()),
  /** The shifts that are not over, by their times, with the seats that are free for them. */
  shifts: z.array(
    z.object({
      slot: Slot,
      name: z.string(),
      from: z.string(),
      to: z.string(),
      /** The day on which the shift begins: for a night shift that is still running, the day before. */
      day: Day,
      /** True if the shift is running now. */
      isRunning: z.boolean(),
      freeSeats: z.array(z.int()),
    }),
  ),
  /** The free seats that have a label or are in a room. */
  seats: z.array(z.object({ seatNumber: z.int(), label: z.nullable(z.string()), room: z.nullable(z.string()) })),
})
export type Offer = z.infer<typeof Offer>
export type OfferedShift = Offer['shifts'][number]

const phoneMessage = 'Please enter a mobile number'

export const passErrors = {
  off: { code: 'passes.off', status: 409, message: 'This hall does not sell day passes. First set a price in Customization → Hall.' },
  shiftOver: { code: 'passes.shift_over', status: 400, message: 'This shift is over. Please choose another one' },
  tooFarAhead: {
    code: 'passes.too_far_ahead',
    status: 400,
    message: `A day pass can be sold up to ${passLimits.daysAhead} days ahead`,
  },
  reasonNeeded: {
    code: 'passes.reason_needed',
    status: 400,
    message: 'Please enter why less than the price is paid',
    text: ({ price }: { price: number }) => `Please enter why less than ${rupees(price)} is paid`,
  },
} satisfies Errors

export const passesApi = {
  list: endpoint({
    method: 'GET',
    path: '/user/fees/passes',
    access: 'staff',
    shows: ['fees'],
    summary: 'Day passes, the last sold first; those of one day if `day` is given, and those of one visitor',
    query: z.object({ ...paging, day: z.optional(Day), visitor: z.optional(Id) }),
    reply: list(DayPass),
  }),
  offer: endpoint({
    method: 'GET',
    path: '/user/fees/passes/offer',
    access: 'staff',
    shows: ['customization', 'fees', 'users'],
    summary: 'What a day pass costs, and which seats are free for each shift of a day (today where it is left out)',
    query: z.object({ day: z.optional(Day) }),
    reply: Offer,
    errors: { tooFarAhead: passErrors.tooFarAhead },
  }),
  sell: endpoint({
    method: 'POST',
    path: '/user/fees/passes',
    access: 'staff',
    changes: ['fees'],
    summary: 'Sells a visitor a seat for one shift of one day. It is paid at once and has a receipt; voiding that frees the seat',
    body: z.object({
      ...moneyFields,
      name: text({ max: limits.personName, required: 'Please enter a name' }),
      phone: text({ max: passLimits.phone, required: phoneMessage }).check(
        z.refine((typed) => foldPhone(typed) !== undefined, phoneMessage),
      ),
      /** The day on which the shift begins. Defaults to the one that the offer of today has. */
      day: orNone(Day, 'Please enter a date'),
      slot: Slot,
      seatNumber: z.int('Please choose a seat').check(z.minimum(1, 'Please choose a seat')),
      amount: SomeRupees,
      /** Why less than the price is paid. */
      reason: orEmpty(MaybeReason),
    }),
    reply: DayPass,
    status: 201,
    errors: {
      ...passErrors,
      missing: shiftErrors.missing,
      archived: shiftErrors.archived,
      seatMissing: seatErrors.seatMissing,
      seatTaken: seatErrors.seatTaken,
      soldForDay: seatErrors.soldForDay,
      outOfOrder: seatErrors.outOfOrder,
      managersConcede: ruleErrors.managersConcede,
      ...moneyErrors,
    },
  }),
  visitors: endpoint({
    method: 'GET',
    path: '/user/fees/visitors',
    access: 'staff',
    shows: ['fees'],
    summary: 'Visitors by phone number or name, the newest first; at most ten',
    query: z.object({ search: text({ max: limits.search }) }),
    rate: 'search',
    reply: list(Visitor),
  }),
  removeVisitor: endpoint({
    method: 'DELETE',
    path: '/user/fees/visitors/:id',
    access: 'admin',
    changes: ['fees'],
    summary: 'Erases name and phone of a visitor. Receipts keep the name with which they were issued',
    params: byId,
  }),
}
