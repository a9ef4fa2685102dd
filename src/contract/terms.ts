import * as z from 'zod/mini'

/** Lists of values that several features share. Their names on the screen and on paper are in `terms.en.ts`. */

/** The parts of the day for which a student has a seat. */
export const slots = ['morning', 'afternoon', 'full-day'] as const
export const Slot = z.enum(slots, 'Please choose a slot')
export type Slot = z.infer<typeof Slot>

/** The halves of a day, in each of which a seat has one holder. */
export const halves = ['morning', 'afternoon'] as const
export type Half = (typeof halves)[number]

/** The halves that a slot covers. */
export const halvesOf = (slot: Slot): readonly Half[] => (slot === 'full-day' ? halves : [slot])

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
