import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { versionBody } from '../../encryption.lists.policy.ts'
import { VersionHeader, type VersionMember, type WrappedKey } from '../../encryption.shapes.contract.ts'
import { fromBase64, toBase64 } from './base64.ts'
import type { KeyPlace } from './conversationKey.ts'
import { type DeviceKeys, digest, type KnownDevice } from './device.ts'
import { EncryptionError } from './encryptionError.ts'
import { isSignedBy, sign } from './signatures.ts'
import { type Unwrapping, unwrapSigned, type WrapContext, type Wrapping, wrapSigned } from './wrapping.ts'

/*
 * An attacker
 * - is the server, and claims who the members of a version are, which devices they have, or when encryption started: all this is in
 *   the header, which `isHeaderSigned` only accepts from the device that it names (whether that one is trusted, its chain shows);
 * - presents the header of another conversation or number: both are signed;
 * - presents two headers with one number: wraps and messages name the hash of one;
 * - has a removed device, and shares another key in place of a version's: the header names the hash of its key (`unwrapVersion`);
 * - adds its own device to those that a key is encrypted for: `wrapForHeader` only accepts the devices of the header.
 */

export type UnsignedHeader = Omit<VersionHeader, 'signature'>

/** Returns the hash of an extractable key, which is the same for all holders, as base64. */
export const keyHashOf = async ({ conversation, keyVersion }: KeyPlace, key: CryptoKey): Promise<string> => {
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', key))
  return toBase64(await digest(encodeFields('carrel/key-hash/2', conversation, keyVersion, raw)))
}

/** Returns the hash by which wraps and messages name a version, as base64. */
export const versionHash = async (place: KeyPlace, header: UnsignedHeader): Promise<string> =>
  toBase64(await digest(versionBody(place, header)))

/**
 * Signs a header. Throws `malformed` for one that clients would reject: another device's, a private one of three people, or
 * another order.
 */
export const signHeader = async (place: KeyPlace, header: UnsignedHeader, byDevice: DeviceKeys): Promise<VersionHeader> => {
  const signed = { ...header, signature: await sign(byDevice, versionBody(place, header)) }
  const { success, data } = VersionHeader.safeParse(signed)
  if (!success || header.byDevice !== byDevice.deviceId) throw new EncryptionError('malformed')
  return data
}

/**
 * Returns whether `by` is the device that the header names and has signed it for this place. The caller decides whether it may
 * sign.
 */
export const isHeaderSigned = async (place: KeyPlace, header: VersionHeader, by: KnownDevice): Promise<boolean> => {
  const { success, data } = VersionHeader.safeParse(header)
  if (!success || data.byDevice !== by.deviceId) return false
  return isSignedBy(by, versionBody(place, data), fromBase64(data.signature))
}

/** A version with the hash of its verified header. */
export type HashedPlace = KeyPlace & { hash: string }

const labelOf = ({ conversation, keyVersion }: KeyPlace) => encodeFields('carrel/key/2', conversation, keyVersion)

const wrapContext = (place: HashedPlace): WrapContext => ({
  label: labelOf(place),
  purpose: ['carrel/wrap/2', fromBase64(place.hash)],
})

const shareContext = (place: HashedPlace, byDevice: string): WrapContext => ({
  label: labelOf(place),
  purpose: ['carrel/share/2', fromBase64(place.hash), byDevice],
})

export type NewVersionV2 = HashedPlace & {
  /** The members of the header. */
  members: readonly Pick<VersionMember, 'deviceIds'>[]
  byDevice: DeviceKeys
  recipients: readonly KnownDevice[]
  key: CryptoKey
}

/**
 * Wraps the key for each device of the members, in the order of `recipients`. Throws for a device that the members do not name.
 */
export const wrapForHeader = async ({ members, recipients, ...version }: NewVersionV2): Promise<WrappedKey[]> => {
  const named = new Set(members.flatMap(({ deviceIds }) => deviceIds))
  const stranger = recipients.find(({ deviceId }) => !named.has(deviceId))
  if (stranger) throw new Error(`${stranger.deviceId} is no device of a member`)
  const context = wrapContext(version)
  return Promise.all(recipients.map((recipient) => wrapSigned(context, { ...version, recipient })))
}

type UnwrappingVersion = HashedPlace & Unwrapping & { keyHash: string }

/** Throws `forged` for a key other than the header's; the returned key is extractable only on request. */
const unwrapVersion = async (context: WrapContext, { keyHash, ...wrap }: UnwrappingVersion): Promise<CryptoKey> => {
  const key = await unwrapSigned(context, { ...wrap, extractable: true })
  if ((await keyHashOf(wrap, key)) !== keyHash) throw new EncryptionError('forged')
  if (wrap.extractable) return key
  return crypto.subtle.importKey('raw', await crypto.subtle.exportKey('raw', key), 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Returns the key that the creator of a version has wrapped for this device. Throws `forged`, `undecryptable` or `malformed`. */
export const unwrapWithHeader = async (wrap: UnwrappingVersion): Promise<CryptoKey> => unwrapVersion(wrapContext(wrap), wrap)

/** Wraps an earlier key for another device of the same person; it must be extractable. */
export const shareWithHeader = async (share: HashedPlace & Wrapping): Promise<WrappedKey> =>
  wrapSigned(shareContext(share, share.byDevice.deviceId), share)

/** Returns a key that another device of the same person has shared. Throws like `unwrapWithHeader`. */
export const unwrapSharedWithHeader = async (share: UnwrappingVersion): Promise<CryptoKey> =>
  unwrapVersion(shareContext(share, share.by.deviceId), share)
