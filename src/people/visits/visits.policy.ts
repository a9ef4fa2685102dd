import { type Actor, isStudent, type Role } from '#contract/actor.ts'
import { may } from '#contract/endpoint.ts'
import { commonErrors, type ErrorKind } from '#contract/errors.ts'
import { visitErrors, visitsApi } from './visits.contract.ts'

export const visitPolicy = {
  /** Staff record visits of students only. */
  whyNotRecord: (me: Pick<Actor, 'role'>, target: { role: Role }): ErrorKind | undefined => {
    if (!may(visitsApi.record, me)) return commonErrors.notAllowed
    return isStudent(target) ? undefined : visitErrors.studentsOnly
  },
}
