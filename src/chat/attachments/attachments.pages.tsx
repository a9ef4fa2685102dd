import type { ChatSlots } from '#chat/conversations/web/chatSlots.ts'

/** The screens of attachments shown within chat. */
export const attachmentsInChat = async (): Promise<Pick<ChatSlots, 'attach' | 'attachment' | 'pendingFile'>> => {
  const { attachScreen, attachmentScreen, pendingFileScreen } = await import('#chat/attachments/web/attachmentScreens.ts')
  return { attach: attachScreen, attachment: attachmentScreen, pendingFile: pendingFileScreen }
}
