import { base64Of, bytesOf, bytesOrEmpty, list } from './encryption.lists.policy.ts'
import type { SignedList } from './encryption.shapes.contract.ts'

/*
 * What is hashed and signed of device lists: docs/decisions/0021-signed-device-lists.md. An attacker uses a signature or hash for another
 * person, place or purpose: each list of fields begins with its purpose and names the person, the generation and the list before it.
 * Or they leave a signature out, or put another in its place, so that a list seems to come from other devices: the body names its signers.
 */

type Bytes = Uint8Array<ArrayBuffer>

/** What the platform does: WebCrypto in browsers, node:crypto on the server. */
export type Primitives = {
  /** SHA-256. */
  digest: (bytes: Bytes) => Promise<Uint8Array>
  /** Throws for a PEM that is not written in the canonical way. */
  spkiOf: (pem: string) => Bytes
  /** Whether the keys are RSA of 2048 to 4096 bits with e = 65537 and ECDSA on P-256, as the platform itself writes them. */
  isStrong: (device: { publicKeyPem: string; signingKeyPem: string }) => Promise<boolean>
  /** `signature` is base64 of 64 bytes. */
  isSigned: (signingKeyPem: string, bytes: Bytes, signature: string) => Promise<boolean>
}

export type ChainReason =
  /** Not a list, or one that breaks a rule. */
  | 'malformed'
  /** A signature or consent is missing or does not hold. */
  | 'forged'
  /** Of another person, generation, number or branch than expected. */
  | 'notNext'
  | 'tooMany'

/** A list was refused; nothing of it counts. */
export class ChainError extends Error {
  readonly reason: ChainReason

  constructor(reason: ChainReason, options?: ErrorOptions) {
    super(`Device list: ${reason}`, options)
    this.name = 'ChainError'
    this.reason = reason
  }
}

/** A list of which it is known who signs it, signed or not. */
export type HashedList = Omit<SignedList, 'signatures'> & { signatures: readonly { deviceId: string }[] }
type Hashing = Pick<Primitives, 'digest' | 'spkiOf'>

/** What is hashed of a list, and what all of its signatures are over. */
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
  return list('carrel/devices/1', ...chained, added.length, ...devices, revoked.length, ...revoked, signers.length, ...signers)
}

/** Base64. */
export const listHash = async (p: Hashing, hashed: HashedList): Promise<string> => base64Of(await p.digest(listBody(p, hashed)))

/** The root of the chain that begins with this list 0; base64. */
export const rootOf = async (
  p: Hashing,
  { userId, generation, added }: Pick<SignedList, 'userId' | 'generation' | 'added'>,
): Promise<string> => {
  const [browser, recovery] = (['browser', 'recovery'] as const).map((kind) => {
    const device = added.find((one) => one.kind === kind)
    if (!device) throw new ChainError('malformed')
    return p.spkiOf(device.signingKeyPem)
  })
  return base64Of(await p.digest(list('carrel/root/1', userId, generation, browser as Bytes, recovery as Bytes)))
}

/** What a new device signs to be added after the list whose hash is `previous`. */
export const consentBytes = (place: { userId: string; root: string; previous: string; deviceId: string }): Bytes =>
  list('carrel/consent/1', place.userId, bytesOf(place.root), bytesOf(place.previous), place.deviceId)
