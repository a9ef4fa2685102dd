import type { Conversation } from '#chat/conversations/chat.shapes.contract.ts'
import { useSession } from '#web/api/session.ts'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'

/** The name of the other person of a private conversation. */
export const useOtherName = ({ participants, name }: Conversation): string => {
  const me = useSession()?.user
  return participants.find(({ user }) => user._id !== me?._id)?.user.name ?? name
}

/** What people of a conversation are called; large groups name a hundred. */
export const useNameOf = ({ participants }: Conversation) => {
  const words = useWords(encryptionEn)
  const me = useSession()?.user
  return (userId: string): string =>
    userId === me?._id ? words.you : (participants.find(({ user }) => user._id === userId)?.user.name ?? words.somebody)
}
