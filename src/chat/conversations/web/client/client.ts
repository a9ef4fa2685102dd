import type { Environment } from './environment.ts'
import type { ConversationList } from './list/conversationList.ts'
import type { MessageLogs } from './log/messageLogs.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { ChatConnection } from './socket/chatConnection.ts'
import type { Tasks } from './tasks.ts'

/** The client of one person in one tab. The responses of its calls are already decrypted. */
export type Client = {
  environment: Environment & { tasks: Tasks }
  socket: ChatConnection
  list: ConversationList
  log: MessageLogs
  outbox: Outbox
}
