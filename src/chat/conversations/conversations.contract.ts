import { conversationCalls } from './conversations.calls.contract.ts'
import { messageCalls } from './conversations.messages.contract.ts'

export const chatApi = { ...conversationCalls, ...messageCalls }
