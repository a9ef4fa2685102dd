import type { Conversation, Message } from '#chat/conversations/chat.shapes.contract.ts'
import { lazyScreen, type Screen } from '#web/shell/screen.ts'

/** The file of a message, within the conversation. */
export const attachmentScreen: Screen<{ message: Pick<Message, 'attachment' | 'encryption'> }> = lazyScreen(
  async () => (await import('./AttachmentView.tsx')).AttachmentView,
)

export type AttachProps = {
  conversation: Pick<Conversation, '_id' | 'name' | 'isEncrypted'>
  /** Resolves once the file is in safe hands; rejects where it is not. */
  onSend: (file: File) => Promise<void>
}

/** The button that attaches files; it takes what is pasted and dropped too. */
export const attachScreen: Screen<AttachProps> = lazyScreen(async () => (await import('./Attach.tsx')).Attach)
