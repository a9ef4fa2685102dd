import type { Actor } from '#contract/actor.ts'
import type { ErrorKind } from '#contract/errors.ts'
import { monthOfDay } from '#contract/month.ts'
import { feeErrors } from '#money/fees/fees.errors.contract.ts'
import type { User } from '#people/users/users.contract.ts'
import { userPolicy } from '#people/users/users.policy.ts'
import { rulePolicy } from '#system/customization/customization.policy.ts'
import type { HallRules } from '#system/customization/customization.rules.contract.ts'
import type { RunningShare } from './leaving.contract.ts'

type Target = Pick<User, '_id' | 'role'>
type Leaving = { lastDay: string; share: RunningShare }

/** Decides who may let a student leave. Each rule returns the error for `me`, or undefined. */
export const leavingPolicy = {
  /** Leaving ends the account, so everyone who may renew a student may do it. */
  whyNotLeave: (me: Actor, target: Target, rules: HallRules): ErrorKind | undefined =>
    target.role === 'student' ? userPolicy.whyNotRenew(me, target, ['terminationDate'], rules) : feeErrors.notAStudent,
  /**
   * Refunding a part of the last month, or earlier months, reduces fees for days of membership. Without this rule, a clerk could
   * backdate the last day and keep the money paid for these months.
   */
  whyNotShare: (me: Actor, rules: HallRules, { lastDay, share }: Leaving, today: string): ErrorKind | undefined =>
    share === 'none' && monthOfDay(lastDay) >= monthOfDay(today) ? undefined : rulePolicy.whyNot(me, rules, 'managersConcede'),
}
