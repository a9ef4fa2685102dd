import { createHash, sign } from 'node:crypto'
import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { consentBytes, listBody } from '../../../encryption.chain.policy.ts'
import { versionBody } from '../../../encryption.lists.policy.ts'
import type { EncryptedTrustBook, SignedList, VersionHeader } from '../../../encryption.shapes.contract.ts'
import { nodePrimitives } from '../../encryption.primitives.ts'
import type { Ghost } from './ghost.ts'

/* Everything that a server with its own device can sign, which excludes what an honest person’s device must have signed. */

type Signer = Pick<Ghost, 'deviceId' | 'publicKeyPem' | 'signingKeyPem' | 'signingKey'>

const signed = ({ signingKey }: Signer, bytes: Uint8Array): string =>
  sign('sha256', bytes, { key: signingKey, dsaEncoding: 'ieee-p1363' }).toString('base64')

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64')

/** Returns the header with the liar’s device among those of its creator, and as the signer. */
const headerBy = (ghost: Signer, place: { conversation: string; keyVersion: number }, header: VersionHeader): VersionHeader => {
  const { signature: _, ...rest } = header
  const members = header.members.map((member) =>
    member.userId === header.byUser ? { ...member, deviceIds: [...member.deviceIds, ghost.deviceId].toSorted() } : member,
  )
  const unsigned = { ...rest, members, byDevice: ghost.deviceId }
  return { ...unsigned, signature: signed(ghost, versionBody(place, unsigned)) }
}

/** Returns the root of a chain that starts with this list, or of none. */
const rootOf = ({ userId, generation, added }: SignedList): string => {
  const keys = (['browser', 'recovery'] as const).flatMap((kind) => added.filter((one) => one.kind === kind).slice(0, 1))
  return sha256(encodeFields('carrel/root/1', userId, generation, ...keys.map(({ signingKeyPem }) => nodePrimitives.spkiOf(signingKeyPem))))
}

/** Returns the list that follows these and adds the liar’s device, signed by that device itself. */
const listBy = (ghost: Signer, lists: readonly [SignedList, ...SignedList[]]): SignedList => {
  const { deviceId, publicKeyPem, signingKeyPem } = ghost
  const [root, last] = [rootOf(lists[0]), lists.at(-1) ?? lists[0]]
  const { v, userId, generation, number } = last
  const previous = sha256(listBody(nodePrimitives, last))
  const consent = signed(ghost, consentBytes({ userId, root, previous, deviceId }))
  const added = [{ deviceId, kind: 'browser' as const, publicKeyPem, signingKeyPem, consent }]
  const unsigned = { v, userId, generation, number: number + 1, previous, merged: null, added, revoked: [] }
  const body = listBody(nodePrimitives, { ...unsigned, signatures: [{ deviceId }] })
  return { ...unsigned, signatures: [{ deviceId, signature: signed(ghost, body) }] }
}

/** Returns the trust book as if the liar’s device had written it. */
export const bookBy = (ghost: Signer, userId: string, book: EncryptedTrustBook): EncryptedTrustBook => {
  const bytes = (base64: string) => Buffer.from(base64, 'base64')
  const { number, iv, ciphertext, wraps } = book
  const fields = [userId, number, ghost.deviceId, bytes(iv), bytes(ciphertext), wraps.length]
  const wrapped = wraps.flatMap(({ deviceId, wrappedKey }) => [deviceId, bytes(wrappedKey)])
  return { ...book, byDevice: ghost.deviceId, signature: signed(ghost, encodeFields('carrel/book-signature/1', ...fields, ...wrapped)) }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isList = (value: unknown): value is SignedList => isObject(value) && 'signatures' in value && 'revoked' in value

/** Signs any of these as the liar; undefined for data that nobody signs. */
export const signedByLiar = (ghost: Signer, value: unknown, holder: Record<string, unknown>, conversation: string): unknown => {
  if (Array.isArray(value) && isList(value[0])) return [...value, listBy(ghost, value as [SignedList])]
  const { keyVersion } = holder
  if (!isObject(value) || !('keyHash' in value) || typeof keyVersion !== 'number') return undefined
  return headerBy(ghost, { conversation, keyVersion }, value as VersionHeader)
}
