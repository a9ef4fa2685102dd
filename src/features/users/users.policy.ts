import { type Actor, isAdmin, isStudent, isSuperadmin, type Role } from '#contract/actor.ts'
import { AppError, commonErrors, type ErrorKind } from '#contract/errors.ts'
import { type User, type UserField, userErrors } from './users.contract.ts'

type Target = Pick<User, '_id' | 'role'>

/** Who may do what to whom. */
export const userPolicy = {
  /** Answers why `me` may not create an account with this role, or nothing where it is allowed. The admin-role rule is judged first, as the specification words it. */
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
  /** Answers why `me` may not change these fields of somebody, or nothing where it is allowed. What is sent back unchanged is none of them. */
  whyNotUpdate: (me: Actor, target: Target, changed: readonly UserField[]): ErrorKind | undefined => {
    if (isSuperadmin(me)) return undefined
    if (!isAdmin(me)) return commonErrors.notAllowed
    if (changed.length === 0) return undefined
    if (!isStudent(target)) return userErrors.adminEditsStudents
    return changed.every((field) => field === 'terminationDate') ? undefined : userErrors.terminationOnly
  },
  /** Answers why `me` may not delete somebody, or nothing where it is allowed. Not oneself: that is judged before any other rule. */
  whyNotRemove: (me: Actor, target: Target): ErrorKind | undefined => {
    if (target._id === me._id) return userErrors.notYourself
    if (isSuperadmin(me)) return undefined
    if (!isAdmin(me)) return commonErrors.notAllowed
    return isStudent(target) ? undefined : userErrors.adminRemovesStudents
  },
  /** Whether `me` is shown Edit. */
  mayEdit: (me: Actor, target: Target): boolean => userPolicy.whyNotUpdate(me, target, ['terminationDate']) === undefined,
  /** Whether `me` is shown Delete. */
  mayRemove: (me: Actor, target: Target): boolean => userPolicy.whyNotRemove(me, target) === undefined,
  /** Whether `me` may see this person: staff see everybody, students themselves alone. */
  see: (me: Actor, target: Pick<User, '_id'>): boolean => !isStudent(me) || me._id === target._id,
}
