import type { Attachment } from '#features/chat/chat.shapes.contract.ts'

/** How a file is shown in the conversation. */
export type AttachmentKind = 'picture' | 'pdf' | 'text' | 'audio' | 'video' | 'other'

/** By what the server made of the content; only what it painted anew, or an animation, has a preview. */
export const attachmentKind = ({ mediaType, previewUrl }: Pick<Attachment, 'mediaType' | 'previewUrl'>): AttachmentKind => {
  if (previewUrl !== null) return 'picture'
  if (mediaType === 'application/pdf') return 'pdf'
  if (mediaType.startsWith('text/')) return 'text'
  if (mediaType.startsWith('audio/')) return 'audio'
  return mediaType.startsWith('video/') ? 'video' : 'other'
}

/** What the calls name it by: its address ends with it. */
export const attachmentId = ({ url }: Pick<Attachment, 'url'>): string => url.split('/').at(-1) ?? ''
