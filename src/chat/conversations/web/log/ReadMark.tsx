import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import type { Message } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { useLogActions, useLogConversation } from './logContext.ts'

/**
 * Shows how far one's newest message came: it is on the server, on a device of everyone else, or read: by the other person in a
 * private conversation, by how many in a group.
 */
export const ReadMark = ({ message }: { message: Message }) => {
  const words = useWords(chatPaneEn).message
  const { me } = useChat()
  const { showReaders } = useLogActions()
  const conversation = useLogConversation()
  const readers = (conversation?.participants ?? []).filter(({ user, readSeq }) => user._id !== me._id && readSeq >= message.seq).length
  if (!conversation || message.isDeleted) return null
  if (readers === 0 || conversation.type === 'private') {
    const reached = conversation.deliveredSeq < message.seq ? words.isSent : words.isDelivered
    return <p className="mt-0.5 text-muted text-xs">{readers > 0 ? words.read : reached}</p>
  }
  return (
    <PlainButton
      onPress={() => showReaders(message)}
      className="min-h-6 cursor-pointer rounded-sm text-muted text-xs underline decoration-dotted underline-offset-4 max-md:min-h-11"
    >
      {words.readBy(readers)}
    </PlainButton>
  )
}
