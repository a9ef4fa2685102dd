/*
 * What is hashed, signed, or used as additional data, on both sides alike: docs/encryption.md. A list tells for each field how
 * long it is, so that no two different inputs give the same bytes.
 */

/** In browsers and in Node alike. */
declare const atob: (base64: string) => string
declare const btoa: (binary: string) => string
declare const TextEncoder: new () => { encode: (text: string) => Uint8Array<ArrayBuffer> }

export type Field = string | number | Uint8Array

const utf8 = new TextEncoder()

/** The fields one after the other, each after its length in bytes as four bytes, the highest first. A text is its UTF-8, a number its decimal digits. */
export const list = (...fields: readonly Field[]): Uint8Array<ArrayBuffer> => {
  const parts = fields.map((field) => (field instanceof Uint8Array ? field : utf8.encode(String(field))))
  const bytes = new Uint8Array(parts.reduce((total, { length }) => total + 4 + length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const part of parts) {
    view.setUint32(at, part.length)
    bytes.set(part, at + 4)
    at += 4 + part.length
  }
  return bytes
}

/** The bytes of a text whose characters are below 256. A loop, because `Uint8Array.from` takes several times as long. */
export const binaryBytes = (binary: string): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** The bytes of base64 whose shape was checked before. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => binaryBytes(atob(base64))

/** Bytes of a binary field that may be absent, which then is the empty text. */
export const bytesOrEmpty = (base64: string | null): Field => (base64 === null ? '' : bytesOf(base64))

/** Base64 of a hash; bytes in large numbers are for `web/crypto/base64.ts`. */
export const base64Of = (hash: Uint8Array): string => btoa(String.fromCharCode(...hash))

/** Where a revision of a message stands, as its additional data and its commitment name it. */
export type Place = {
  conversation: string
  /** Who wrote this revision. */
  sender: string
  clientId: string
  revision: number
  type: 'text' | 'file'
}

/** The file of a message, as the message describes it. `key`, `iv` and `sha256` (of the uploaded bytes) are base64. */
export type SealedFile = { name: string; type: string; size: number; key: string; iv: string; sha256: string }

/** What a message says, and what a report of it discloses besides the franking key. */
export type Said = { text: string; replyTo: string | null; file: SealedFile | null }

const fileList = (file: SealedFile | null): Field => (file ? list(file.name, file.type, file.size, file.key, file.iv, file.sha256) : '')

/** What the commitment of a message of version 1 is computed over. */
export const frankedList = ({ conversation, sender, clientId, revision, type }: Place, { text, replyTo, file }: Said) =>
  list('carrel/franking/1', conversation, sender, clientId.toLowerCase(), revision, type, replyTo ?? '', text, fileList(file))

/** Where a revision of version 2 is: its identity is (conversation, firstDeviceId, clientId). */
export type FrankedPlaceV2 = Place & { firstDeviceId: string }

/** What a message of version 2 replies to: an encrypted message, or an open one by the SHA-256 of its text ("" without a text). */
export type ReplyV2 = { deviceId: string; clientId: string; revision: number; commitment: string } | { messageId: string; sha256: string }

export type SaidV2 = { text: string; replyTo: ReplyV2 | null; file: SealedFile | null }

const replyList = (reply: ReplyV2 | null): Field => {
  if (reply === null) return ''
  if ('messageId' in reply) return list('open', reply.messageId, bytesOf(reply.sha256))
  return list('sealed', reply.deviceId, reply.clientId, reply.revision, bytesOf(reply.commitment))
}

/** What the commitment of a message of version 2 is computed over. */
export const frankedListV2 = (
  { conversation, sender, firstDeviceId, clientId, revision, type }: FrankedPlaceV2,
  { text, replyTo, file }: SaidV2,
) =>
  list(
    'carrel/franking/2',
    conversation,
    sender,
    firstDeviceId,
    clientId.toLowerCase(),
    revision,
    type,
    replyList(replyTo),
    text,
    fileList(file),
  )

export type MemberDevices = { userId: string; deviceIds: readonly string[] }

/** Strings by their UTF-16 code units, which for ids is the order of their bytes. */
const ascending = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The people of a key version and the devices of each, whatever order they come in. */
export const membersList = (members: readonly MemberDevices[]) =>
  list(
    'carrel/members/1',
    ...members
      .toSorted((one, other) => ascending(one.userId, other.userId))
      .flatMap(({ userId, deviceIds }) => [userId, deviceIds.length, ...deviceIds.toSorted(ascending)]),
  )

/** The fields of a key version's header that are hashed and signed; hashes are base64. */
type HashedHeader = {
  kind: string
  previous: string | null
  encryptedFrom: number
  keyHash: string
  members: readonly { userId: string; generation: number; number: number; head: string | null; deviceIds: readonly string[] }[]
  byUser: string
  byDevice: string
}

/** What the hash and the signature of a key version's header are over. */
export const versionBody = ({ conversation, keyVersion }: { conversation: string; keyVersion: number }, header: HashedHeader) => {
  const { kind, previous, encryptedFrom, keyHash, members, byUser, byDevice } = header
  const people = members.flatMap(({ userId, generation, number, head, deviceIds }): Field[] => [
    ...[userId, generation, number, bytesOrEmpty(head), deviceIds.length],
    ...deviceIds,
  ])
  const made: Field[] = [bytesOrEmpty(previous), encryptedFrom, bytesOf(keyHash), byUser, byDevice]
  return list('carrel/version/2', conversation, keyVersion, kind, ...made, members.length, ...people)
}
