import { type Actor, isStaff, isStudent, isSuperadmin, type Role } from '#contract/actor.ts'
import { may } from '#contract/endpoint.ts'
import { commonErrors, type ErrorKind } from '#contract/errors.ts'
import { rulePolicy } from '#system/settings/customization.policy.ts'
import type { HallRules } from '#system/settings/customization.rules.contract.ts'
import { type User, type UserField, userErrors, usersApi } from './users.contract.ts'

type Target = Pick<User, '_id' | 'role'>

/** Who may do what to whom: each rule returns why `me` may not, or undefined. The server enforces it and screens ask it. */
export const userPolicy = {
  /** Staff see everybody, students themselves alone. */
  whyNotSee: (me: Actor, target: Pick<User, '_id'>): ErrorKind | undefined =>
    isStaff(me) || me._id === target._id ? undefined : commonErrors.notFound,
  /** The admin-role rule is judged first, as the specification words it. */
  whyNotCreate: (me: Actor, role: Role): ErrorKind | undefined => {
    if (!may(usersApi.create, me)) return commonErrors.notAllowed
    if (isSuperadmin(me)) return undefined
    if (role === 'admin' || role === 'superadmin') return userErrors.adminByOther
    if (role === 'student') return undefined
    return me.role === 'manager' ? userErrors.managerCreatesStudents : userErrors.adminCreatesStudents
  },
  /** `changed` are the fields that differ: what is sent back unchanged is none of them. */
  whyNotUpdate: (me: Actor, target: Target, changed: readonly UserField[]): ErrorKind | undefined => {
    if (!may(usersApi.update, me)) return commonErrors.notAllowed
    if (isSuperadmin(me) || changed.length === 0) return undefined
    if (!isStudent(target)) return userErrors.adminEditsStudents
    return changed.every((field) => field === 'terminationDate') ? undefined : userErrors.terminationOnly
  },
  /** A new last day alone, which managers may set for students where the Hall rules let them. */
  whyNotRenew: (me: Actor, target: Target, changed: readonly UserField[], rules: HallRules): ErrorKind | undefined => {
    if (me.role !== 'manager') return userPolicy.whyNotUpdate(me, target, changed)
    if (changed.length === 0) return undefined
    return isStudent(target) ? rulePolicy.whyNot(me, rules, 'managersRenew') : userErrors.managerRenewsStudents
  },
  /** A one-time link for a new password. */
  whyNotReset: (me: Actor, target: Target, rules: HallRules): ErrorKind | undefined => {
    if (isSuperadmin(me)) return undefined
    return isStudent(target) ? rulePolicy.whyNot(me, rules, 'managersReset') : commonErrors.notAllowed
  },
  /** Not oneself: that is judged before any other rule. */
  whyNotRemove: (me: Actor, target: Target): ErrorKind | undefined => {
    if (target._id === me._id) return userErrors.notYourself
    if (!may(usersApi.remove, me)) return commonErrors.notAllowed
    return isSuperadmin(me) || isStudent(target) ? undefined : userErrors.adminRemovesStudents
  },
}
