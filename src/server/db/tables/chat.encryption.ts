/** The public keys of one person in one browser. The id is the SHA-256 of the wrapping key. */
export type DevicesTable = {
  id: string
  userId: string
  kind: 'browser' | 'recovery'
  name: string
  publicKeyPem: string
  signingKeyPem: string | null
  /** The private keys of a recovery device, encrypted with its code. */
  sealedKeys: string | null
  createdAt: string
  lastSeenAt: string
  revokedAt: string | null
  /** `registered` if the person has no list, `trusted` if the newest list has it, and `pending` otherwise. */
  state: 'registered' | 'pending' | 'trusted'
  /** JSON: the signature of a pending device for entering a list, `{generation, previous, signature}`. */
  consent: string | null
}

/** A signed list of a person's devices. Primary key (userId, generation, number). */
export type DeviceListsTable = {
  userId: string
  generation: number
  number: number
  hash: string
  /** JSON: a `SignedList`. */
  list: string
  createdAt: string
}

/** What a person's devices know about others, encrypted for these devices. Primary key userId. */
export type TrustBooksTable = { userId: string; number: number; book: string }

/** A version of a conversation's key, which is unknown to the server. Primary key (conversationId, keyVersion). */
export type ConversationKeysTable = {
  conversationId: string
  keyVersion: number
  byUser: string
  byDevice: string | null
  /** JSON: the members that it covers, `[{userId, deviceIds}]`. */
  members: string
  createdAt: string
  /** JSON: the signed `VersionHeader`, and its hash; null in version 1 of the protocol. */
  header: string | null
  versionHash: string | null
}

/** A key encrypted for one device. Primary key (conversationId, keyVersion, deviceId). */
export type ConversationKeyWrapsTable = {
  conversationId: string
  keyVersion: number
  deviceId: string
  wrappedKey: string
  signature: string
  /** The device of the same person that shared it, if the maker of the version did not cover this one. */
  sharedBy: string | null
}

/**
 * A revision of an encrypted message. Primary key (messageId, revision), unique (conversationId, keyVersion, iv). The ciphertext is
 * null once the message is deleted.
 */
export type MessageCiphertextsTable = {
  messageId: string
  revision: number
  conversationId: string
  keyVersion: number
  iv: string
  algorithm: string
  deviceId: string
  writtenBy: string
  ciphertext: string | null
  commitment: string | null
  signature: string | null
  /** Proves that the server received it like this: docs/encryption.md. */
  serverMac: string | null
  writtenAt: string
  /** Version of the protocol; the columns below are null in version 1. */
  v: number
  versionHash: string | null
  firstDeviceId: string | null
  head: string | null
}

export type EncryptionTables = {
  devices: DevicesTable
  deviceLists: DeviceListsTable
  trustBooks: TrustBooksTable
  conversationKeys: ConversationKeysTable
  conversationKeyWraps: ConversationKeyWrapsTable
  messageCiphertexts: MessageCiphertextsTable
}
