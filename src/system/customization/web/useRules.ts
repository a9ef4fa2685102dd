import { useSession } from '#web/api/session.ts'
import { rulePolicy } from '../customization.policy.ts'
import type { RuleSwitch } from '../customization.rules.contract.ts'
import { useHallRules } from './customization.queries.ts'

/** Why the Hall rules do not allow the signed-in person to do something, as one sentence; undefined if they allow it. */
export const useRefusal = (rule: RuleSwitch): string | undefined => {
  const me = useSession()?.user
  const rules = useHallRules()
  return me && rulePolicy.whyNot(me, rules, rule)?.message
}

/** Returns whether the signed-in person may make any refund. */
export const useMayRefund = (): boolean => {
  const me = useSession()?.user
  const rules = useHallRules()
  return me !== undefined && !rulePolicy.whyNotRefund(me, rules)
}
