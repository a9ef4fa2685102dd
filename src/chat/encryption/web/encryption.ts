import type { LastMessage, Message, Quoted } from '#chat/conversations/chat.shapes.contract.ts'
import type { Store } from '#web/api/store.ts'
import type { Disclosure } from '../encryption.disclosure.contract.ts'
import type { SealedFile } from '../encryption.lists.policy.ts'
import type { DeviceKind, Envelope } from '../encryption.shapes.contract.ts'
import type { ListPin } from '../encryption.trustBook.contract.ts'

/* What chat and the screens know of encryption. Nothing else touches a key. */

/**
 * What this browser is for the person:
 * - `unknown` until the server has answered;
 * - `unavailable` without WebCrypto or IndexedDB;
 * - `unset` where the person has not set up encryption anywhere;
 * - `none` where it is set up elsewhere and this browser is not a device;
 * - `pending` while it waits for another device to add it;
 * - `outdated` for a device from before signed device lists, which reads old messages until encryption is set up again;
 * - `ready` for a device of its own;
 * - `recovery` for the recovery device, which ends with the page.
 */
export type DeviceState = 'unknown' | 'unavailable' | 'unset' | 'none' | 'pending' | 'outdated' | 'ready' | 'recovery'

/**
 * Why nothing can be sent in an encrypted conversation now. `devicesChanged` waits for the person's decision, `notSetUp` for a
 * member who has not set up encryption, the others for what they name. With `contradicted` the server has named other people for the
 * chat than before, or two device lists of one of them.
 */
export type CannotSeal = 'unavailable' | 'noDevice' | 'noKey' | 'devicesChanged' | 'notSetUp' | 'contradicted'

export class CannotSealError extends Error {
  readonly reason: CannotSeal

  constructor(reason: CannotSeal) {
    super(`Nothing can be encrypted here: ${reason}`)
    this.reason = reason
  }
}

/** What is to be sealed as one revision of one message. */
export type Sealing = {
  conversation: string
  clientId: string
  revision: number
  type: 'text' | 'file'
  text: string
  replyTo: Quoted | null
  file: SealedFile | null
}

/** A file as it is uploaded, and how its message describes it. */
export type EncryptedFile = { blob: Blob; described: SealedFile }

/** For chat: what is sent and what came. */
export type Sealer = {
  /** Whether nothing may be sent here without encryption, by all that the server ever said and this browser remembers. */
  isEncrypted: (conversation: string) => Promise<boolean>
  /** The server says so, in whatever way: from now on it is, for good. */
  noteEncrypted: (conversation: string) => Promise<void>
  /** Seals with the current key, and makes the next one before where that is necessary. Throws `CannotSealError`. */
  seal: (sealing: Sealing) => Promise<Envelope>
  /** Throws `CannotSealError`. */
  sealFile: (conversation: string, clientId: string, file: File) => Promise<EncryptedFile>
  /**
   * The message with its text and its file's name and type filled in, its quote too, or with the reason why it is `unreadable`.
   * A message of an open conversation is returned as it is. It never rejects because of what the message holds.
   */
  openMessage: (message: Message) => Promise<Message>
  /** The conversation with the text of its last message filled in. */
  openConversation: <C extends { _id: string; isEncrypted: boolean; lastMessage: LastMessage | null; lastSeq: number }>(
    conversation: C,
  ) => Promise<C>
  /** How the file of a message that was opened is decrypted; undefined where it is not encrypted. By the attachment's address. */
  fileOf: (url: string) => { described: SealedFile; decrypt: (bytes: ArrayBuffer) => Promise<ArrayBuffer> } | undefined
  /** Keys or devices of a conversation have changed at the server: they are fetched before they are needed next. */
  changed: (conversation: string) => void
  /** The server's data are older than what was seen here: numbers and ids may mean other messages now. */
  restored: () => void
  /** Called when what could not be read or sent in a conversation perhaps can be now. */
  onOpened: (handler: (conversation: string) => void) => () => void
  /** What a report of this message discloses. Undefined where the message was not opened here. */
  disclosureOf: (message: Pick<Message, '_id'>) => Disclosure | undefined
}

export type { Disclosure }

/** What changed about a member since the reader of a conversation was last told. */
export type PersonNews = {
  userId: string
  /** The list that this is about; what is accepted is accepted up to here. */
  head: ListPin
  /** Devices that were added, other than this browser. */
  devices: readonly { deviceId: string; kind: DeviceKind }[]
  /** The person has lost all devices and the code, and made new keys that nothing ties to the earlier ones. */
  startedOver: boolean
  /** The server has answered two different lists with one number. */
  forked: boolean
  /** The recovery code was replaced without the old one. */
  replacedCode: boolean
  /** Joined the group since. */
  isNewMember: boolean
}

/** How a conversation is encrypted, as this browser knows it. */
export type ConversationEncryption = {
  isEncrypted: boolean
  /** Why it cannot be switched on by this person, or null. */
  whyNotEnable: { code: string; message: string } | null
  /** Whether this browser has the current key or can make the next one. */
  canSend: boolean
  cannotSend: CannotSeal | null
  /** Whose devices the next message is encrypted for. */
  readers: readonly string[]
  news: readonly PersonNews[]
  /** Of a private conversation: the safety number was compared, and nothing has changed since. */
  isVerified: boolean
  /** A member was verified, and is not any more. */
  wasVerified: boolean
  /** The name that the other person had when they were verified, or null. */
  verifiedName: string | null
}

/** A recovery code that counts once `save` was called, which the screen does when it was typed back. */
export type NewCode = { code: string; isSame: (typed: string) => boolean; save: () => Promise<void> }

/** For the screens. */
export type EncryptionScreens = Pick<Sealer, 'changed'> & {
  device: Store<DeviceState>
  /** The id of this browser's device. */
  deviceId: Store<string | null>
  /** Whether the browser promises to keep the keys when it runs out of space; null until it was asked. */
  isPersistent: Store<boolean | null>
  /**
   * Makes this browser the person's first device together with a recovery code. Nothing is stored before `save`. Where encryption
   * is set up elsewhere this starts over: earlier messages stay closed, and everybody is told.
   */
  setUp: () => Promise<NewCode>
  /** Asks the person's other devices to add this browser. */
  useThisBrowser: () => Promise<void>
  /** The code that a pending browser shows; `confirmPending` says that the other device shows the same one. */
  pendingCode: () => Promise<string>
  /** Makes a pending browser a device where another one has added it. Returns whether it has. */
  confirmPending: (shown: string) => Promise<boolean>
  /** The state of a conversation; loaded when it is first asked for, and again when it changes. */
  conversation: (conversation: string) => Store<ConversationEncryption | undefined>
  enable: (conversation: string) => Promise<void>
  /** The person has seen this news; sending goes on for exactly these lists. */
  acceptNews: (conversation: string, news: readonly PersonNews[]) => Promise<void>
  /** Sixty digits, the same for both; of private conversations alone. Null while one of the two has no signed device list. */
  safetyNumber: (conversation: string) => Promise<string | null>
  /** Takes the digits that were compared, and the name under which the other person was shown; null ends it. Rejects where they are others by now. */
  setVerified: (conversation: string, compared: { digits: string; name: string } | null) => Promise<void>
  /** Replaces the recovery code. */
  makeRecoveryCode: () => Promise<NewCode>
  /**
   * With the code this browser reads everything. Where it is `kept` it becomes a device of its own, else it is the recovery
   * device for as long as the page lives. Rejects with `WrongCodeError` where the code is not that of the account.
   */
  useRecoveryCode: (code: string, isKept: boolean) => Promise<void>
  /** The code that a new browser and the device that adds it both show: fifteen digits in three groups of five. */
  confirmCode: (deviceId: string) => Promise<string>
  /** Adds another browser of the person, whose code was compared, and gives it all keys that this one has. */
  shareWith: (deviceId: string, onProgress: (done: number, total: number) => void) => Promise<void>
  /** Asks for the person's own signed lists, which say whether this browser was removed. The server's answer alone never does. */
  checkOwnLists: () => Promise<void>
  /** Removes another device of the person. */
  removeDevice: (deviceId: string) => Promise<void>
  /** Removes this browser's device and everything that was stored for it. */
  wipe: () => Promise<void>
  /** Whether leaving this browser's device leaves nothing that can read: no other device and no recovery code. */
  isLast: () => Promise<boolean>
}

export class WrongCodeError extends Error {
  constructor() {
    super('This is not the recovery code of the account')
  }
}

/** The person has devices from before signed device lists alone, which can add none. */
export class SetUpFirstError extends Error {
  constructor() {
    super('Encryption must be set up again first')
  }
}

/** Something else came while the person looked: what was on the screen must be looked at again. */
export class ChangedMeanwhileError extends Error {
  constructor() {
    super('This has changed meanwhile')
  }
}

export type Encryption = Sealer & EncryptionScreens & { close: () => void }
