import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { base64Of, bytesOf, bytesOrEmpty } from './encryption.lists.policy.ts'
import type { SignedList } from './encryption.shapes.contract.ts'

/*
 * The hashed and signed bytes of device lists: docs/decisions/0021-signed-device-lists.md. An attacker reuses a signature or hash for another
 * person, place or purpose: each field list starts with its purpose and names the person, the generation and the previous list.
 * Or they omit or replace a signature, so that a list seems to come from other devices: the body names its signers.
 */

type Bytes = Uint8Array<ArrayBuffer>

/** The cryptography of the platform: WebCrypto in browsers, node:crypto on the server. */
export type Primitives = {
  /** SHA-256. */
  digest: (bytes: Bytes) => Promise<Uint8Array>
  /** Throws for a PEM that is not in canonical form. */
  spkiOf: (pem: string) => Bytes
  /** Returns whether the keys are RSA of 2048 to 4096 bits with e = 65537 and ECDSA on P-256, in the platform's own encoding. */
  isStrong: (device: { publicKeyPem: string; signingKeyPem: string }) => Promise<boolean>
  /** `signature` is base64 of 64 bytes. */
  isSigned: (signingKeyPem: string, bytes: Bytes, signature: string) => Promise<boolean>
}

export type ChainReason =
  /** Not a list, or it breaks a rule. */
  | 'malformed'
  /** A signature or consent is missing or invalid. */
  | 'forged'
  /** Belongs to another person, generation, number or branch than expected. */
  | 'notNext'
  | 'tooMany'

/** Thrown if a list is rejected; none of its content may be used. */
export class ChainError extends Error {
  readonly reason: ChainReason

  constructor(reason: ChainReason, options?: ErrorOptions) {
    super(`Device list: ${reason}`, options)
    this.name = 'ChainError'
    this.reason = reason
  }
}

/** A list with known signers, whether or not they have signed it yet. */
export type HashedList = Omit<SignedList, 'signatures'> & { signatures: readonly { deviceId: string }[] }
type Hashing = Pick<Primitives, 'digest' | 'spkiOf'>

/** Returns the bytes of a list that are hashed and that all of its signatures cover. */
export const listBody = ({ spkiOf }: Pick<Primitives, 'spkiOf'>, hashed: HashedList): Bytes => {
  const { userId, generation, number, previous, merged, added, revoked, signatures } = hashed
  const devices = added.flatMap(({ deviceId, kind, publicKeyPem, signingKeyPem, consent }) => [
    deviceId,
    kind,
    spkiOf(publicKeyPem),
    spkiOf(signingKeyPem),
    bytesOrEmpty(consent),
  ])
  const chained = [userId, generation, number, bytesOrEmpty(previous), bytesOrEmpty(merged)]
  const signers = signatures.map(({ deviceId }) => deviceId)
  return encodeFields('carrel/devices/1', ...chained, added.length, ...devices, revoked.length, ...revoked, signers.length, ...signers)
}

/** Returns the hash of a list as base64. */
export const listHash = async (p: Hashing, hashed: HashedList): Promise<string> => base64Of(await p.digest(listBody(p, hashed)))

/** Returns the root of the chain that starts with this list 0, as base64. */
export const rootOf = async (
  p: Hashing,
  { userId, generation, added }: Pick<SignedList, 'userId' | 'generation' | 'added'>,
): Promise<string> => {
  const [browser, recovery] = (['browser', 'recovery'] as const).map((kind) => {
    const device = added.find((one) => one.kind === kind)
    if (!device) throw new ChainError('malformed')
    return p.spkiOf(device.signingKeyPem)
  })
  return base64Of(await p.digest(encodeFields('carrel/root/1', userId, generation, browser as Bytes, recovery as Bytes)))
}

/** Returns the bytes that a new device signs to be added after the list with the hash `previous`. */
export const consentBytes = (place: { userId: string; root: string; previous: string; deviceId: string }): Bytes =>
  encodeFields('carrel/consent/1', place.userId, bytesOf(place.root), bytesOf(place.previous), place.deviceId)
