import type { Message } from '../../conversations.shapes.contract.ts'

/** Callbacks by which the list, the logs and the outbox notify the client, which updates the others. */
export type ClientObserver = {
  /** The server has returned a message of the outbox. */
  onSent: (message: Message) => void
  /** A message that is still in the outbox has appeared in a log. */
  onDelivered: (clientId: string) => void
  /** The pending messages of these conversations have changed. */
  onPendingChange: (conversationIds: ReadonlySet<string>) => void
  /** The server has received a read position. */
  onRead: (conversationId: string) => void
  /** The person is no longer in a conversation. */
  onRemoved: (conversationId: string) => void
  /** The server's counters went back, because its data were restored from a backup: discards all state and reloads it. */
  onRestored: () => void
}
