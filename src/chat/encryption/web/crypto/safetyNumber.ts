import { list } from '../../encryption.lists.policy.ts'
import { fromBase64 } from './base64.ts'

/*
 * An attacker who is the server shows each of two people a device of its own as the other's. Both then see other numbers: every
 * device of both is in them. 30 digits per person are too many to look for a second device with the same ones.
 */

type Side = { userId: string; fingerprints: readonly string[] }

const byBytes = (one: Uint8Array, other: Uint8Array): number => {
  const at = one.findIndex((byte, index) => byte !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** Five bytes, the highest first. */
const fiveBytes = (hash: DataView, at: number): number => hash.getUint8(at) * 2 ** 32 + hash.getUint32(at + 1)

const digitsOf = async ({ userId, fingerprints }: Side): Promise<string> => {
  const sorted = fingerprints.map(fromBase64).toSorted(byBytes)
  const hash = new DataView(await crypto.subtle.digest('SHA-512', list('carrel/safety/1', userId, ...sorted)))
  return Array.from({ length: 6 }, (_, group) => String(fiveBytes(hash, group * 5) % 100_000).padStart(5, '0')).join('')
}

/** 60 digits, the same for both people, whoever is `one`. Fingerprints are base64, of all devices of a person, in any order. */
export const safetyNumber = async (one: Side, other: Side): Promise<string> =>
  (await Promise.all([digitsOf(one), digitsOf(other)])).toSorted().join('')
