import { type Actor, isSuperadmin, type Role, roles } from '#contract/actor.ts'
import type { ErrorKind } from '#contract/errors.ts'
import { moderationErrors } from './moderation.shapes.contract.ts'

type Target = { readonly _id: string; readonly role: Role }

const rank = (role: Role): number => roles.indexOf(role)

/** Nobody can ban themselves, and only superadmins can ban people of their own or a higher role. */
const whyNotStop = (me: Pick<Actor, '_id' | 'role'>, target: Target): ErrorKind | undefined => {
  if (target._id === me._id) return moderationErrors.notYourself
  return isSuperadmin(me) || rank(target.role) < rank(me.role) ? undefined : moderationErrors.notAbove
}

export const moderationPolicy = { whyNotStop }
