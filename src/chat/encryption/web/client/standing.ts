import type { Message } from '#chat/conversations/chat.shapes.contract.ts'
import type { Unreadable } from '../../encryption.shapes.contract.ts'
import { EncryptionError } from '../crypto/encryptionError.ts'

/** A message as the server delivers it: what is decrypted must be made for exactly this place. */
export type Standing = {
  _id: string
  conversation: string
  clientId: string
  type: Message['type']
  seq: number
  /** Who sent it, and who wrote this revision. */
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

/** Why something is not shown. */
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

/** Whether the network or another device may still bring what lacks. */
export const mayComeLater = (error: unknown): boolean =>
  !(error instanceof EncryptionError) && !(error instanceof UnreadableError && !['noKey', 'startedOver'].includes(error.reason))
