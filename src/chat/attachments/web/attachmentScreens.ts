import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { lazyScreen, type Screen } from '#web/shell/screen.ts'
import type { AttachProps } from './Attach.tsx'

/** The file of a message, within the conversation. */
export const attachmentScreen: Screen<{ message: Pick<Message, 'attachment' | 'encryption'> }> = lazyScreen(
  async () => (await import('./AttachmentView.tsx')).AttachmentView,
)

/** The attach button; also accepts pasted and dropped files. */
export const attachScreen: Screen<AttachProps> = lazyScreen(async () => (await import('./Attach.tsx')).Attach)
