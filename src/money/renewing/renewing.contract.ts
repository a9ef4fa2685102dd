import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { byId, Day, formBoolean, Id } from '#contract/fields.ts'
import { SomeRupees } from '#contract/money.ts'
import { moneyErrors, moneyFields } from '#money/fees/fees.payments.contract.ts'
import { Payment } from '#money/fees/fees.shapes.contract.ts'
import { seatErrors } from '#people/seats/seats.contract.ts'
import { User } from '#people/users/users.contract.ts'
import { userErrors } from '#people/users/users.errors.contract.ts'
import { ruleErrors } from '#system/customization/customization.rules.contract.ts'

const Month = z.int().check(z.minimum(1), z.maximum(12))

/** The cost of a renewal. Amounts are in rupees. */
export const RenewalCost = z.object({
  until: Day,
  /** The months of the renewal that have no fee yet. */
  months: z.array(z.object({ month: Month, year: z.int(), amount: z.number() })),
  monthsAmount: z.number(),
  /** Unpaid fees. */
  owed: z.number(),
  /** Credit. */
  credit: z.number(),
  /** The amount to pay, at least 0. */
  total: z.number(),
})
export type RenewalCost = z.infer<typeof RenewalCost>

const renewalErrors = { ...userErrors, managersRenew: ruleErrors.managersRenew }

export const renewingApi = {
  cost: endpoint({
    method: 'GET',
    path: '/user/:id/renewal',
    access: 'staff',
    shows: ['customization', 'fees', 'users'],
    summary: 'What a renewal until a day costs: its months that have no fee yet, and what is owed already',
    params: byId,
    query: z.object({ until: Day, chargeGap: z.optional(formBoolean) }),
    reply: RenewalCost,
    errors: renewalErrors,
  }),
  renew: endpoint({
    method: 'POST',
    path: '/user/:id/renewal',
    access: 'staff',
    changes: ['fees', 'sessions', 'users'],
    summary:
      'Renews a membership and takes the payment, both or neither: months that the payment reaches and that have no fee yet are charged',
    params: byId,
    body: z.object({
      terminationDate: Day,
      /** Gives up the seat, which may have another holder. */
      withoutSeat: z.optional(z.boolean('Please choose yes or no')),
      /** Another seat; only superadmins may choose one. */
      seatNumber: z.optional(z.int('Please enter a seat number')),
      /** True if the whole months between the end of the account and today are charged. */
      chargeGap: z.optional(z.boolean('Please choose yes or no')),
      /** Without a payment, the membership is renewed and nothing is charged. */
      payment: z.optional(z.object({ ...moneyFields, amount: SomeRupees, clientId: Id })),
    }),
    reply: z.object({ user: User, payment: z.nullable(Payment) }),
    errors: { ...renewalErrors, ...moneyErrors, outOfOrder: seatErrors.outOfOrder, soldForDay: seatErrors.soldForDay },
  }),
}
