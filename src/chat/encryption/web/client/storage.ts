import type { Chain } from '../../encryption.chain.policy.ts'
import type { SignedList } from '../../encryption.shapes.contract.ts'
import type { ListPin } from '../../encryption.trustBook.contract.ts'
import type { DeviceKeys } from '../crypto/device.ts'

/** What this browser knows about an encrypted conversation, regardless of what the server claims later. */
export type Remembered = {
  /** The highest key version ever seen. */
  highestVersion: number
  /** The number of the first message that must be encrypted. */
  encryptedFrom: number
  /** Pinned at first sight; `users` are the two people of a private conversation. */
  kind: 'private' | 'group' | null
  users: readonly string[] | null
  /** The number of the first version 2 message seen: no version 1 message may follow it. */
  signedFrom: number
  /** True if a key version with a signed header was seen: none without one is used any more. */
  isSigned: boolean
  /** The list of each member about which the person was last notified. */
  told: Readonly<Record<string, Pick<ListPin, 'generation' | 'root' | 'number'>>>
  /** From before signed device lists: whether the safety number had been compared, and the highest revisions by message id. */
  wasVerified: boolean
  revisions: Readonly<Record<string, number>>
}

/** The record written by version 1. */
export type RememberedV1 = Pick<Remembered, 'highestVersion' | 'encryptedFrom' | 'revisions'> & { verifiedNumber: string | null }

export const nothingRemembered: Remembered = {
  highestVersion: 0,
  encryptedFrom: Number.MAX_SAFE_INTEGER,
  kind: null,
  users: null,
  signedFrom: Number.MAX_SAFE_INTEGER,
  isSigned: false,
  told: {},
  wasVerified: false,
  revisions: {},
}

/** Converts a record of either version. */
export const toRemembered = (kept: Remembered | RememberedV1 | undefined): Remembered | undefined => {
  if (!kept || 'told' in kept) return kept
  const { highestVersion, encryptedFrom, revisions, verifiedNumber } = kept
  return { ...nothingRemembered, highestVersion, encryptedFrom, revisions, wasVerified: verifiedNumber !== null }
}

/** A person was verified up to these lists, or accepted after a change. */
export type TrustMark = { mine: ListPin; theirs: ListPin; name: string; at: string; isVerified: boolean }

/** What this browser has pinned of a person, including oneself. */
export type Person = {
  chain: Chain
  lists: readonly SignedList[]
  /** Chains that the person had before they started over. */
  earlier: readonly Chain[]
  /** Another chain with the same beginning, shown by the server. */
  fork: Chain | null
  /** True if nothing links the pinned chain to what this browser knew about the person before. */
  startedOver: boolean
  mark: TrustMark | null
}

/** What another own device has pinned of a person whom this browser has not seen yet. */
export type Expected = { pin: ListPin; mark: TrustMark | null }

/** The fingerprints of a person's devices as version 1 first saw them, by device id. No longer extended. */
export type Pins = Readonly<Record<string, string>>

/**
 * What was shown of a message. `order` is the order of its first revision; null if that was not seen, and for version 1 messages.
 * `isLate` and `isFromRemoved` are marks with which it was first shown.
 */
export type Seen = {
  revision: number
  /** Base64 commitment of that revision. */
  commitment: string
  messageId: string
  seq: number
  order: { stream: string; counter: number } | null
  isLate: boolean
  isFromRemoved: boolean
}

/** What this browser stores about its own device. */
export type Own = {
  /** Identifies the messages of this browser, each with a counter. */
  stream: string
  counter: number
  /** The encrypted private halves of the recovery device, to upload them to a server that has lost them. */
  recovery: { deviceId: string; sealedKeys: string } | null
  /** The list after which this browser asked another device to add it. */
  pending: ListPin | null
  /** The number of the trust book seen last. */
  book: number
}

/** The stored encryption data of one person in one browser. Each change is atomic, also across tabs. */
export type EncryptionStorage = {
  device: () => Promise<DeviceKeys | undefined>
  /** Stores a device if there is none; returns the stored one. */
  addDevice: (device: DeviceKeys) => Promise<DeviceKeys>
  /** Stores a device in place of the previous one. */
  replaceDevice: (device: DeviceKeys) => Promise<void>
  own: () => Promise<Own>
  updateOwn: (change: (before: Own) => Own) => Promise<Own>
  conversation: (id: string) => Promise<Remembered | undefined>
  conversations: () => Promise<ReadonlyMap<string, Remembered>>
  updateConversation: (id: string, change: (before: Remembered | undefined) => Remembered) => Promise<Remembered>
  person: (userId: string) => Promise<Person | undefined>
  people: () => Promise<ReadonlyMap<string, Person>>
  updatePerson: (userId: string, change: (before: Person | undefined) => Person | undefined) => Promise<Person | undefined>
  expected: () => Promise<ReadonlyMap<string, Expected>>
  /** Replaces the expectations with those from a trust book of one's own devices. */
  expect: (expected: ReadonlyMap<string, Expected>) => Promise<void>
  /** Fingerprints from before signed device lists. */
  pins: (userId: string) => Promise<Pins>
  allPins: () => Promise<ReadonlyMap<string, Pins>>
  /** Adds fingerprints from a trust book of one's own devices; existing ones stay. */
  addPins: (userId: string, pins: Pins) => Promise<void>
  /** Returns what was shown in a conversation, by identity. */
  seen: (conversation: string) => Promise<Map<string, Seen>>
  saveSeen: (conversation: string, entries: ReadonlyMap<string, Seen>) => Promise<void>
  wipe: () => Promise<void>
  close: () => void
}

/** Returns sixteen random bytes as base64. */
export const newStream = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))

export const newOwn = (): Own => ({ stream: newStream(), counter: 0, recovery: null, pending: null, book: 0 })

/** For browsers in which nothing may be stored: the data last as long as the page. */
export const memoryStorage = (): EncryptionStorage => {
  let device: DeviceKeys | undefined
  let own = newOwn()
  const conversations = new Map<string, Remembered>()
  const people = new Map<string, Person>()
  const pins = new Map<string, Pins>()
  const expected = new Map<string, Expected>()
  const seen = new Map<string, Map<string, Seen>>()
  const wipe = async (): Promise<void> => {
    device = undefined
    own = newOwn()
    for (const store of [conversations, people, pins, expected, seen]) store.clear()
  }
  return {
    device: async () => device,
    addDevice: async (made) => {
      device ??= made
      return device
    },
    replaceDevice: async (made) => {
      device = made
    },
    own: async () => own,
    updateOwn: async (change) => {
      own = change(own)
      return own
    },
    conversation: async (id) => conversations.get(id),
    conversations: async () => conversations,
    updateConversation: async (id, change) => {
      const next = change(conversations.get(id))
      conversations.set(id, next)
      return next
    },
    person: async (userId) => people.get(userId),
    people: async () => people,
    updatePerson: async (userId, change) => {
      const next = change(people.get(userId))
      if (next) people.set(userId, next)
      return next
    },
    expected: async () => expected,
    expect: async (more) => {
      for (const [userId, one] of more) expected.set(userId, one)
    },
    pins: async (userId) => pins.get(userId) ?? {},
    allPins: async () => pins,
    addPins: async (userId, more) => void pins.set(userId, { ...more, ...pins.get(userId) }),
    seen: async (conversation) => new Map(seen.get(conversation)),
    saveSeen: async (conversation, entries) => {
      const kept = seen.get(conversation) ?? new Map<string, Seen>()
      seen.set(conversation, kept)
      for (const [identity, one] of entries) kept.set(identity, one)
    },
    wipe,
    close: () => void wipe(),
  }
}
