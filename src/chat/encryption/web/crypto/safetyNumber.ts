import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { fromBase64 } from './base64.ts'

/*
 * An attacker who is the server shows each of two people its own device as the other's. Both then see different numbers: they cover
 * every device of both, in version 2 by its list. 30 digits per person are too many to search for a device with the same ones.
 */

type Side = { userId: string; fingerprints: readonly string[] }
/** A person's newest device list; a `Chain` is one. */
export type ListedSide = { userId: string; generation: number; root: string; number: number; head: string }

const byBytes = (one: Uint8Array, other: Uint8Array): number => {
  const at = one.findIndex((byte, index) => byte !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** Reads five bytes, most significant first. */
const fiveBytes = (hash: DataView, at: number): number => hash.getUint8(at) * 2 ** 32 + hash.getUint32(at + 1)

const digitsOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const hash = new DataView(await crypto.subtle.digest('SHA-512', bytes))
  return Array.from({ length: 6 }, (_, group) => String(fiveBytes(hash, group * 5) % 100_000).padStart(5, '0')).join('')
}

/** Joins both halves, in an order that does not depend on which of the two people is `one`. */
const numberOf = async (one: Uint8Array<ArrayBuffer>, other: Uint8Array<ArrayBuffer>): Promise<string> =>
  (await Promise.all([digitsOf(one), digitsOf(other)])).toSorted().join('')

const sideList = ({ userId, fingerprints }: Side) =>
  encodeFields('carrel/safety/1', userId, ...fingerprints.map(fromBase64).toSorted(byBytes))

/** Version 1: returns 60 digits, the same for both people. Fingerprints are base64, of all devices of a person, in any order. */
export const safetyNumber = async (one: Side, other: Side): Promise<string> => numberOf(sideList(one), sideList(other))

const listedSide = ({ userId, generation, root, number, head }: ListedSide) =>
  encodeFields('carrel/safety/2', userId, generation, fromBase64(root), number, fromBase64(head))

/** Version 2: returns 60 digits over the newest device lists of both people, the same for both. `root` and `head` are base64. */
export const safetyNumberV2 = async (one: ListedSide, other: ListedSide): Promise<string> => numberOf(listedSide(one), listedSide(other))
