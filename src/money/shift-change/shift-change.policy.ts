import type { Actor } from '#contract/actor.ts'
import { may } from '#contract/endpoint.ts'
import { commonErrors, type ErrorKind } from '#contract/errors.ts'
import { feeErrors } from '#money/fees/fees.errors.contract.ts'
import type { User } from '#people/users/users.contract.ts'
import { userPolicy } from '#people/users/users.policy.ts'
import { shiftChangeApi } from './shift-change.contract.ts'

type Target = Pick<User, '_id' | 'role'>

/** Decides who may move a student to another shift. Returns the error for `me`, or undefined. */
export const shiftChangePolicy = {
  /** The people who may change the seat of a student. */
  whyNotChange: (me: Actor, target: Target): ErrorKind | undefined => {
    if (!may(shiftChangeApi.change, me)) return commonErrors.notAllowed
    return target.role === 'student' ? userPolicy.whyNotUpdate(me, target, ['slot', 'seatNumber']) : feeErrors.notAStudent
  },
}
