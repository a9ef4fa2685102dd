import { createContext, use } from 'react'
import type { SessionUser } from '#web/api/session.ts'
import type { ChatClient } from './delivery/chatClient.ts'

/** What every part of the screen knows: who looks at it, and what carries the messages. */
export type ChatAround = { client: ChatClient; me: SessionUser }

const Around = createContext<ChatAround | undefined>(undefined)

export const ChatProvider = Around.Provider

export const useChat = (): ChatAround => {
  const around = use(Around)
  if (!around) throw new Error('This part of chat stands outside of its page')
  return around
}
