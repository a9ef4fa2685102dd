import type { Conversation } from '#chat/conversations/chat.shapes.contract.ts'
import { useSession } from '#web/api/session.ts'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'

const useOther = ({ participants, type }: Conversation) => {
  const me = useSession()?.user
  return type === 'private' ? participants.find(({ user }) => user._id !== me?._id)?.user : undefined
}

/** The other person of a private conversation; undefined in a group. */
export const useOtherId = (conversation: Conversation): string | undefined => useOther(conversation)?._id

/** The name of the other person of a private conversation, or of the group. */
export const useOtherName = (conversation: Conversation): string => useOther(conversation)?.name ?? conversation.name

/** The name of a member; undefined where it is not known, because large groups name a hundred. */
export const nameIn = ({ participants }: Conversation, userId: string): string | undefined =>
  participants.find(({ user }) => user._id === userId)?.user.name

/** What people of a conversation are called. */
export const useNameOf = (conversation: Conversation) => {
  const words = useWords(encryptionEn)
  const me = useSession()?.user
  return (userId: string): string => (userId === me?._id ? words.you : (nameIn(conversation, userId) ?? words.member))
}
