import { useHallRules } from '#system/customization/web/customization.queries.ts'
import { useSession } from '#web/api/session.ts'
import { today } from '#web/api/timeZone.ts'
import type { User } from '../../users.contract.ts'
import { userPolicy } from '../../users.policy.ts'
import { useUserSlots } from '../userSlots.ts'

/** What the signed-in person may do with another person. */
export const useRights = (user: User) => {
  const me = useSession()?.user
  const rules = useHallRules()
  const { payment, renew } = useUserSlots()
  const isStudent = user.role === 'student'
  const seats = me !== undefined && isStudent && !userPolicy.whyNotUpdate(me, user, ['seatNumber'])
  return {
    pays: isStudent && payment !== undefined,
    renews: me !== undefined && isStudent && renew !== undefined && !userPolicy.whyNotRenew(me, user, ['terminationDate'], rules),
    moves: seats && (user.terminationDate === null || user.terminationDate >= today()),
    // People change their own password in the account menu.
    resets: me !== undefined && me._id !== user._id && !userPolicy.whyNotReset(me, user, rules),
    edits: me !== undefined && !userPolicy.whyNotUpdate(me, user, ['terminationDate']),
    removes: me !== undefined && !userPolicy.whyNotRemove(me, user),
  }
}
