import type { Message } from '#chat/conversations/chat.shapes.contract.ts'
import { encryption } from '#chat/encryption/web/sessionEncryption.ts'
import { getSession } from '#web/api/session.ts'
import { useWords } from '#web/words.ts'
import { attachmentsEn } from '../attachments.en.ts'
import { AttachedPicture } from './AttachedPicture.tsx'
import { AttachedPdf, AttachedRecording, AttachedText } from './attachedKinds.tsx'
import { attachmentKind, type ShownFile } from './attachmentFile.ts'
import { EncryptedPdf } from './EncryptedPdf.tsx'
import { FileCard } from './FileCard.tsx'

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

type Props = { message: Pick<Message, 'attachment' | 'encryption'> }

/** The file of a message, shown as what it is. */
export const AttachmentView = ({ message: { attachment, encryption: sealed } }: Props) => {
  const words = useWords(attachmentsEn).view
  if (!attachment) return null
  if (!sealed) return ofKind(attachment)
  // What is on the screen may be drawn once more after the session has ended.
  const file = getSession() && encryption().fileOf(attachment.url)
  // What stands on the server is of no use to anybody.
  if (!file) return <p className="wrap-anywhere">{words.notVerified}</p>
  return ofKind({ ...attachment, decrypt: file.decrypt })
}
