import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { getSession, onForget } from '#web/api/session.ts'
import { Recent } from '#web/recent.ts'
import type { SentPicture } from './attachmentFile.ts'

/** Pictures that this tab has sent, by the client's id of their message. */
const sentPictures = new Recent<string, Blob>(30)
onForget(() => sentPictures.clear())

export const keepSentPicture = ({ clientId, blob }: SentPicture): void => void sentPictures.set(clientId, blob)

/** Returns the picture of a message if this tab has sent it. */
export const sentPictureOf = ({ sender, clientId }: Pick<Message, 'sender' | 'clientId'>): SentPicture | undefined => {
  const blob = sender._id === getSession()?.user._id ? sentPictures.get(clientId) : undefined
  return blob && { clientId, blob }
}
