import { type Actor, isSuperadmin, type Role } from '#contract/actor.ts'
import { AppError } from '#contract/errors.ts'
import { userErrors } from './users.contract.ts'

/** Who may give which role. The admin-role rule is judged first, as the specification words it. */
export const userPolicy = {
  /** Answers why `me` may not create an account with this role, or nothing where it is allowed. */
  whyNotCreate: (me: Actor, role: Role) => {
    if (isSuperadmin(me)) return undefined
    if (role === 'admin' || role === 'superadmin') return userErrors.adminByOther
    if (role === 'student') return undefined
    return me.role === 'manager' ? userErrors.managerCreatesStudents : userErrors.adminCreatesStudents
  },
  /** Throws where `whyNotCreate` answers. */
  mustCreate: (me: Actor, role: Role): void => {
    const kind = userPolicy.whyNotCreate(me, role)
    if (kind) throw new AppError(kind, { fields: { role: kind.message } })
  },
}
