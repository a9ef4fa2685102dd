import { AtSign, BellOff } from 'lucide-react'
import { memo } from 'react'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { formatNumber, useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { isMuted, isUnread, usePreview, useShortTime } from '../conversationFacts.ts'
import { ConversationMenu } from './ConversationMenu.tsx'
import { ConversationPicture } from './ConversationPicture.tsx'

const most = 99

/** The unread count, whether the reader was mentioned, and whether the conversation is muted. */
const Marks = ({ conversation }: { conversation: Conversation }) => {
  const words = useWords(chatEn).list
  const { unreadCount, unreadMentions } = conversation
  const muted = isMuted(conversation)
  return (
    <span className="flex shrink-0 items-center gap-1">
      {muted && (
        <>
          <BellOff aria-hidden="true" className="size-4 text-muted" />
          <span className="sr-only">{words.muted}</span>
        </>
      )}
      {unreadMentions > 0 && (
        <span className="inline-flex size-6 items-center justify-center rounded-full bg-accent-fill text-on-accent-fill">
          <AtSign aria-hidden="true" className="size-4" />
          <span className="sr-only">{words.mentioned}</span>
        </span>
      )}
      {isUnread(conversation) && (
        <span
          className={`inline-flex h-6 min-w-6 items-center justify-center rounded-full px-1.5 font-semibold text-xs tabular-nums ${muted ? 'bg-tint text-ink' : 'bg-primary-fill text-on-primary-fill'}`}
        >
          <span aria-hidden="true">{unreadCount === 0 ? '' : unreadCount > most ? `${most}+` : formatNumber(unreadCount)}</span>
          <span className="sr-only">{unreadCount > 0 ? words.unread(unreadCount) : words.markedUnread}</span>
        </span>
      )}
    </span>
  )
}

type RowProps = { conversation: Conversation; isOpen: boolean; onOpen: (conversation: Conversation) => void }

const Summary = ({ conversation }: { conversation: Conversation }) => {
  const words = useWords(chatEn).list
  const preview = usePreview(useChat().me)
  const shortTime = useShortTime()
  const { name, type, lastMessage } = conversation
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-0.5">
      <span className="flex items-baseline gap-2">
        <span dir="auto" className={`min-w-0 flex-1 truncate ${isUnread(conversation) ? 'font-semibold' : 'font-medium'}`}>
          {name}
        </span>
        {lastMessage && (
          <time dateTime={lastMessage.timestamp} className="shrink-0 text-muted text-xs">
            {shortTime(lastMessage.timestamp)}
          </time>
        )}
      </span>
      <span className="flex min-h-6 items-center gap-2 text-muted text-sm">
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {lastMessage ? preview(lastMessage, type) : words.noMessages}
        </span>
        <Marks conversation={conversation} />
      </span>
    </span>
  )
}

/** One conversation of the list. */
export const ConversationRow = memo(({ conversation, isOpen, onOpen }: RowProps) => (
  <div
    className={`relative rounded-lg transition-colors duration-150 hover:bg-hover ${isOpen ? 'bg-primary-soft shadow-[inset_3px_0_0_var(--color-primary-fill)]' : ''}`}
  >
    <PlainButton
      data-conversation={conversation._id}
      aria-current={isOpen ? 'true' : undefined}
      onPress={() => onOpen(conversation)}
      className="flex min-h-18 w-full cursor-pointer items-center gap-3 rounded-lg py-2 pr-11 pl-2 text-left max-md:pr-12"
    >
      <ConversationPicture conversation={conversation} />
      <Summary conversation={conversation} />
    </PlainButton>
    <span className="absolute top-1/2 right-0 -translate-y-1/2">
      <ConversationMenu conversation={conversation} />
    </span>
  </div>
))
