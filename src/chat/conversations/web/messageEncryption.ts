import type { Store } from '#web/api/store.ts'
import type { EncryptedFile, Envelope } from '../conversations.encryption.contract.ts'
import type { LastMessage, Message, Quoted } from '../conversations.shapes.contract.ts'

/*
 * The part of end-to-end encryption that chat depends on. `chat/encryption` implements it, and `routes.tsx` passes it to the
 * pages of chat.
 */

/**
 * Why nothing can be sent in an encrypted conversation now. `devicesChanged` waits for the person's decision, `notSetUp` for a
 * member who has not set up encryption, the others for what they name. `contradicted` means that the server has named other
 * people for the chat than before, or two device lists of one of them.
 */
export type CannotEncrypt = 'unavailable' | 'noDevice' | 'noKey' | 'devicesChanged' | 'notSetUp' | 'contradicted'

export class CannotEncryptError extends Error {
  readonly reason: CannotEncrypt

  constructor(reason: CannotEncrypt) {
    super(`Nothing can be encrypted here: ${reason}`)
    this.reason = reason
  }
}

/** One revision of one message, before it is encrypted. */
export type OutgoingMessage = {
  conversation: string
  clientId: string
  revision: number
  type: 'text' | 'file'
  text: string
  replyTo: Quoted | null
  file: EncryptedFile | null
}

/** The uploaded form of a file, and its description in the message. */
export type EncryptedUpload = { blob: Blob; described: EncryptedFile }

export type MessageEncryption = {
  /** Returns whether messages here must be encrypted, according to everything the server has ever reported to this browser. */
  isEncrypted: (conversation: string) => Promise<boolean>
  /** Records the server's report that the conversation is encrypted: from now on it is, for good. */
  noteEncrypted: (conversation: string) => Promise<void>
  /** Encrypts with the current key, and creates a new one if necessary. Throws `CannotEncryptError`. */
  encrypt: (message: OutgoingMessage) => Promise<Envelope>
  /** Throws `CannotEncryptError`. */
  encryptFile: (conversation: string, clientId: string, file: File) => Promise<EncryptedUpload>
  /**
   * Returns the message with its text, quote, and its file's name and type filled in, or with the reason why it is `unreadable`.
   * A message of an unencrypted conversation is returned unchanged. Never rejects because of a message's content.
   */
  decryptMessage: (message: Message) => Promise<Message>
  /** Returns the conversation with the text of its last message filled in, and as encrypted if it ever was. */
  decryptConversation: <C extends { _id: string; isEncrypted: boolean; lastMessage: LastMessage | null; lastSeq: number }>(
    conversation: C,
  ) => Promise<C>
  /** Marks keys and devices of a conversation as changed on the server: they are fetched before their next use. */
  invalidateKeys: (conversation: string) => void
  /** Records that the server's data are older than those seen here: numbers and ids may refer to other messages now. */
  noteRestored: () => void
  /** Registers a handler for when decrypting or sending in a conversation may succeed now. */
  onKeysAdded: (handler: (conversation: string) => void) => () => void
}

/**
 * The encryption of the signed-in person. If `device` is `recovery`, it ends with the page, and none of its data may be stored.
 */
export type SessionEncryption = MessageEncryption & { device: Store<string> }

/** The encryption of the signed-in person, whose code may still have to be fetched. */
export type ComingEncryption = {
  /** Returns it if its code already runs in this tab. */
  here: () => SessionEncryption | undefined
  /** Fetches its code. Rejects if that fails, and if the session has ended meanwhile. */
  load: () => Promise<SessionEncryption>
  /** Returns the ids of the conversations that this browser has stored as encrypted. Rejects if that cannot be read. */
  remembered: () => Promise<ReadonlySet<string>>
}

/** Loads what chat needs of encryption before its code is there. */
export type LoadEncryption = () => Promise<() => ComingEncryption>
