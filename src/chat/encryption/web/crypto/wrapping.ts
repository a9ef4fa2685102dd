import { encodeFields, type Field } from '#chat/conversations/conversations.fields.policy.ts'
import type { WrappedKey } from '../../encryption.shapes.contract.ts'
import { fromBase64, toBase64 } from './base64.ts'
import type { DeviceKeys, KnownDevice } from './device.ts'
import { EncryptionError, orFail } from './encryptionError.ts'
import { isSignedBy, sign } from './signatures.ts'

/*
 * An attacker
 * - is the server, and distributes a key of its own: `unwrapSigned` rejects keys that the named device did not sign;
 * - uses a wrap for another purpose, device or place: purpose and device are signed, and RSA's label includes the place too;
 * - provides a short key: `unwrapKey` checks the length;
 * - copies a key out of the browser: an unwrapped key is non-extractable, except while it is shared.
 */

type Bytes = Uint8Array<ArrayBuffer>

/** `label` is RSA's; the signature of a wrap covers `purpose`, the device and the wrapped key. */
export type WrapContext = { label: Bytes; purpose: readonly Field[] }

const usages: KeyUsage[] = ['encrypt', 'decrypt']

/**
 * Creates an AES-256-GCM key, extractable so that it can be wrapped. Must be discarded afterwards in favor of the unwrapped one.
 */
export const makeKey = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, usages)

export const wrapKey = async (label: Bytes, key: CryptoKey, { wrappingKey }: KnownDevice): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.wrapKey('raw', key, wrappingKey, { name: 'RSA-OAEP', label }))

/** Throws `undecryptable` or `malformed` if the wrap contains no 256-bit key for this device and label. */
export const unwrapKey = async (label: Bytes, wrapped: Bytes, device: DeviceKeys, extractable: boolean): Promise<CryptoKey> => {
  const oaep = { name: 'RSA-OAEP', label }
  const key = await orFail('undecryptable', () =>
    crypto.subtle.unwrapKey('raw', wrapped, device.wrapping.privateKey, oaep, 'AES-GCM', extractable, usages),
  )
  if ((key.algorithm as AesKeyAlgorithm).length !== 256) throw new EncryptionError('malformed')
  return key
}

export type Wrapping = { byDevice: DeviceKeys; recipient: KnownDevice; key: CryptoKey }

export const wrapSigned = async ({ label, purpose }: WrapContext, { byDevice, recipient, key }: Wrapping): Promise<WrappedKey> => {
  const { deviceId } = recipient
  const wrapped = await wrapKey(label, key, recipient)
  return { deviceId, wrappedKey: toBase64(wrapped), signature: await sign(byDevice, encodeFields(...purpose, deviceId, wrapped)) }
}

export type Unwrapping = {
  device: DeviceKeys
  wrappedKey: string
  signature: string
  /** The device that signed. The caller decides whether it may. */
  by: KnownDevice
  /** Only for sharing the key; never cached. */
  extractable?: boolean
}

/** Throws `forged`, or errors like `unwrapKey`. */
export const unwrapSigned = async (
  { label, purpose }: WrapContext,
  { device, wrappedKey, signature, by, extractable = false }: Unwrapping,
): Promise<CryptoKey> => {
  const wrapped = fromBase64(wrappedKey)
  const signed = encodeFields(...purpose, device.deviceId, wrapped)
  if (!(await isSignedBy(by, signed, fromBase64(signature)))) throw new EncryptionError('forged')
  return unwrapKey(label, wrapped, device, extractable)
}
