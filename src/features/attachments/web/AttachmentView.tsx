import type { Attachment, Message } from '#features/chat/chat.shapes.contract.ts'
import { AttachedPicture } from './AttachedPicture.tsx'
import { AttachedPdf, AttachedRecording, AttachedText } from './attachedKinds.tsx'
import { attachmentKind } from './attachmentFile.ts'
import { FileCard } from './FileCard.tsx'

const ofKind = (attachment: Attachment) => {
  switch (attachmentKind(attachment)) {
    case 'picture':
      return <AttachedPicture attachment={attachment} />
    case 'pdf':
      return <AttachedPdf attachment={attachment} />
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

/** The file of a message, shown as what it is. */
export const AttachmentView = ({ message }: { message: Pick<Message, 'attachment'> }) => message.attachment && ofKind(message.attachment)
