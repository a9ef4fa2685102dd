import type { EncryptedFile } from '#chat/conversations/conversations.encryption.contract.ts'
import { encodeFields, type Field } from '#chat/conversations/conversations.fields.policy.ts'

/*
 * The bytes that are hashed, signed, or used as additional data, the same on both sides: docs/encryption.md. A list includes the
 * length of each field, so that different inputs never give the same bytes.
 */

/** Available in browsers and in Node. */
declare const atob: (base64: string) => string
declare const btoa: (binary: string) => string

/**
 * Returns the bytes of a text whose characters are below 256. Uses a loop, because `Uint8Array.from` takes several times as long.
 */
export const binaryBytes = (binary: string): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** Decodes base64 whose shape was checked before. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => binaryBytes(atob(base64))

/** Returns the bytes of an optional binary field, or the empty text if it is absent. */
export const bytesOrEmpty = (base64: string | null): Field => (base64 === null ? '' : bytesOf(base64))

/** Encodes a hash as base64; for large inputs use `web/crypto/base64.ts`. */
export const base64Of = (hash: Uint8Array): string => btoa(String.fromCharCode(...hash))

/** The place of a message revision, as named in its additional data and its commitment. */
export type Place = {
  conversation: string
  /** The person who wrote this revision. */
  sender: string
  clientId: string
  revision: number
  type: 'text' | 'file'
}

/** The content of a message, which a report discloses together with the franking key. */
export type Said = { text: string; replyTo: string | null; file: EncryptedFile | null }

const fileList = (file: EncryptedFile | null): Field =>
  file ? encodeFields(file.name, file.type, file.size, file.key, file.iv, file.sha256) : ''

/** Returns the bytes that the commitment of a version 1 message covers. */
export const frankedList = ({ conversation, sender, clientId, revision, type }: Place, { text, replyTo, file }: Said) =>
  encodeFields('carrel/franking/1', conversation, sender, clientId.toLowerCase(), revision, type, replyTo ?? '', text, fileList(file))

/** The place of a version 2 revision: its identity is (conversation, firstDeviceId, clientId). */
export type FrankedPlaceV2 = Place & { firstDeviceId: string }

/**
 * The target of a version 2 reply: an encrypted message, or an unencrypted one with the SHA-256 of its text ("" without a text).
 */
export type ReplyV2 = { deviceId: string; clientId: string; revision: number; commitment: string } | { messageId: string; sha256: string }

export type SaidV2 = { text: string; replyTo: ReplyV2 | null; file: EncryptedFile | null }

const replyList = (reply: ReplyV2 | null): Field => {
  if (reply === null) return ''
  if ('messageId' in reply) return encodeFields('open', reply.messageId, bytesOf(reply.sha256))
  return encodeFields('sealed', reply.deviceId, reply.clientId, reply.revision, bytesOf(reply.commitment))
}

/** Returns the bytes that the commitment of a version 2 message covers. */
export const frankedListV2 = (
  { conversation, sender, firstDeviceId, clientId, revision, type }: FrankedPlaceV2,
  { text, replyTo, file }: SaidV2,
) =>
  encodeFields(
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

/** Compares strings by their UTF-16 code units, which for ids is the order of their bytes. */
const ascending = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Returns the bytes for the people of a key version and their devices, independent of their order. */
export const membersList = (members: readonly MemberDevices[]) =>
  encodeFields(
    'carrel/members/1',
    ...members
      .toSorted((one, other) => ascending(one.userId, other.userId))
      .flatMap(({ userId, deviceIds }) => [userId, deviceIds.length, ...deviceIds.toSorted(ascending)]),
  )

/** The hashed and signed fields of a key version's header; hashes are base64. */
type HashedHeader = {
  kind: string
  previous: string | null
  encryptedFrom: number
  keyHash: string
  members: readonly { userId: string; generation: number; number: number; head: string | null; deviceIds: readonly string[] }[]
  byUser: string
  byDevice: string
}

/** Returns the bytes that the hash and the signature of a key version's header cover. */
export const versionBody = ({ conversation, keyVersion }: { conversation: string; keyVersion: number }, header: HashedHeader) => {
  const { kind, previous, encryptedFrom, keyHash, members, byUser, byDevice } = header
  const people = members.flatMap(({ userId, generation, number, head, deviceIds }): Field[] => [
    ...[userId, generation, number, bytesOrEmpty(head), deviceIds.length],
    ...deviceIds,
  ])
  const made: Field[] = [bytesOrEmpty(previous), encryptedFrom, bytesOf(keyHash), byUser, byDevice]
  return encodeFields('carrel/version/2', conversation, keyVersion, kind, ...made, members.length, ...people)
}
