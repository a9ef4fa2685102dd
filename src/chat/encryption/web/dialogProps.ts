import type { Conversation } from '#chat/conversations/conversations.shapes.contract.ts'
import type { OwnDevice } from '../encryption.shapes.contract.ts'

/** The conversation that the person wanted to encrypt when another step was required first. */
type ToEncrypt = { conversation?: Conversation | undefined }

/** Which dialog is open, and for what. */
export type OpenDialog =
  | { name: 'enable' | 'about' | 'safety'; conversation: Conversation }
  | { name: 'share'; device: OwnDevice }
  | ({ name: 'setUp' | 'startOver' | 'newBrowser' } & ToEncrypt)
  | ({ name: 'enterCode'; isShared?: boolean } & ToEncrypt)
  | { name: 'recovery' | 'devices' }

/** Callbacks with which a dialog opens another one or closes. */
export type DialogProps = { onGo: (next: OpenDialog) => void; onClose: () => void }
export type ConversationDialogProps = DialogProps & { conversation: Conversation }
export type DeviceDialogProps = DialogProps & { device: OwnDevice }
export type SetUpDialogProps = DialogProps & ToEncrypt

/** Continues with the conversation to be encrypted, or closes. */
export const continueOrClose = ({ conversation, onGo, onClose }: SetUpDialogProps): void =>
  conversation ? onGo({ name: 'enable', conversation }) : onClose()
