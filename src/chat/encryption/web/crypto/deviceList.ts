import {
  type Chain,
  type ChainDevice,
  chainOf,
  consentBytes,
  extendChain,
  type HashedList,
  listBody,
  type Primitives,
  startChain,
} from '../../encryption.chain.policy.ts'
import type { ListedDevice, SignedList } from '../../encryption.shapes.contract.ts'
import { fromBase64 } from './base64.ts'
import { type DeviceKeys, digest, type KnownDevice, publicDeviceOf, signingKeyOf } from './device.ts'
import { EncryptionError } from './encryptionError.ts'
import { canonicalPemToSpki } from './pem.ts'
import { isSignedBy, sign } from './signatures.ts'

/*
 * An attacker
 * - is the server, and returns lists of its own: `verifyChain` accepts only what encryption.chain.policy.ts accepts;
 * - encodes one key in two ways, so that two clients see different devices: `browserPrimitives` accept only the canonical form;
 * - makes a person sign a list that others reject, which would end the person's chain: each new list is verified here first.
 */

export const browserPrimitives: Primitives = {
  digest,
  spkiOf: canonicalPemToSpki,
  isStrong: (device) =>
    publicDeviceOf(device).then(
      () => true,
      () => false,
    ),
  isSigned: async (signingKeyPem, bytes, signature) =>
    isSignedBy({ signingKey: await signingKeyOf(signingKeyPem) }, bytes, fromBase64(signature)),
}

/** Returns the public halves of a device as a list names them. */
export const listedDevice = (
  { deviceId, publicKeyPem, signingKeyPem }: Pick<DeviceKeys, 'deviceId' | 'publicKeyPem' | 'signingKeyPem'>,
  kind: ListedDevice['kind'],
  consent: string | null,
): ListedDevice => ({ deviceId, kind, publicKeyPem, signingKeyPem, consent })

const byId = (one: { deviceId: string }, other: { deviceId: string }): number => (one.deviceId < other.deviceId ? -1 : 1)

type Unsigned = Omit<HashedList, 'signatures'>

const signedBy = async (unsigned: Unsigned, devices: readonly DeviceKeys[]): Promise<SignedList> => {
  const signers = devices.toSorted(byId)
  const body = listBody(browserPrimitives, { ...unsigned, signatures: signers })
  const signatures = await Promise.all(signers.map(async (device) => ({ deviceId: device.deviceId, signature: await sign(device, body) })))
  return { ...unsigned, signatures }
}

type First = { userId: string; generation: number; device: DeviceKeys; recovery: DeviceKeys }

/** Creates list 0 of a person, with the browser that signs it and a recovery device. */
export const makeFirstList = async ({ userId, generation, device, recovery }: First): Promise<SignedList> => {
  const added = [listedDevice(device, 'browser', null), listedDevice(recovery, 'recovery', null)].toSorted(byId)
  const first: Unsigned = { v: 1, userId, generation, number: 0, previous: null, merged: null, added, revoked: [] }
  const made = await signedBy(first, [device, recovery])
  await startChain(browserPrimitives, made)
  return made
}

/** `added` come with their consents, `by` are one or two devices that the chain trusts. */
export type NextList = {
  by: readonly DeviceKeys[]
  added?: readonly ListedDevice[]
  revoked?: readonly string[]
  /** Head of another branch that this list merges. */
  merged?: string | null
}

/** Creates the next list of a chain. Throws ChainError if clients would reject it. */
export const makeNextList = async (chain: Chain, { by, added = [], revoked = [], merged = null }: NextList): Promise<SignedList> => {
  const { userId, generation, number, head: previous } = chain
  const changes = { added: added.toSorted(byId), revoked: revoked.toSorted() }
  const made = await signedBy({ v: 1, userId, generation, number: number + 1, previous, merged, ...changes }, by)
  await extendChain(browserPrimitives, chain, made)
  return made
}

/** Returns a device's consent to be added after the list `previous`, as base64. */
export const consentTo = (place: { userId: string; root: string; previous: string }, device: DeviceKeys): Promise<string> =>
  sign(device, consentBytes({ ...place, deviceId: device.deviceId }))

/** Returns the state after all of `lists`, which follow `before`, or start with list 0. Throws ChainError. */
export const verifyChain = (lists: readonly SignedList[], before?: Chain): Promise<Chain> => chainOf(browserPrimitives, lists, before)

/** Returns the keys of a device in a chain. */
export const knownDeviceOf = async (device: ChainDevice): Promise<KnownDevice> => {
  const known = await publicDeviceOf(device)
  if (known.fingerprint !== device.fingerprint || known.deviceId !== device.deviceId) throw new EncryptionError('forged')
  return known
}
