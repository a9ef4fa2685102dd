import type { Attachment } from '#chat/conversations/chat.shapes.contract.ts'
import { MB } from '#contract/limits.ts'
import { pictureTypes } from '#web/ui/pictureFile.ts'

/** A file of an opened message. `decrypt` is there where it is encrypted, and rejects what is not the file that was sent. */
export type ShownFile = Attachment & { decrypt?: (bytes: ArrayBuffer) => Promise<ArrayBuffer> }

/** How a file is shown in the conversation. */
export type AttachmentKind = 'picture' | 'pdf' | 'text' | 'audio' | 'video' | 'other'

/** An encrypted file has to come whole before anything of it can be shown, so larger ones are fetched only by who asks for them. */
const mostShownBytes = { picture: 8 * MB, text: MB }

/** Of an encrypted file by what its sender says; what the bytes are is judged when they are there. */
const encryptedKind = ({ mediaType, size }: ShownFile): AttachmentKind | undefined => {
  if (pictureTypes.split(',').includes(mediaType)) return size <= mostShownBytes.picture ? 'picture' : 'other'
  return mediaType.startsWith('text/') && size > mostShownBytes.text ? 'other' : undefined
}

/** By what the server made of the content; only what it re-encoded, or an animation, has a preview. */
export const attachmentKind = (file: ShownFile): AttachmentKind => {
  const { mediaType, previewUrl, decrypt } = file
  const encrypted = decrypt && encryptedKind(file)
  if (encrypted) return encrypted
  if (previewUrl !== null) return 'picture'
  if (mediaType === 'application/pdf') return 'pdf'
  if (mediaType.startsWith('text/')) return 'text'
  if (mediaType.startsWith('audio/')) return 'audio'
  return mediaType.startsWith('video/') ? 'video' : 'other'
}

/** What the calls name it by: its address ends with it. */
export const attachmentId = ({ url }: Pick<Attachment, 'url'>): string => url.split('/').at(-1) ?? ''
