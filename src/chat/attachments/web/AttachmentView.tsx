import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { encryption } from '#chat/encryption/web/sessionEncryption.ts'
import { getSession } from '#web/api/session.ts'
import { useWords } from '#web/words.ts'
import { attachmentsEn } from '../attachments.en.ts'
import { AttachedPicture } from './AttachedPicture.tsx'
import { AttachedPdf, AttachedRecording, AttachedText } from './attachedKinds.tsx'
import { attachmentKind, type ShownFile } from './attachmentFile.ts'
import { EncryptedPdf } from './EncryptedPdf.tsx'
import { FileCard } from './FileCard.tsx'
import { sentPictureOf } from './sentPictures.ts'

const ofKind = (attachment: ShownFile) => {
  switch (attachmentKind(attachment)) {
    case 'picture':
      return <AttachedPicture attachment={attachment} />
    case 'pdf':
      return attachment.decrypt ? <EncryptedPdf attachment={attachment} /> : <AttachedPdf attachment={attachment} />
    case 'text':
      return <AttachedText attachment={attachment} />
    case 'audio':
      return <AttachedRecording attachment={attachment} kind="audio" />
    case 'video':
      return <AttachedRecording attachment={attachment} kind="video" />
    case 'other':
      return <FileCard attachment={attachment} />
  }
}

type Props = { message: Pick<Message, 'attachment' | 'encryption' | 'sender' | 'clientId'> }

/** Shows the file of a message according to its kind. */
export const AttachmentView = ({ message }: Props) => {
  const words = useWords(attachmentsEn).view
  const { encryption: encrypted } = message
  if (!message.attachment) return null
  const sent = sentPictureOf(message)
  const attachment = { ...message.attachment, ...(sent && { sent }) }
  if (!encrypted) return ofKind(attachment)
  // Components may render once more after the session has ended.
  const file = getSession() && encryption().fileOf(attachment.url)
  // The encrypted bytes on the server are useless without the key.
  if (!file) return <p className="wrap-anywhere">{words.notVerified}</p>
  return ofKind({ ...attachment, decrypt: file.decrypt })
}
