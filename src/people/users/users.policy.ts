import { type Actor, isStaff, isStudent, isSuperadmin, type Role } from '#contract/actor.ts'
import { may } from '#contract/endpoint.ts'
import { commonErrors, type ErrorKind } from '#contract/errors.ts'
import { rulePolicy } from '#system/customization/customization.policy.ts'
import type { HallRules } from '#system/customization/customization.rules.contract.ts'
import { type User, type UserField, usersApi } from './users.contract.ts'
import { userErrors } from './users.errors.contract.ts'

type Target = Pick<User, '_id' | 'role'>

/**
 * Decides who may do what to whom. Each rule returns the error for `me`, or undefined. The server enforces it, and screens use it
 * to hide actions.
 */
export const userPolicy = {
  /** Staff see everybody; students see only themselves. */
  whyNotSee: (me: Actor, target: Pick<User, '_id'>): ErrorKind | undefined =>
    isStaff(me) || me._id === target._id ? undefined : commonErrors.notFound,
  /** The admin-role rule is checked first, as the specification requires. */
  whyNotCreate: (me: Actor, role: Role): ErrorKind | undefined => {
    if (!may(usersApi.create, me)) return commonErrors.notAllowed
    if (isSuperadmin(me)) return undefined
    if (role === 'admin' || role === 'superadmin') return userErrors.adminByOther
    if (role === 'student') return undefined
    return me.role === 'manager' ? userErrors.managerCreatesStudents : userErrors.adminCreatesStudents
  },
  /** `changed` are the fields that differ; fields sent back unchanged are not among them. */
  whyNotUpdate: (me: Actor, target: Target, changed: readonly UserField[]): ErrorKind | undefined => {
    if (!may(usersApi.update, me)) return commonErrors.notAllowed
    if (isSuperadmin(me) || changed.length === 0) return undefined
    if (!isStudent(target)) return userErrors.adminEditsStudents
    return changed.every((field) => field === 'terminationDate') ? undefined : userErrors.terminationOnly
  },
  /** Only a new last day, which managers may set for students if the Hall rules allow it. */
  whyNotRenew: (me: Actor, target: Target, changed: readonly UserField[], rules: HallRules): ErrorKind | undefined => {
    if (me.role !== 'manager') return userPolicy.whyNotUpdate(me, target, changed)
    if (changed.length === 0) return undefined
    return isStudent(target) ? rulePolicy.whyNot(me, rules, 'managersRenew') : userErrors.managerRenewsStudents
  },
  /** A single-use link for a new password. */
  whyNotReset: (me: Actor, target: Target, rules: HallRules): ErrorKind | undefined => {
    if (isSuperadmin(me)) return undefined
    return isStudent(target) ? rulePolicy.whyNot(me, rules, 'managersReset') : commonErrors.notAllowed
  },
  /** Rejects oneself before any other rule. */
  whyNotRemove: (me: Actor, target: Target): ErrorKind | undefined => {
    if (target._id === me._id) return userErrors.notYourself
    if (!may(usersApi.remove, me)) return commonErrors.notAllowed
    return isSuperadmin(me) || isStudent(target) ? undefined : userErrors.adminRemovesStudents
  },
}
