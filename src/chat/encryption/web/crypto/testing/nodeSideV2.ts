import { bytesOf, hmac, list, sha256, sha512 } from './nodeSide.ts'

/*
 * A second implementation of protocol version 2 (docs/decisions/0021-signed-device-lists.md) for comparison, without product
 * code.
 */

type Field = string | number | Uint8Array
type Device = { deviceId: string; kind: string; publicKeyPem: string; signingKeyPem: string; consent: string | null }
type List = {
  userId: string
  generation: number
  number: number
  previous: string | null
  merged: string | null
  added: Device[]
  revoked: string[]
  signatures: { deviceId: string }[]
}

const orEmpty = (base64: string | null): Field => (base64 === null ? '' : bytesOf(base64))
const spkiOf = (pem: string): Buffer => bytesOf(pem.replace(/-----[A-Z ]+-----|\s/g, ''))

export const listBody = ({ userId, generation, number, previous, merged, added, revoked, signatures }: List): Buffer => {
  const fields: Field[] = ['carrel/devices/1', userId, generation, number, orEmpty(previous), orEmpty(merged), added.length]
  for (const { deviceId, kind, publicKeyPem, signingKeyPem, consent } of added)
    fields.push(deviceId, kind, spkiOf(publicKeyPem), spkiOf(signingKeyPem), orEmpty(consent))
  return list(...fields, revoked.length, ...revoked, signatures.length, ...signatures.map(({ deviceId }) => deviceId))
}

export const root = (userId: string, generation: number, browserSpki: string, recoverySpki: string): string =>
  sha256(list('carrel/root/1', userId, generation, bytesOf(browserSpki), bytesOf(recoverySpki))).toString('base64')

export const consent = (userId: string, rootHash: string, previous: string, deviceId: string): Buffer =>
  list('carrel/consent/1', userId, bytesOf(rootHash), bytesOf(previous), deviceId)

type Member = { userId: string; generation: number; number: number; head: string | null; deviceIds: string[] }
type Header = {
  kind: string
  previous: string | null
  encryptedFrom: number
  keyHash: string
  members: Member[]
  byUser: string
  byDevice: string
}
type KeyPlace = { conversation: string; keyVersion: number }

export const versionBody = ({ conversation, keyVersion }: KeyPlace, header: Header): Buffer => {
  const { kind, previous, encryptedFrom, keyHash, byUser, byDevice, members } = header
  const fields: Field[] = [conversation, keyVersion, kind, orEmpty(previous), encryptedFrom, bytesOf(keyHash)]
  fields.push(byUser, byDevice, members.length)
  for (const { userId, generation, number, head, deviceIds } of members)
    fields.push(userId, generation, number, orEmpty(head), deviceIds.length, ...deviceIds)
  return list('carrel/version/2', ...fields)
}

export const keyHash = ({ conversation, keyVersion }: KeyPlace, key: string): string =>
  sha256(list('carrel/key-hash/2', conversation, keyVersion, bytesOf(key))).toString('base64')

export const keyLabel = ({ conversation, keyVersion }: KeyPlace): Buffer => list('carrel/key/2', conversation, keyVersion)
export const wrapSigned = (hash: string, deviceId: string, wrapped: string): Buffer =>
  list('carrel/wrap/2', bytesOf(hash), deviceId, bytesOf(wrapped))
export const shareSigned = (hash: string, byDevice: string, deviceId: string, wrapped: string): Buffer =>
  list('carrel/share/2', bytesOf(hash), byDevice, deviceId, bytesOf(wrapped))

type Place = KeyPlace & {
  sender: string
  head: string
  deviceId: string
  firstDeviceId: string
  versionHash: string
  clientId: string
  revision: number
  type: string
}

export const aad = (p: Place): Buffer => {
  const [head, hash, clientId] = [bytesOf(p.head), bytesOf(p.versionHash), p.clientId.toLowerCase()]
  const device: Field[] = [head, p.deviceId, p.firstDeviceId]
  return list('carrel/message/2', p.conversation, p.sender, ...device, p.keyVersion, hash, clientId, p.revision, p.type)
}

type Reply = { deviceId?: string; clientId?: string; revision?: number; commitment?: string; messageId?: string; sha256?: string }
type File = { name: string; type: string; size: number; key: string; iv: string; sha256: string }
type Said = { text: string; replyTo: Reply | null; file: File | null }

const replyField = (reply: Reply | null): Field => {
  if (!reply) return ''
  if (reply.messageId !== undefined) return list('open', reply.messageId, bytesOf(reply.sha256 ?? ''))
  const { deviceId = '', clientId = '', revision = 0, commitment = '' } = reply
  return list('sealed', deviceId, clientId, revision, bytesOf(commitment))
}

export const franked = (p: Place, { text, replyTo, file: f }: Said): Buffer => {
  const file = f ? list(f.name, f.type, f.size, f.key, f.iv, f.sha256) : ''
  const place: Field[] = [p.conversation, p.sender, p.firstDeviceId, p.clientId.toLowerCase(), p.revision, p.type]
  return list('carrel/franking/2', ...place, replyField(replyTo), text, file)
}

export const commitment = (frankingKey: string, place: Place, said: Said): Buffer => hmac(bytesOf(frankingKey), franked(place, said))

export const envelopeSigned = (additional: Buffer, iv: Buffer, ciphertext: Buffer, committed: Buffer): Buffer =>
  list('carrel/envelope/2', additional, iv, ciphertext, committed)

type Side = { userId: string; generation: number; root: string; number: number; head: string }

/** Returns the 30 digits of one person. */
export const safetyDigits = ({ userId, generation, root: rootHash, number, head }: Side): string => {
  const hash = sha512(list('carrel/safety/2', userId, generation, bytesOf(rootHash), number, bytesOf(head)))
  return Array.from({ length: 6 }, (_, group) => String(hash.readUIntBE(group * 5, 5) % 100_000).padStart(5, '0')).join('')
}

type Book = { userId: string; number: number; byDevice: string; iv: string; ciphertext: string }

export const bookAad = ({ userId, number, byDevice }: Book): Buffer => list('carrel/book/1', userId, number, byDevice)
export const bookLabel = ({ userId, number }: Book): Buffer => list('carrel/book-key/1', userId, number)
export const bookSigned = ({ userId, number, byDevice, iv, ciphertext }: Book, wraps: { deviceId: string; wrappedKey: string }[]): Buffer =>
  list(
    ...['carrel/book-signature/1', userId, number, byDevice, bytesOf(iv), bytesOf(ciphertext), wraps.length],
    ...wraps.flatMap(({ deviceId, wrappedKey }) => [deviceId, bytesOf(wrappedKey)]),
  )
