import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Day, Id, Instant, orEmpty, orNone, text } from '#contract/fields.ts'
import { dailyLinkQuery } from '#contract/fileLink.ts'
import { limits } from '#contract/limits.ts'
import { formSomeRupees, Rupees } from '#contract/money.ts'
import { list, paging } from '#contract/paging.ts'
import { pictureErrors, pictureIn } from '#contract/picture.ts'
import { MaybeReason } from '#contract/reason.ts'
import { SheetFormat } from '#contract/sheet.ts'
import { lockErrors } from '#money/locks/locks.contract.ts'
import { ruleErrors } from '#system/customization/customization.rules.contract.ts'
import { BoxEntry, BoxKind, CashInBox, Closing } from './cashbox.shapes.contract.ts'

export const cashboxLimits = {
  /** Of a closing. */
  notes: 500,
  /** The purpose of one entry of the cash box. */
  purpose: 120,
} as const

export const cashboxErrors = {
  closedLater: {
    code: 'cashbox.closed_later',
    status: 409,
    message: 'The cash box was closed again after that. Please look at the expected cash again.',
  },
  photoExpired: { code: 'cashbox.photo_expired', status: 403, message: 'This address of the picture has expired' },
} satisfies Errors

const tooMuch = 'This is more than was counted'
const noReceiver = 'Please enter who took the cash'
const reasonMessage = 'Please enter a reason of at least 3 characters'

const NewClosing = z
  .object({
    /** Defaults to everything up to now. */
    asOf: z.optional(Instant),
    counted: Rupees,
    handedOver: z.optional(Rupees),
    receiver: orEmpty(text({ max: limits.personName })),
    notes: orEmpty(text({ max: cashboxLimits.notes })),
    /** A call whose `clientId` was used before returns the entry that the first call made. */
    clientId: z.optional(Id),
  })
  .check(
    z.refine(({ counted, handedOver = 0 }) => handedOver <= Math.max(0, counted), { message: tooMuch, path: ['handedOver'] }),
    z.refine(({ handedOver = 0, receiver = '' }) => handedOver <= 0 || receiver !== '', { message: noReceiver, path: ['receiver'] }),
  )

/** Returns whether a text is a month that reports can show, such as `2026-11`. */
export const isMonth = (value: string): boolean => /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(value)
export const Month = z.string('Please choose a month').check(z.refine(isMonth, 'Please choose a month'))

/** Shows the entries as they were at the end of this day, without later entries and voids. */
const asOf = { asOf: z.optional(Day) }

export const cashboxApi = {
  cashInBox: endpoint({
    method: 'GET',
    path: '/user/fees/closings/cash',
    access: 'staff',
    shows: ['fees'],
    summary: 'The cash that moved since the last closing, whatever its date, and what must be in the box',
    reply: CashInBox,
  }),
  closings: endpoint({
    method: 'GET',
    path: '/user/fees/closings',
    access: 'staff',
    shows: ['fees'],
    summary: 'The closings of the cash box, the newest first; those that were made until the end of the day `asOf`',
    query: z.object({ ...paging, ...asOf }),
    reply: list(Closing),
  }),
  closeBox: endpoint({
    method: 'POST',
    path: '/user/fees/closings',
    access: 'staff',
    changes: ['fees'],
    summary: 'Closes the cash box up to an instant with what is in it; a difference is stored and stops nothing',
    body: NewClosing,
    reply: Closing,
    status: 201,
    errors: { closedLater: cashboxErrors.closedLater, inTheFuture: lockErrors.inTheFuture },
  }),
  box: endpoint({
    method: 'GET',
    path: '/user/fees/box',
    access: 'staff',
    shows: ['fees'],
    summary:
      'Money paid out of the cash box and other money in, the newest first; of one month where one is given, and as they were at the end of the day `asOf`',
    query: z.object({ ...paging, ...asOf, month: z.optional(Month) }),
    reply: list(BoxEntry),
  }),
  exportBox: endpoint({
    method: 'GET',
    path: '/user/fees/box/export',
    access: 'staff',
    shows: ['fees'],
    summary: 'The same entries as a table',
    query: z.object({ ...asOf, month: z.optional(Month), format: SheetFormat }),
    stream: true,
    rate: 'search',
  }),
  exportClosings: endpoint({
    method: 'GET',
    path: '/user/fees/closings/export',
    access: 'staff',
    shows: ['fees'],
    summary: 'All closings of the cash box as a table',
    query: z.object({ ...asOf, format: SheetFormat }),
    stream: true,
    rate: 'search',
  }),
  enterBox: endpoint({
    method: 'POST',
    path: '/user/fees/box',
    access: 'staff',
    changes: ['fees'],
    summary: 'Enters money paid out of the cash box or other money in, with a picture of the bill where there is one',
    form: { file: pictureIn('photo') },
    body: z.object({
      kind: BoxKind,
      amount: formSomeRupees,
      purpose: text({ max: cashboxLimits.purpose, required: 'Please enter what it was for' }),
      /** Defaults to today. */
      paidOn: orNone(Day, 'Please enter a date'),
      /** Why the entry is made more than a week later. Only admins may make one. */
      reason: orEmpty(MaybeReason),
      clientId: z.optional(Id),
    }),
    rate: 'upload',
    /** `inBox` is the cash expected in the box after the entry; negative if more was paid out than the box held. */
    reply: z.extend(BoxEntry, { inBox: z.number() }),
    status: 201,
    errors: {
      inTheFuture: lockErrors.inTheFuture,
      monthLocked: lockErrors.monthLocked,
      tooFarBack: lockErrors.tooFarBack,
      reasonForDate: lockErrors.reasonForDate,
      ...pictureErrors,
    },
  }),
  voidBox: endpoint({
    method: 'POST',
    path: '/user/fees/box/:id/void',
    access: 'staff',
    changes: ['fees'],
    summary: 'Voids an entry of the cash box; it stays on the list and says so',
    params: byId,
    body: z.object({ reason: text({ max: limits.reason, required: reasonMessage }).check(z.minLength(3, reasonMessage)) }),
    reply: BoxEntry,
    errors: { alreadyVoid: lockErrors.alreadyVoid, managersVoid: ruleErrors.managersVoid },
  }),
  photo: endpoint({
    method: 'GET',
    path: '/user/fees/box/:id/photo',
    access: 'anyone',
    shows: [],
    summary: 'The picture of a bill, for a signed address or signed-in staff',
    params: byId,
    query: dailyLinkQuery,
    stream: true,
    errors: { photoExpired: cashboxErrors.photoExpired },
  }),
}
