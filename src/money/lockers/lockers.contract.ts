import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Id, idOr, orEmpty, orNone, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { Rupees, SomeRupees } from '#contract/money.ts'
import { list, paging } from '#contract/paging.ts'
import { MaybeReason } from '#contract/reason.ts'
import { feeErrors } from '#money/fees/fees.errors.contract.ts'
import { roomErrors } from '#people/rooms/rooms.contract.ts'
import { ruleErrors } from '#system/customization/customization.rules.contract.ts'
import { lockerLimits } from './lockers.limits.ts'
import { Locker, LockerOfStudent, LockerQuote, LockerStatus, LockerUse } from './lockers.shapes.contract.ts'

export const lockerErrors = {
  numberTaken: {
    code: 'lockers.number_taken',
    status: 409,
    message: 'Another locker has this number',
    text: ({ number }: { number: string }) => `There is already a locker ${number}`,
  },
  tooMany: { code: 'lockers.too_many', status: 409, message: `There can be at most ${lockerLimits.lockers} lockers` },
  numberTooLong: {
    code: 'lockers.number_too_long',
    status: 400,
    message: `A locker number can have at most ${lockerLimits.number} characters, and a key number at most ${lockerLimits.key}`,
  },
  taken: {
    code: 'lockers.taken',
    status: 409,
    message: 'This locker has been assigned to another student. Choose another one.',
    text: ({ number, holder }: { number: string; holder: string }) => `${holder} already has locker ${number}. Choose another one.`,
  },
  hasLocker: {
    code: 'lockers.has_locker',
    status: 409,
    message: 'This student already has a locker',
    text: ({ name, number }: { name: string; number: string }) => `${name} already has locker ${number}. Take it back first.`,
  },
  inUse: {
    code: 'lockers.in_use',
    status: 409,
    message: 'A student has this locker. Take it back first.',
    text: ({ number, holder }: { number: string; holder: string }) => `${holder} has locker ${number}. Take it back first.`,
  },
  notHolder: { code: 'lockers.not_holder', status: 409, message: 'This student no longer has this locker' },
  ended: { code: 'lockers.ended', status: 409, message: 'The account of this student has ended. Renew it first.' },
  reasonNeeded: { code: 'lockers.reason_needed', status: 400, message: 'Please enter a reason for the different amount' },
  changed: { code: 'lockers.changed', status: 409, message: 'The fee has changed. Check the new amount and confirm again.' },
  noFeeNow: { code: 'lockers.no_fee_now', status: 409, message: 'No locker fee can be entered for this student and month' },
} satisfies Errors

const { numberTaken, tooMany, numberTooLong, taken, hasLocker, inUse, notHolder, ended, reasonNeeded, changed, noFeeNow } = lockerErrors
const { roomMissing } = roomErrors

const number = text({ max: lockerLimits.number, required: 'Please enter the number of the locker' })
const prefix = orEmpty(text({ max: lockerLimits.number }))
const keyNumber = orEmpty(text({ max: lockerLimits.key }))
const roomId = orNone(idOr(roomMissing.message))
/** Null, and an empty field, mean free of charge. */
const fee = orNone(SomeRupees)
const studentId = idOr(feeErrors.notAStudent.message)

const countMessage = `Please enter a number from 1 to ${lockerLimits.atOnce}`
const firstMessage = 'Please enter a number from 0 to 99999'
const first = z.int(firstMessage).check(z.minimum(0, firstMessage), z.maximum(99_999, firstMessage))

const setUp = { access: 'superadmin', changes: ['users'] } as const

export const lockersApi = {
  list: endpoint({
    method: 'GET',
    path: '/user/lockers',
    access: 'staff',
    shows: ['users'],
    summary: 'Lockers by number; `search` matches numbers, keys and names of students',
    query: z.object({
      ...paging,
      search: z.optional(text({ max: limits.search })),
      status: z.optional(LockerStatus),
    }),
    rate: 'search',
    reply: list(Locker),
  }),
  ofStudent: endpoint({
    method: 'GET',
    path: '/user/lockers/of/:id',
    access: 'member',
    shows: ['users'],
    summary: 'The locker of one student; students see only their own',
    params: byId,
    reply: LockerOfStudent,
  }),
  create: endpoint({
    ...setUp,
    method: 'POST',
    path: '/user/lockers',
    summary:
      'Adds lockers with numbers in a row: `{ prefix: "A", first: 1, count: 24, keyPrefix: "K" }` is A1 with key K1 to A24 with key K24',
    body: z.object({
      prefix,
      first,
      count: z.int(countMessage).check(z.minimum(1, countMessage), z.maximum(lockerLimits.atOnce, countMessage)),
      /** Keys have the numbers of the lockers after this prefix. Without it, and null, the keys have no numbers. */
      keyPrefix: z.nullish(text({ max: lockerLimits.key })),
      roomId,
      fee,
    }),
    status: 201,
    reply: list(Locker),
    errors: { numberTaken, tooMany, numberTooLong, roomMissing },
  }),
  setFees: endpoint({
    ...setUp,
    method: 'PUT',
    path: '/user/lockers/fees',
    summary: 'Sets the monthly fee of all lockers, or of those of one room. Fees that were already entered stay as they are',
    body: z.object({ roomId, fee }),
    reply: z.object({ changed: z.int() }),
    errors: { roomMissing },
  }),
  update: endpoint({
    ...setUp,
    method: 'PUT',
    path: '/user/lockers/:id',
    summary: 'Changes a locker; omitted fields stay unchanged, null removes',
    params: byId,
    body: z.object({ number: z.optional(number), keyNumber, roomId, fee }),
    reply: Locker,
    errors: { numberTaken, roomMissing },
  }),
  remove: endpoint({
    ...setUp,
    method: 'DELETE',
    path: '/user/lockers/:id',
    summary: 'Deletes a locker that no student has',
    params: byId,
    errors: { inUse },
  }),
  quote: endpoint({
    method: 'GET',
    path: '/user/lockers/:id/quote',
    access: 'staff',
    shows: ['customization', 'fees', 'users'],
    summary: 'The fee that is entered if this student gets the locker now',
    params: byId,
    query: z.object({ studentId: Id }),
    reply: LockerQuote,
    errors: { taken, hasLocker, ended },
  }),
  assign: endpoint({
    method: 'POST',
    path: '/user/lockers/:id/assign',
    access: 'staff',
    changes: ['fees', 'users'],
    summary:
      'Assigns a free locker to a student, and enters the fee of the current month, or what it costs more than the dearest locker of this month. A different amount needs a reason',
    params: byId,
    body: z.object({
      studentId,
      amount: z.optional(Rupees),
      reason: orEmpty(MaybeReason),
      /** The amount of the quote that the clerk saw, 0 if it had no fee; rejected if it has changed since. */
      expected: z.optional(Rupees),
    }),
    reply: Locker,
    errors: { taken, hasLocker, ended, reasonNeeded, changed, noFeeNow, managersConcede: ruleErrors.managersConcede },
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/user/lockers/:id/take-back',
    access: 'staff',
    changes: ['users'],
    summary: 'Takes a locker back from a student',
    params: byId,
    body: z.object({
      studentId,
      keyReturned: z.boolean('Please choose whether the key was returned'),
      note: orEmpty(text({ max: lockerLimits.note })),
    }),
    reply: Locker,
    errors: { notHolder },
  }),
  uses: endpoint({
    method: 'GET',
    path: '/user/lockers/:id/uses',
    access: 'staff',
    shows: ['users'],
    summary: 'Who has and had this locker, and earlier lockers with this number, newest first',
    params: byId,
    query: z.object(paging),
    reply: list(LockerUse),
  }),
}
