import { createContext, use } from 'react'
import type { SessionUser } from '#web/api/session.ts'
import type { ChatClient } from './client/chatClient.ts'

/** Shared by all parts of the screen: the signed-in person and the chat client. */
export type ChatAround = { client: ChatClient; me: SessionUser }

const Around = createContext<ChatAround | undefined>(undefined)

export const ChatProvider = Around.Provider

export const useChat = (): ChatAround => {
  const around = use(Around)
  if (!around) throw new Error('This part of chat stands outside of its page')
  return around
}
