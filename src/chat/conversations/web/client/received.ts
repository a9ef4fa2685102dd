import { builtInConversations } from '#contract/builtInConversations.ts'
import { onForget } from '#web/api/session.ts'
import { emitOnSocket, socketConnection } from '#web/api/socketEvents.ts'
import { chatInbound } from '../../conversations.events.ts'
import { chatLimits } from '../../conversations.limits.ts'

/** Messages received within this time are reported together; random, so that the members of a group do not report at once. */
const gatherMs = 1_000

/** The numbers reported on this connection, and those of them that are not sent yet. */
const reported = new Map<string, number>()
const waiting = new Map<string, number>()
let isGathering = false

const builtIn: readonly string[] = builtInConversations

const send = (): void => {
  isGathering = false
  if (socketConnection.get() !== 'connected') return
  const some = [...waiting].slice(0, chatLimits.receivedAtOnce)
  for (const [id] of some) waiting.delete(id)
  const input = some.map(([conversationId, seq]) => ({ conversationId, seq }))
  if (input.length > 0) emitOnSocket(chatInbound.messagesReceived, input)
  if (waiting.size > 0) gather()
}
const gather = (): void => {
  if (isGathering) return
  isGathering = true
  setTimeout(send, gatherMs * Math.random())
}

socketConnection.subscribe(() => {
  // A report may have been lost with the connection: what is loaded again is reported again.
  if (socketConnection.get() === 'connected') gather()
  else reported.clear()
})
onForget(() => {
  reported.clear()
  waiting.clear()
})

/** Reports that this device has a conversation up to a message. Nobody waits for all members of the built-in groups. */
export const received = (conversationId: string, seq: number): void => {
  if (seq <= (reported.get(conversationId) ?? 0) || builtIn.includes(conversationId)) return
  reported.set(conversationId, seq)
  waiting.set(conversationId, seq)
  gather()
}
