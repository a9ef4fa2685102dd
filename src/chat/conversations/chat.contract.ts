import { conversationCalls } from './chat.conversations.contract.ts'
import { messageCalls } from './chat.messages.contract.ts'

export const chatApi = { ...conversationCalls, ...messageCalls }
