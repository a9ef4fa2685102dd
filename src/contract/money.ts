import * as z from 'zod/mini'
import { limits } from './limits.ts'

/** Returns rupees, as in replies and on screens, from integer paise, which are stored and calculated with. */
export const toRupees = (paise: number): number => paise / 100

/** Returns integer paise of an amount that `Rupees` has validated. */
export const toPaise = (rupees: number): number => Math.round(rupees * 100)

/** The same for an amount that may be missing. */
export const toPaiseOrNull = (rupees: number | null | undefined): number | null => (rupees == null ? null : toPaise(rupees))

/** At most two decimals in the shortest text of the number: 0.29 is 29 paise, 0.285 is not an amount. */
const isWholePaise = (rupees: number): boolean => toPaise(rupees) / 100 === rupees

const most = limits.rupees.toLocaleString('en-IN')

const amount = (min: number, message: string) =>
  z
    .number(message)
    .check(z.minimum(min, message), z.maximum(limits.rupees, `Please enter at most ₹${most}`), z.refine(isWholePaise, message))

/** An amount of money in rupees with at most two decimals, from 0 to one crore. */
export const Rupees = amount(0, 'Please enter an amount such as 1000 or 999.50')

const someMessage = 'Please enter an amount above 0, such as 1000 or 999.50'

/** The same, and more than zero. */
export const SomeRupees = amount(0.01, someMessage)

/** The same in JSON or as text in a form. */
export const formSomeRupees = z.union(
  [SomeRupees, z.pipe(z.string().check(z.regex(/^\d{1,8}(?:\.\d{1,2})?$/)), z.pipe(z.transform(Number), SomeRupees))],
  someMessage,
)
