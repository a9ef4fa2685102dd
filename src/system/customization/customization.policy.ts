import { type Actor, isAdmin } from '#contract/actor.ts'
import { commonErrors, type ErrorKind } from '#contract/errors.ts'
import { formatsFor } from '#contract/format.ts'
import { type HallRules, type RuleSwitch, ruleErrors } from './customization.rules.contract.ts'
import type { Hall } from './customization.settings.contract.ts'

/** The monthly fee for this slot, in rupees, for students without a fee of their own. */
export const usualFee = ({ slotFees, monthlyFee }: Pick<Hall, 'slotFees' | 'monthlyFee'>, slot: string | null): number =>
  (slot === null ? null : slotFees[slot]) ?? monthlyFee

const { rupees } = formatsFor('en-IN')

type Me = Pick<Actor, 'role'>
type Refusal = ErrorKind | undefined

const judged = (me: Me, allowed: boolean, kind: ErrorKind): Refusal => {
  if (isAdmin(me)) return undefined
  return me.role === 'manager' ? (allowed ? undefined : kind) : commonErrors.notAllowed
}

/** Hall rules. Each function returns why `me` may not do something, or undefined. The server enforces them and screens evaluate them. */
export const rulePolicy = {
  whyNot: (me: Me, rules: HallRules, rule: RuleSwitch): Refusal => judged(me, rules[rule], ruleErrors[rule]),
  /** `amount` is in rupees; without it, checks whether any refund is allowed. */
  whyNotRefund: (me: Me, { managersRefundUpTo: most }: HallRules, amount = 0.01): Refusal => {
    const kind = ruleErrors.managersRefundUpTo
    if (most === null || most === 0) return judged(me, most === null, kind)
    const message = `Managers can refund at most ${rupees(most)} at once in this hall. Please ask an admin.`
    return judged(me, amount <= most, { ...kind, message })
  },
}
