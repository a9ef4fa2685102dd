import { Megaphone, Users } from 'lucide-react'
import { Embed } from '#web/shell/Embed.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { useChatSlots } from '../chatSlots.ts'
import { otherOf } from '../conversationFacts.ts'

/** The other person's picture, or a group icon. */
export const ConversationPicture = ({ conversation }: { conversation: Conversation }) => {
  const { presenceDot } = useChatSlots()
  const other = otherOf(conversation, useChat().me)
  if (conversation.type === 'private')
    return (
      <span className="relative inline-flex shrink-0">
        <Avatar
          id={other?._id ?? conversation._id}
          name={other?.name ?? conversation.name}
          src={other?.profilePicture}
          className="size-11"
        />
        {other && <Embed screen={presenceDot} userId={other._id} />}
      </span>
    )
  const Icon = conversation.postPolicy === 'admins' ? Megaphone : Users
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-secondary-soft text-secondary-text"
    >
      <Icon className="size-5" />
    </span>
  )
}
