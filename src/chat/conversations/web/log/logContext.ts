import { createContext, use } from 'react'
import type { Conversation, Message, Quoted } from '../../conversations.shapes.contract.ts'

/** The facts and actions that all rows share. Stays the same object while messages arrive. */
export type LogActions = Pick<Conversation, 'type' | 'whyNotWrite' | 'isEncrypted'> & {
  reply: (message: Message) => void
  edit: (message: Message) => void
  remove: (message: Message) => void
  toggle: (message: Message, emoji: string) => void
  pickEmoji: (message: Message) => void
  showMenu: (message: Message) => void
  showReactions: (message: Message) => void
  showReaders: (message: Message) => void
  report: (message: Message) => void
  about: (message: Message) => void
  jumpTo: (quoted: Pick<Quoted, 'seq'>) => void
}

/** The current conversation, for the few parts that show read positions. */
const Current = createContext<Conversation | undefined>(undefined)

export const LogConversationProvider = Current.Provider
export const useLogConversation = (): Conversation | undefined => use(Current)

const Actions = createContext<LogActions | undefined>(undefined)

export const LogActionsProvider = Actions.Provider

export const useLogActions = (): LogActions => {
  const actions = use(Actions)
  if (!actions) throw new Error('A message stands outside of a conversation')
  return actions
}
