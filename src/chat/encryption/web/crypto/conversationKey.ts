import { list, type MemberDevices, membersList } from '../../encryption.lists.policy.ts'
import type { WrappedKey } from '../../encryption.shapes.contract.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { type DeviceKeys, digest, type KnownDevice } from './device.ts'
import { EncryptionError, orFail } from './encryptionError.ts'
import { isSignedBy, sign } from './signatures.ts'

/*
 * An attacker
 * - is the server, and hands out a key of its own: `unwrapAs` takes none that a known device did not sign;
 * - shows a wrap for another conversation, version, device or member list: all of them are signed, the first two in RSA's label too;
 * - gives a short key, or a different one to each member: the length is looked at, and a message commits to one text (envelope.ts);
 * - copies a key out of the browser: what is unwrapped is non-extractable, but for the moment in which it is shared.
 */

export type KeyPlace = { conversation: string; keyVersion: number }

/** What a wrap's signature stands on, but for the two fields that differ from one device to the next. */
type Purpose = readonly (string | number | Uint8Array)[]

const usages: KeyUsage[] = ['encrypt', 'decrypt']

const oaep = ({ conversation, keyVersion }: KeyPlace) => ({ name: 'RSA-OAEP', label: list('carrel/key/1', conversation, keyVersion) })

const wrapPurpose = ({ conversation, keyVersion }: KeyPlace, membersHash: string, byDevice: string): Purpose => [
  'carrel/wrap/1',
  conversation,
  keyVersion,
  fromBase64(membersHash),
  byDevice,
]

const sharePurpose = ({ conversation, keyVersion }: KeyPlace, byDevice: string): Purpose => [
  'carrel/share/1',
  conversation,
  keyVersion,
  byDevice,
]

/** A new key of a conversation, extractable so that it can be wrapped. Forget it then, and use what `unwrap` answers. */
export const makeKey = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, usages)

/** Base64. */
export const membersHash = async (members: readonly MemberDevices[]): Promise<string> => toBase64(await digest(membersList(members)))

type Wrap = KeyPlace & { byDevice: DeviceKeys; recipient: KnownDevice; key: CryptoKey }

const wrapAs = async (purpose: Purpose, { byDevice, recipient: { deviceId, wrappingKey }, key, ...place }: Wrap): Promise<WrappedKey> => {
  const wrapped = new Uint8Array(await crypto.subtle.wrapKey('raw', key, wrappingKey, oaep(place)))
  return { deviceId, wrappedKey: toBase64(wrapped), signature: await sign(byDevice, list(...purpose, deviceId, wrapped)) }
}

type Unwrap = KeyPlace & {
  device: DeviceKeys
  wrappedKey: string
  signature: string
  /** Who signed. That this is somebody of the members, and for what is shared a device of one's own, is for the caller to see. */
  by: KnownDevice
  /** Only to share the key, and never kept. */
  extractable?: boolean
}

const unwrapAs = async (purpose: Purpose, { device, by, extractable = false, ...given }: Unwrap): Promise<CryptoKey> => {
  const wrapped = fromBase64(given.wrappedKey)
  const signed = list(...purpose, device.deviceId, wrapped)
  if (!(await isSignedBy(by, signed, fromBase64(given.signature)))) throw new EncryptionError('forged')
  const { privateKey } = device.wrapping
  const key = await orFail('undecryptable', () =>
    crypto.subtle.unwrapKey('raw', wrapped, privateKey, oaep(given), 'AES-GCM', extractable, usages),
  )
  if ((key.algorithm as AesKeyAlgorithm).length !== 256) throw new EncryptionError('malformed')
  return key
}

export type NewVersion = KeyPlace & { members: readonly MemberDevices[]; byDevice: DeviceKeys; key: CryptoKey }

/** The key for every device of the members, in the order of `recipients`. Throws for a device that is not among `members`. */
export const wrapForAll = async ({
  members,
  recipients,
  ...version
}: NewVersion & { recipients: readonly KnownDevice[] }): Promise<WrappedKey[]> => {
  const named = new Set(members.flatMap(({ deviceIds }) => deviceIds))
  const stranger = recipients.find(({ deviceId }) => !named.has(deviceId))
  if (stranger) throw new Error(`${stranger.deviceId} is no device of a member`)
  const purpose = wrapPurpose(version, await membersHash(members), version.byDevice.deviceId)
  return Promise.all(recipients.map((recipient) => wrapAs(purpose, { ...version, recipient })))
}

/** The key for one device of a member, as `wrapForAll`. */
export const wrapFor = async ({ recipient, ...version }: NewVersion & { recipient: KnownDevice }): Promise<WrappedKey> => {
  const [wrapped] = await wrapForAll({ ...version, recipients: [recipient] })
  if (!wrapped) throw new Error('Nothing was wrapped')
  return wrapped
}

/**
 * The key that was wrapped for this device. Throws `forged` where `by` has not signed this wrap for this place, device and member list,
 * and `undecryptable` or `malformed` where the wrap has no such key.
 */
export const unwrap = ({ membersHash: hash, ...wrap }: Unwrap & { membersHash: string }): Promise<CryptoKey> =>
  unwrapAs(wrapPurpose(wrap, hash, wrap.by.deviceId), wrap)

/** An earlier key for another device of the same person; it must be extractable. */
export const shareWith = (share: Wrap): Promise<WrappedKey> => wrapAs(sharePurpose(share, share.byDevice.deviceId), share)

/** A key that another device of the same person has shared. Throws as `unwrap` does. */
export const unwrapShared = (share: Unwrap): Promise<CryptoKey> => unwrapAs(sharePurpose(share, share.by.deviceId), share)
