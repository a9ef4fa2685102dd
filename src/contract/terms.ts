import * as z from 'zod/mini'

/** Lists of values that several features share. Their names on the screen and on paper are in `terms.en.ts`. */

/** The shifts that every hall begins with, by their permanent keys. */
export const firstSlots = ['morning', 'afternoon', 'full-day'] as const

/** The key of a shift, in which a student has a seat. Whether the hall has it is checked by the services. */
export const Slot = z.string('Please choose a shift').check(z.regex(/^[a-z0-9-]{1,40}$/, 'Please choose a shift'))
export type Slot = z.infer<typeof Slot>

/** The halves of a day on the seat map: the times of the first two shifts. */
export const halves = ['morning', 'afternoon'] as const
export type Half = (typeof halves)[number]

/** What a fee is for. */
export const feeKinds = ['monthly', 'admission', 'locker', 'deposit', 'late', 'other'] as const
export const FeeKind = z.enum(feeKinds, 'Please choose what the fee is for')
export type FeeKind = z.infer<typeof FeeKind>

export const paymentMethods = ['cash', 'upi', 'bank', 'other'] as const
export const PaymentMethod = z.enum(paymentMethods, 'Please choose how it was paid')
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** Returns a value for each method. */
export const byMethod = <T>(make: (method: PaymentMethod) => T): Record<PaymentMethod, T> =>
  Object.fromEntries(paymentMethods.map((method) => [method, make(method)])) as Record<PaymentMethod, T>

const hasReference = { cash: false, upi: true, bank: true, other: false } satisfies Record<PaymentMethod, boolean>

/** Methods whose payments have a reference number of a bank. */
export const transferMethods: readonly PaymentMethod[] = paymentMethods.filter((method) => hasReference[method])
export const isTransfer = (method: unknown): boolean => transferMethods.includes(method as PaymentMethod)

/** Number of characters of a long reference that a clerk has to type. */
export const leastReference = 6
