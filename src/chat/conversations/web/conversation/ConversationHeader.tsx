import { ArrowLeft, Eye } from 'lucide-react'
import { useState } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { MembersScreen } from '../chatDialogs.ts'
import { useChatSlots } from '../chatSlots.ts'
import { otherOf } from '../conversationFacts.ts'
import { ConversationMenu } from '../list/ConversationMenu.tsx'
import { ConversationPicture } from '../list/ConversationPicture.tsx'

type HeaderProps = { conversation: Conversation; onBack: () => void }

/**
 * Shows the conversation, its members, and who else can read it. On a phone, these facts have a line of their own, as wide as the
 * screen.
 */
export const ConversationHeader = ({ conversation, onBack }: HeaderProps) => {
  const words = useWords(chatEn).pane
  const isNarrow = useIsNarrow()
  const { notices } = useChatSlots()
  const Heading = isNarrow ? 'h1' : 'h2'
  return (
    <header className="shrink-0 border-line border-b bg-surface px-4 py-2 max-md:px-2 max-md:py-1">
      <div className="flex items-center gap-3 max-md:gap-2">
        {isNarrow && (
          <IconButton label={words.back} onPress={onBack}>
            <ArrowLeft />
          </IconButton>
        )}
        <ConversationPicture conversation={conversation} />
        <div className="min-w-0 flex-1">
          <Heading dir="auto" className="truncate font-semibold">
            {conversation.name}
          </Heading>
          {!isNarrow && <Facts conversation={conversation} />}
        </div>
        <Embed screen={notices} />
        <ConversationMenu conversation={conversation} />
      </div>
      {isNarrow && <Facts conversation={conversation} />}
    </header>
  )
}

const Facts = ({ conversation }: { conversation: Conversation }) => {
  const { lastSeen } = useChatSlots()
  const other = otherOf(conversation, useChat().me)
  return (
    // As high as a button of the line, which comes later than its words.
    <div className="flex min-h-6 flex-wrap items-center gap-x-2 text-muted text-sm max-md:px-2 max-md:text-xs">
      {conversation.type === 'group' && <MembersButton conversation={conversation} />}
      {other && <Embed screen={lastSeen} userId={other._id} />}
      <Readers conversation={conversation} />
      {conversation.description !== '' && (
        <span dir="auto" className="w-full truncate max-md:hidden" title={conversation.description}>
          {conversation.description}
        </span>
      )}
    </div>
  )
}

const MembersButton = ({ conversation }: { conversation: Conversation }) => {
  const words = useWords(chatEn).pane
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PlainButton
        onPress={() => setOpen(true)}
        className="min-h-6 cursor-pointer rounded-sm underline decoration-dotted underline-offset-4 hover:text-ink"
      >
        {words.members(conversation.participantCount)}
      </PlainButton>
      {isOpen && <Embed screen={MembersScreen} conversation={conversation} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Says who can read the conversation, so that nobody assumes that only members can read an unencrypted one. */
const Readers = ({ conversation }: { conversation: Conversation }) => {
  const words = useWords(chatEn).pane
  const isNarrow = useIsNarrow()
  const { encryption } = useChatSlots()
  const open = !conversation.isEncrypted && (
    <span className="inline-flex min-w-0 items-start gap-1">
      <Eye aria-hidden="true" className="mt-0.5 size-4 shrink-0 max-md:mt-0" />
      <span className="min-w-0">{isNarrow ? words.openShort : words.open}</span>
    </span>
  )
  return (
    <Embed screen={encryption} instead={open} conversation={conversation}>
      {open}
    </Embed>
  )
}
