import type { Conversation } from '#chat/conversations/conversations.shapes.contract.ts'
import { useSession } from '#web/api/session.ts'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'

const useOther = ({ participants, type }: Conversation) => {
  const me = useSession()?.user
  return type === 'private' ? participants.find(({ user }) => user._id !== me?._id)?.user : undefined
}

/** Returns the other person of a private conversation; undefined in a group. */
export const useOtherId = (conversation: Conversation): string | undefined => useOther(conversation)?._id

/** Returns the name of the other person of a private conversation, or of the group. */
export const useOtherName = (conversation: Conversation): string => useOther(conversation)?.name ?? conversation.name

/** Returns the name of a member; undefined if unknown, because large groups list only a hundred members. */
export const nameIn = ({ participants }: Conversation, userId: string): string | undefined =>
  participants.find(({ user }) => user._id === userId)?.user.name

/** Returns a function that gives the display names of people in a conversation. */
export const useNameOf = (conversation: Conversation) => {
  const words = useWords(encryptionEn)
  const me = useSession()?.user
  return (userId: string): string => (userId === me?._id ? words.you : (nameIn(conversation, userId) ?? words.member))
}
