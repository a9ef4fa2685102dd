import type { Attachment } from '#chat/conversations/conversations.shapes.contract.ts'
import { MB } from '#contract/limits.ts'
import { pictureTypes } from '#web/ui/pictureFile.ts'

export type SentPicture = { clientId: string; blob: Blob }

/**
 * A file of a decrypted message. `decrypt` exists if the file is encrypted, and rejects bytes other than those that were sent.
 */
export type ShownFile = Attachment & {
  decrypt?: (bytes: ArrayBuffer) => Promise<ArrayBuffer>
  /** A picture that this tab sends or has sent: it is shown from here and not downloaded. */
  sent?: SentPicture
}

/** How a file is shown in the conversation. */
export type AttachmentKind = 'picture' | 'pdf' | 'text' | 'audio' | 'video' | 'other'

/** An encrypted file must be downloaded completely before it is shown, so larger ones are only downloaded on request. */
const mostShownBytes = { picture: 8 * MB, text: MB }

/** Trusts the sender's type for an encrypted file; the bytes are checked after the download. */
const encryptedKind = ({ mediaType, size }: ShownFile): AttachmentKind | undefined => {
  if (pictureTypes.split(',').includes(mediaType)) return size <= mostShownBytes.picture ? 'picture' : 'other'
  return mediaType.startsWith('text/') && size > mostShownBytes.text ? 'other' : undefined
}

/** Uses the type that the server detected; only re-encoded pictures and animations have a preview. */
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

/** Returns the id used in calls, which is the last part of the URL. */
export const attachmentId = ({ url }: Pick<Attachment, 'url'>): string => url.split('/').at(-1) ?? ''
