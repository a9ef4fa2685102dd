import { useSession } from '#web/api/session.ts'
import { rulePolicy } from '../customization.policy.ts'
import type { RuleSwitch } from '../customization.rules.contract.ts'
import { useHallRules } from './customization.queries.ts'

/** Why the Hall rules keep the person who is signed in from something, as one sentence; undefined where they do not. */
export const useRefusal = (rule: RuleSwitch): string | undefined => {
  const me = useSession()?.user
  const rules = useHallRules()
  return me && rulePolicy.whyNot(me, rules, rule)?.message
}

/** Whether the person who is signed in may give any money back. */
export const useMayRefund = (): boolean => {
  const me = useSession()?.user
  const rules = useHallRules()
  return me !== undefined && !rulePolicy.whyNotRefund(me, rules)
}
