/*
 * What is hashed, signed, or used as additional data, on both sides alike: docs/encryption.md. A list tells for each field how
 * long it is, so that no two different inputs give the same bytes.
 */

/** In browsers and in Node alike. */
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

/** What the commitment of a message is computed over. */
export const frankedList = ({ conversation, sender, clientId, revision, type }: Place, { text, replyTo, file }: Said) =>
  list(
    'carrel/franking/1',
    conversation,
    sender,
    clientId.toLowerCase(),
    revision,
    type,
    replyTo ?? '',
    text,
    file ? list(file.name, file.type, file.size, file.key, file.iv, file.sha256) : '',
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
