import { type Actor, isStaff } from '#contract/actor.ts'
import { commonErrors, type ErrorKind } from '#contract/errors.ts'

export const feePolicy = {
  /** Staff see the fees of everybody; students see only their own. */
  whyNotSee: (me: Pick<Actor, '_id' | 'role'>, studentId: string | null): ErrorKind | undefined =>
    isStaff(me) || me._id === studentId ? undefined : commonErrors.notFound,
}
