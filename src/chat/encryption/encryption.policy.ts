import { type Actor, isAdmin, isStudent } from '#contract/actor.ts'
import type { ErrorKind } from '#contract/errors.ts'
import type { ChatSettings } from '#system/customization/customization.settings.contract.ts'
import { encryptionLimits } from './encryption.limits.ts'
import { encryptionErrors } from './encryption.shapes.contract.ts'

/** The facts that decide whether a conversation can be encrypted. */
export type Encryptable = {
  type: 'private' | 'group'
  builtIn: string | null
  members: readonly (Pick<Actor, 'role'> & { hasDevice: boolean })[]
  settings: Pick<ChatSettings, 'allowEncryption' | 'allowEncryptionWithStaff'>
}

/** Assumes that the caller is a member. */
const whyNotEnable = (me: Pick<Actor, 'role'>, { type, builtIn, members, settings }: Encryptable): ErrorKind | undefined => {
  if (builtIn !== null) return encryptionErrors.builtIn
  if (!settings.allowEncryption) return encryptionErrors.notAllowed
  if (type === 'group' && !isAdmin(me)) return encryptionErrors.adminsOnly
  const isMixed = members.some(isStudent) && !members.every(isStudent)
  if (type === 'private' && isMixed && !settings.allowEncryptionWithStaff) return encryptionErrors.notWithStaff
  if (members.length > encryptionLimits.encryptedMembers) return encryptionErrors.tooManyMembers
  return members.every(({ hasDevice }) => hasDevice) ? undefined : encryptionErrors.memberWithoutDevice
}

export const encryptionPolicy = { whyNotEnable }
