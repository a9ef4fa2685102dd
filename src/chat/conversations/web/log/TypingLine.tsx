import { useMemo } from 'react'
import { useStore } from '#web/api/store.ts'
import { useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import { useChat } from '../chatContext.ts'

/** Shows who is typing. Its line is always present, so that the layout does not shift. */
export const TypingLine = ({ conversationId }: { conversationId: string }) => {
  const words = useWords(chatPaneEn).log
  const { client } = useChat()
  const typing = useStore(useMemo(() => client.typing(conversationId), [client, conversationId]))
  const [first, second] = typing
  const text = !first
    ? ''
    : !second
      ? words.typingOne(first.userName)
      : typing.length > 2
        ? words.typingMany
        : words.typingTwo(first.userName, second.userName)
  return (
    <p dir="auto" className="h-5 shrink-0 truncate px-4 text-muted text-xs">
      {text}
    </p>
  )
}
