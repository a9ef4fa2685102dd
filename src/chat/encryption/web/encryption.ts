import type { LastMessage, Message } from '#chat/conversations/chat.shapes.contract.ts'
import type { Store } from '#web/api/store.ts'
import type { SealedFile } from '../encryption.lists.policy.ts'
import type { Envelope, PublicDevice } from '../encryption.shapes.contract.ts'

/* What chat and the screens know of encryption. Nobody else touches a key. */

/**
 * What this browser is for the person: not known yet, without WebCrypto or IndexedDB (`unavailable`), without a device while
 * there are others (`none`: the person says what this browser shall be), a device of its own (`ready`), or the recovery
 * device for as long as the page lives (`recovery`).
 */
export type DeviceState = 'unknown' | 'unavailable' | 'none' | 'ready' | 'recovery'

/** Why nothing can be sent in an encrypted conversation now. `devicesChanged` waits for the person, the others for what they name. */
export type CannotSeal = 'unavailable' | 'noDevice' | 'noKey' | 'devicesChanged'

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
  replyTo: string | null
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

/** docs/encryption.md, "Reports". */
export type Disclosure = { text: string; replyTo: string | null; file: SealedFile | null; frankingKey: string }

/** Devices of a person that were not there when this browser looked before. */
export type NewDevices = { userId: string; devices: readonly PublicDevice[] }

/** How a conversation is encrypted, as this browser knows it. */
export type ConversationEncryption = {
  isEncrypted: boolean
  /** Why it cannot be switched on by this person, or null. */
  whyNotEnable: { code: string; message: string } | null
  /** Whether this browser has the current key or can make the next one. */
  canSend: boolean
  cannotSend: CannotSeal | null
  /** People whose devices have changed since the person was last told, one's own included. */
  newDevices: readonly NewDevices[]
  /** Of a private conversation: whether the safety number was compared, and no device has changed since. */
  isVerified: boolean
  /** It was verified, and then a device changed. */
  wasVerified: boolean
}

/** For the screens. */
export type EncryptionScreens = Pick<Sealer, 'changed'> & {
  device: Store<DeviceState>
  /** The id of this browser's device. */
  deviceId: Store<string | null>
  /** Makes this browser a device, where the person has others already and said so. */
  useThisBrowser: () => Promise<void>
  /** The state of a conversation; loaded once somebody asks, and again when it changes. */
  conversation: (conversation: string) => Store<ConversationEncryption | undefined>
  enable: (conversation: string) => Promise<void>
  /** The person has seen that devices are new; sending goes on. */
  acceptDevices: (conversation: string) => Promise<void>
  /** Sixty digits, the same for both; of private conversations alone. */
  safetyNumber: (conversation: string) => Promise<string>
  setVerified: (conversation: string, isVerified: boolean) => Promise<void>
  /** Makes a code that counts once `save` was called, which the screen does when it was typed back. Shares the past with it. */
  makeRecoveryCode: () => Promise<{ code: string; isSame: (typed: string) => boolean; save: () => Promise<void> }>
  /**
   * With the code this browser reads everything. Where it is `kept` it becomes a device of its own, else it is the recovery
   * device for as long as the page lives. Rejects with `WrongCodeError` where the code is not that of the account.
   */
  useRecoveryCode: (code: string, isKept: boolean) => Promise<void>
  /** The code that both browsers show before one shares the past with the other: fifteen digits in three groups of five. */
  confirmCode: (deviceId: string) => Promise<string>
  /** Gives another own device all keys that this one has, telling how far it is. */
  shareWith: (deviceId: string, onProgress: (done: number, total: number) => void) => Promise<void>
  /** Removes this browser's device and all that was stored for it. */
  wipe: () => Promise<void>
  /** Whether leaving this browser's device leaves nobody who can read: no other device and no recovery code. */
  isLast: () => Promise<boolean>
}

export class WrongCodeError extends Error {
  constructor() {
    super('This is not the recovery code of the account')
  }
}

export type Encryption = Sealer & EncryptionScreens & { close: () => void }
