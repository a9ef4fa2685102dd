import { expect } from 'vitest'
import { type Chain, ChainError, type ChainReason, consentBytes, listBody } from '../../../encryption.chain.policy.ts'
import type { ListedDevice, SignedList } from '../../../encryption.shapes.contract.ts'
import { fromBase64 } from '../base64.ts'
import { type DeviceKeys, publicDeviceOf } from '../device.ts'
import { browserPrimitives, listedDevice } from '../deviceList.ts'
import { spkiToPem } from '../pem.ts'
import { sign } from '../signatures.ts'
import { givenPeople } from './devices.ts'
import vectors from './vectors.json'

/* Device lists as an attacker creates them: signed by any keys, without checks. */

const { asha } = await givenPeople()
const modulus = { from: 33, to: 289 }

/**
 * A device that signs and does not unwrap. Its RSA modulus is a random number instead of a product of two primes, which no
 * verifier can detect, because creating a real pair takes a hundred times as long.
 */
export const quickDevice = async (): Promise<DeviceKeys> => {
  const spki = fromBase64(vectors.devices.asha.wrappingSpki)
  crypto.getRandomValues(spki.subarray(modulus.from, modulus.to))
  spki[modulus.from] = (spki[modulus.from] ?? 0) | 0x80
  spki[modulus.to - 1] = (spki[modulus.to - 1] ?? 0) | 1
  const signing = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const signingSpki = new Uint8Array(await crypto.subtle.exportKey('spki', signing.publicKey))
  const pems = { publicKeyPem: spkiToPem(spki), signingKeyPem: spkiToPem(signingSpki) }
  const { deviceId, fingerprint, wrappingKey } = await publicDeviceOf(pems)
  return { deviceId, fingerprint, ...pems, signing, wrapping: { ...asha.device.wrapping, publicKey: wrappingKey } }
}

/** Returns a device with the wrapping key, and thus the id, of another one, and its own signing key. */
export const twinOf = async ({ deviceId, publicKeyPem, wrapping }: DeviceKeys): Promise<DeviceKeys> => {
  const { signing, signingKeyPem } = await quickDevice()
  const { fingerprint } = await publicDeviceOf({ publicKeyPem, signingKeyPem })
  return { deviceId, publicKeyPem, wrapping, signing, signingKeyPem, fingerprint }
}

export type Unsigned = Omit<SignedList, 'signatures'>

/** Signs in the order of the ids, unless `signers` gives another. */
export const signList = async (
  unsigned: Unsigned,
  by: readonly DeviceKeys[],
  signers: readonly DeviceKeys[] = by.toSorted(byDeviceId),
): Promise<SignedList> => {
  const body = listBody(browserPrimitives, { ...unsigned, signatures: signers })
  const signatures = await Promise.all(signers.map(async (device) => ({ deviceId: device.deviceId, signature: await sign(device, body) })))
  return { ...unsigned, signatures }
}

/** Returns the list after a chain with these changes, which may be invalid. */
export const nextOf = ({ userId, generation, number, head }: Chain, changes: Partial<Unsigned> = {}): Unsigned => ({
  ...{ v: 1, userId, generation, number: number + 1, previous: head, merged: null, added: [], revoked: [] },
  ...changes,
})

/** Returns a device that consents to be added next to a chain, or at another place. */
export const agreed = async (
  { userId, root, head }: Pick<Chain, 'userId' | 'root' | 'head'>,
  device: DeviceKeys,
  kind: ListedDevice['kind'] = 'browser',
): Promise<ListedDevice> => {
  const consent = await sign(device, consentBytes({ userId, root, previous: head, deviceId: device.deviceId }))
  return listedDevice(device, kind, consent)
}

export const byDeviceId = (one: { deviceId: string }, other: { deviceId: string }): number => (one.deviceId < other.deviceId ? -1 : 1)

export const expectListRefused = async (promise: Promise<unknown>, ...reasons: ChainReason[]): Promise<void> => {
  const error = await promise.then(
    () => 'nothing was refused',
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ChainError)
  if (reasons.length > 0) expect(reasons).toContain((error as ChainError).reason)
}
