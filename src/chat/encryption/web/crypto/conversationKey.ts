import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { type MemberDevices, membersList } from '../../encryption.lists.policy.ts'
import type { WrappedKey } from '../../encryption.shapes.contract.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { type DeviceKeys, digest, type KnownDevice } from './device.ts'
import { type Unwrapping, unwrapSigned, type WrapContext, type Wrapping, wrapSigned } from './wrapping.ts'

/*
 * Keys of version 1, whose members have no device lists. An attacker
 * - presents a wrap for another conversation, version, device or member list: all of them are signed, the first two in RSA's label too;
 * - gives a different key to each member: a message commits to one text (envelope.ts);
 * - does what wrapping.ts prevents.
 */

export { makeKey } from './wrapping.ts'

export type KeyPlace = { conversation: string; keyVersion: number }

const labelOf = ({ conversation, keyVersion }: KeyPlace) => encodeFields('carrel/key/1', conversation, keyVersion)

const wrapContext = (place: KeyPlace, membersHash: string, byDevice: string): WrapContext => ({
  label: labelOf(place),
  purpose: ['carrel/wrap/1', place.conversation, place.keyVersion, fromBase64(membersHash), byDevice],
})

const shareContext = (place: KeyPlace, byDevice: string): WrapContext => ({
  label: labelOf(place),
  purpose: ['carrel/share/1', place.conversation, place.keyVersion, byDevice],
})

/** Returns the hash as base64. */
export const membersHash = async (members: readonly MemberDevices[]): Promise<string> => toBase64(await digest(membersList(members)))

type Unwrap = KeyPlace & Unwrapping

export type NewVersion = KeyPlace & { members: readonly MemberDevices[]; byDevice: DeviceKeys; key: CryptoKey }

/**
 * Wraps the key for every device of the members, in the order of `recipients`. Throws for a device that is not among `members`.
 */
export const wrapForAll = async ({
  members,
  recipients,
  ...version
}: NewVersion & { recipients: readonly KnownDevice[] }): Promise<WrappedKey[]> => {
  const named = new Set(members.flatMap(({ deviceIds }) => deviceIds))
  const stranger = recipients.find(({ deviceId }) => !named.has(deviceId))
  if (stranger) throw new Error(`${stranger.deviceId} is no device of a member`)
  const context = wrapContext(version, await membersHash(members), version.byDevice.deviceId)
  return Promise.all(recipients.map((recipient) => wrapSigned(context, { ...version, recipient })))
}

/** Wraps the key for one device of a member, like `wrapForAll`. */
export const wrapFor = async ({ recipient, ...version }: NewVersion & { recipient: KnownDevice }): Promise<WrappedKey> => {
  const [wrapped] = await wrapForAll({ ...version, recipients: [recipient] })
  if (!wrapped) throw new Error('Nothing was wrapped')
  return wrapped
}

/**
 * Returns the key wrapped for this device. Throws `forged` if `by` has not signed this wrap for this place, device and member
 * list, and `undecryptable` or `malformed` if the wrap contains no such key.
 */
export const unwrap = ({ membersHash: hash, ...wrap }: Unwrap & { membersHash: string }): Promise<CryptoKey> =>
  unwrapSigned(wrapContext(wrap, hash, wrap.by.deviceId), wrap)

/** Wraps an earlier key for another device of the same person; it must be extractable. */
export const shareWith = (share: KeyPlace & Wrapping): Promise<WrappedKey> =>
  wrapSigned(shareContext(share, share.byDevice.deviceId), share)

/** Returns a key that another device of the same person has shared. Throws like `unwrap`. */
export const unwrapShared = (share: Unwrap): Promise<CryptoKey> => unwrapSigned(shareContext(share, share.by.deviceId), share)
