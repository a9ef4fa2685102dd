import type { EncryptedFile } from '#chat/conversations/conversations.encryption.contract.ts'
import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import type { CannotEncrypt, MessageEncryption } from '#chat/conversations/web/messageEncryption.ts'
import type { WhyNot } from '#contract/whyNot.ts'
import type { Store } from '#web/api/store.ts'
import type { Disclosure } from '../encryption.disclosure.contract.ts'
import type { DeviceKind } from '../encryption.shapes.contract.ts'
import type { ListPin } from '../encryption.trustBook.contract.ts'

/* The encryption API of the screens, in addition to what chat needs. Only the code behind it accesses keys. */

/**
 * The state of this browser for the person:
 * - `unknown` until the server has responded;
 * - `unavailable` without WebCrypto or IndexedDB;
 * - `unset` if the person has not set up encryption anywhere;
 * - `none` if it is set up elsewhere and this browser is not a device;
 * - `pending` while it waits for another device to add it;
 * - `startedOver` for a device whose person, according to the server, has started over in another browser;
 * - `outdated` for a device from before signed device lists, which reads old messages until encryption is set up again;
 * - `ready` for a device of its own;
 * - `recovery` for the recovery device, which ends with the page.
 */
export type DeviceState = 'unknown' | 'unavailable' | 'unset' | 'none' | 'pending' | 'startedOver' | 'outdated' | 'ready' | 'recovery'

/** Information about messages decrypted by this browser. */
export type DecryptedMessages = {
  /** Returns how to decrypt the file of a decrypted message, by the attachment's URL; undefined if it is not encrypted. */
  fileOf: (url: string) => { described: EncryptedFile; decrypt: (bytes: ArrayBuffer) => Promise<ArrayBuffer> } | undefined
  /** Returns what a report of this message discloses; undefined if the message was not decrypted here. */
  disclosureOf: (message: Pick<Message, '_id'>) => Disclosure | undefined
}

export type { Disclosure }

/** Changes of a member since the reader of a conversation was last notified. */
export type PersonNews = {
  userId: string
  /** The list with these changes; accepting them accepts the lists up to this one. */
  head: ListPin
  /** Devices that were added, other than this browser. */
  devices: readonly { deviceId: string; kind: DeviceKind }[]
  /** True if the person has lost all devices and the code, and created new keys with no link to the earlier ones. */
  startedOver: boolean
  /** True if the server has returned two different lists with one number. */
  forked: boolean
  /** True if the recovery code was replaced without the old one. */
  replacedCode: boolean
  /** True if they joined the group since. */
  isNewMember: boolean
}

/** The encryption state of a conversation, as far as this browser knows it. */
export type ConversationEncryption = {
  isEncrypted: boolean
  /** Why this person cannot enable encryption, or null. */
  whyNotEnable: WhyNot | null
  /** True if this browser has the current key or can create the next one. */
  canSend: boolean
  cannotSend: CannotEncrypt | null
  /** The people whose devices the next message is encrypted for. */
  readers: readonly string[]
  news: readonly PersonNews[]
  /** In a private conversation: true if the safety number was compared, and nothing has changed since. */
  isVerified: boolean
  /** True if a member was verified and no longer is. */
  wasVerified: boolean
  /** The name the other person had when they were verified, or null. */
  verifiedName: string | null
}

/** A recovery code that becomes valid with `save`, which the screen calls once it was typed back. */
export type NewCode = { code: string; isSame: (typed: string) => boolean; save: () => Promise<void> }

/** The API of the screens. */
export type EncryptionScreens = Pick<MessageEncryption, 'invalidateKeys'> & {
  device: Store<DeviceState>
  /** The id of this browser's device. */
  deviceId: Store<string | null>
  /** True if the browser guarantees that it keeps the keys when it runs out of space; null until it was asked. */
  isPersistent: Store<boolean | null>
  /**
   * Makes this browser the person's first device together with a recovery code. Nothing is stored before `save`. Both reject with
   * a `SetUpElsewhereError` if encryption is set up elsewhere, unless the person `startsOver`: then earlier messages stay
   * unreadable, and everybody is notified.
   */
  setUp: (how?: { startsOver: boolean }) => Promise<NewCode>
  /** Asks the person's other devices to add this browser. */
  requestAccess: () => Promise<void>
  /** Returns the code that a pending browser shows; `confirmPending` confirms that the other device shows the same one. */
  pendingCode: () => Promise<string>
  /** Makes a pending browser a device if another one has added it. Returns whether it has. */
  confirmPending: (shown: string) => Promise<boolean>
  /** Returns the state of a conversation; loads it on first use, and again when it changes. */
  conversation: (conversation: string) => Store<ConversationEncryption | undefined>
  enable: (conversation: string) => Promise<void>
  /** Records that the person has seen this news; sending continues for exactly these lists. */
  acceptNews: (conversation: string, news: readonly PersonNews[]) => Promise<void>
  /**
   * Returns sixty digits, the same for both people. Only for private conversations. Null while one of the two has no signed
   * device list.
   */
  safetyNumber: (conversation: string) => Promise<string | null>
  /**
   * Stores the compared digits and the name shown for the other person; null removes the verification. Rejects if the digits have
   * changed.
   */
  setVerified: (conversation: string, compared: { digits: string; name: string } | null) => Promise<void>
  /** Replaces the recovery code. */
  makeRecoveryCode: () => Promise<NewCode>
  /**
   * Gives this browser access to all messages with the code. If `isKept`, it becomes a device of its own; otherwise it is the recovery
   * device until the page is closed. Rejects with `WrongCodeError` if the code does not belong to the account.
   */
  recoverWithCode: (code: string, isKept: boolean) => Promise<void>
  /** Returns the code that a new browser and the device that adds it both show: fifteen digits in three groups of five. */
  confirmCode: (deviceId: string) => Promise<string>
  /** Adds another browser of the person, whose code was compared, and shares all keys that this one has with it. */
  shareWith: (deviceId: string, onProgress: (done: number, total: number) => void) => Promise<void>
  /**
   * Fetches the person's own signed lists, which prove whether this browser was removed. The server's response alone never does.
   */
  checkOwnLists: () => Promise<void>
  /** Removes another device of the person. */
  removeDevice: (deviceId: string) => Promise<void>
  /** Removes this browser's device and everything that was stored for it. */
  wipe: () => Promise<void>
  /** Returns whether this is the last device that can read: no other device and no recovery code. */
  isLast: () => Promise<boolean>
}

export class WrongCodeError extends Error {
  constructor() {
    super('This is not the recovery code of the account')
  }
}

/** Thrown if the person only has devices from before signed device lists, which cannot add others. */
export class SetUpFirstError extends Error {
  constructor() {
    super('Encryption must be set up again first')
  }
}

/** Thrown if something changed in the meantime: the person must review the screen again. */
export class ChangedMeanwhileError extends Error {
  constructor() {
    super('This has changed meanwhile')
  }
}

/** Thrown if another browser of the person was first: this one must be added there. */
export class SetUpElsewhereError extends ChangedMeanwhileError {
  override message = 'Encryption was set up in another browser'
}

export type Encryption = MessageEncryption & DecryptedMessages & EncryptionScreens & { close: () => void }
