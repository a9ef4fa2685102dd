import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { lazyScreen, type Screen } from '#web/shell/screen.ts'
import type { AttachProps } from './Attach.tsx'
import type { PendingFileProps } from './PendingFile.tsx'

/** The file of a message, within the conversation. */
export const attachmentScreen: Screen<{ message: Pick<Message, 'attachment' | 'encryption' | 'sender' | 'clientId'> }> = lazyScreen(
  async () => (await import('./AttachmentView.tsx')).AttachmentView,
)

/** The attach button; also accepts pasted and dropped files. */
export const attachScreen: Screen<AttachProps> = lazyScreen(async () => (await import('./Attach.tsx')).Attach)

/** The file of a message that the server does not have yet; loaded with the attach button, so that it is there without a network. */
export const pendingFileScreen: Screen<PendingFileProps> = lazyScreen(async () => (await import('./Attach.tsx')).PendingFile)
