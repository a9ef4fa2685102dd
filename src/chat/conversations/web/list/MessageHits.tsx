import { HighlightedWords } from '#web/ui/Highlighted.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import type { MessageHit } from '../../conversations.messages.contract.ts'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { useShortTime } from '../conversationFacts.ts'
import { OlderSearch } from './OlderSearch.tsx'
import { snippetOf } from './snippetOf.ts'
import { useOpenedHits } from './useOpenedHits.ts'
import { useServerHits } from './useServerHits.ts'

export type HitsProps = {
  query: string
  type: Conversation['type'] | undefined
  onOpen: (conversationId: string, seq: number) => void
  /** True if nothing else was found either. */
  isAlone: boolean
}

/** Messages that contain the words of the search; pressing one opens it in its conversation. */
export const MessageHits = ({ query, type, onOpen, isAlone }: HitsProps) => {
  const words = useWords(chatEn).list
  const hits = useServerHits(query)
  const opened = useOpenedHits(query)
  const here = new Set(opened.map(({ message }) => message._id))
  const fitting = [...opened, ...hits.items.filter(({ message }) => !here.has(message._id))]
    .filter(({ conversation }) => !type || conversation.type === type)
    .toSorted((one, other) => (one.message.createdAt < other.message.createdAt ? 1 : -1))
  if (fitting.length === 0 && !hits.hasNextPage) {
    const text = hits.isError ? words.hitsFailed : words.nothing(query)
    return (
      <>
        {isAlone && !hits.isPending && <p className="px-4 py-6 text-center text-muted">{text}</p>}
        <OlderSearch />
      </>
    )
  }
  return (
    <section aria-labelledby="chat-hits" className="pb-4">
      <h2 id="chat-hits" className="px-2 pt-3 pb-1 font-semibold text-muted text-sm">
        {words.messages}
      </h2>
      <ul>
        {fitting.map((hit) => (
          <li key={hit.message._id}>
            <Hit hit={hit} query={query} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <LoadMore of={hits} isManual />
      <OlderSearch />
    </section>
  )
}

const Hit = ({ hit: { message, conversation }, query, onOpen }: { hit: MessageHit; query: string; onOpen: HitsProps['onOpen'] }) => {
  const words = useWords(chatEn).list
  const { me } = useChat()
  const shortTime = useShortTime()
  const sender = message.sender._id === me._id ? words.you : message.sender.name
  return (
    <PlainButton
      onPress={() => onOpen(conversation._id, message.seq)}
      className="flex w-full cursor-pointer flex-col rounded-lg px-2 py-2 text-left hover:bg-hover"
    >
      <span className="flex items-baseline gap-2">
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {conversation.name}
        </span>
        <time dateTime={message.createdAt} className="shrink-0 text-muted text-xs">
          {shortTime(message.createdAt)}
        </time>
      </span>
      <span dir="auto" className="line-clamp-2 text-muted text-sm wrap-anywhere">
        <HighlightedWords text={words.preview(sender, snippetOf(message.content ?? '', query))} query={query.replaceAll('"', ' ')} />
      </span>
    </PlainButton>
  )
}
