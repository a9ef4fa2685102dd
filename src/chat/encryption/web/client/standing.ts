import type { Unreadable } from '#chat/conversations/conversations.encryption.contract.ts'
import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { EncryptionError } from '../crypto/encryptionError.ts'

/** The place of a message as the server delivers it: a decrypted message must be made for exactly this place. */
export type Standing = {
  _id: string
  conversation: string
  clientId: string
  type: Message['type']
  seq: number
  /** The sender of the message, and the author of this revision. */
  sender: string
  author: string
}

export const standingOf = ({ _id, conversation, clientId, type, seq, sender, editedBy }: Message): Standing => ({
  _id,
  conversation,
  clientId,
  type,
  seq,
  sender: sender._id,
  author: editedBy?._id ?? sender._id,
})

/** Thrown with the reason why a message is not shown. */
export class UnreadableError extends Error {
  readonly reason: Unreadable

  constructor(reason: Unreadable) {
    super(`Unreadable: ${reason}`)
    this.reason = reason
  }
}

export const reasonOf = (error: unknown): Unreadable => {
  if (error instanceof UnreadableError) return error.reason
  if (error instanceof EncryptionError) return error.reason === 'unsupported' ? 'unsupported' : 'forged'
  return 'noKey'
}

/** Returns whether the network or another device may still provide what is missing. */
export const mayComeLater = (error: unknown): boolean =>
  !(error instanceof EncryptionError) && !(error instanceof UnreadableError && !['noKey', 'startedOver'].includes(error.reason))
