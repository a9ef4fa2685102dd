import { conversationCalls } from '../../chat.conversations.contract.ts'
import { messageCalls } from '../../chat.messages.contract.ts'
import type { Conversation } from '../../chat.shapes.contract.ts'
import { keepCaughtUp } from './catchUp.ts'
import type { ChatClient } from './chatClient.ts'
import { withEdit } from './conversations.ts'
import { hearEvents } from './events.ts'
import { assemble, type Parts } from './parts.ts'
import type { Clock, Ports } from './ports.ts'
import { countAgain, handlersOf, missed, readTo, receive, receiveEdit } from './receiver.ts'
import { keepReopening } from './reopening.ts'
import { sendEdit } from './sending.ts'

/** A clock that can be stopped together with whatever it was asked for. */
const stoppable = (clock: Clock) => {
  const cancels = new Set<() => void>()
  let isStopped = false
  const after: Clock['after'] = (ms, run) => {
    if (isStopped) return () => {}
    const cancel = clock.after(ms, () => {
      cancels.delete(cancel)
      run()
    })
    cancels.add(cancel)
    return () => {
      cancels.delete(cancel)
      cancel()
    }
  }
  const stop = (): void => {
    isStopped = true
    for (const cancel of cancels) cancel()
  }
  return { clock: { ...clock, after }, stop }
}

const messageActions = (parts: Parts): Pick<ChatClient, 'edit' | 'remove' | 'react'> => {
  const { list, logs, ports } = parts
  return {
    edit: async (message, content) => receiveEdit(parts, await sendEdit(parts, message, content)),
    remove: async (message) => {
      const { _id: messageId, conversation: id, change } = message
      await ports.call(messageCalls.remove, { params: { id: messageId } })
      list.update(id, (before) => withEdit(before, { messageId, change, content: null, isDeleted: true }))
      logs.of(id).removed(message)
    },
    react: (message, emoji, on) => logs.of(message.conversation).react(message, emoji, on),
  }
}

const readActions = (parts: Parts): Pick<ChatClient, 'markRead' | 'markUnread'> => {
  const { list, reads, ports } = parts
  return {
    markRead: (id, seq) => {
      const known = list.get(id)
      if (known && seq <= known.readSeq && !known.markedUnread) return
      readTo(parts, id, seq)
      reads.mark(id, seq)
    },
    markUnread: async (id) => {
      reads.drop(id)
      const was = list.get(id)?.markedUnread ?? false
      list.update(id, (before) => ({ ...before, markedUnread: true }))
      try {
        await ports.call(conversationCalls.markUnread, { params: { id } })
      } catch (error) {
        list.update(id, (before) => ({ ...before, markedUnread: was }))
        throw error
      }
    },
  }
}

const logActions = ({ logs, opened, hints, ports: { socket } }: Parts): Pick<ChatClient, 'log' | 'open' | LogAction> => ({
  log: (id) => logs.of(id).store,
  open: (id) => {
    if (opened.get() !== id) {
      hints.stop()
      opened.set(id)
      // A group that is not among the most active ones is heard of once it is asked for.
      if (id !== null) socket.emit('join_conversations', [id])
      socket.emit('focus', id)
    }
    if (id !== null) logs.open(id)
  },
  loadOlder: (id) => logs.of(id).loadOlder(),
  loadNewer: (id) => logs.of(id).loadNewer(),
  jumpTo: (id, seq) => logs.of(id).jumpTo(seq),
  jumpToEnd: (id) => logs.of(id).jumpToEnd(),
})
type LogAction = 'loadOlder' | 'loadNewer' | 'jumpTo' | 'jumpToEnd'

/** Makes the client of one person. The network, the clock and the device are given to it, so that tests can play them. */
export const makeChatClient = (given: Ports): ChatClient => {
  const { clock, stop } = stoppable(given.clock)
  const ports = { ...given, clock }
  const parts: Parts = assemble(ports, { sent: (message) => receive(parts, message), read: (id) => countAgain(parts, id) })
  const { list, logs, opening, outbox, typists, hints, drafts, presence } = parts
  const stops = [
    parts.opening.stop,
    hearEvents({ ...parts, ...ports, handlers: handlersOf(parts), missed: (id) => missed(parts, id) }),
    keepCaughtUp(parts),
    keepReopening(parts),
  ]
  void outbox.resume()
  let isClosed = false
  const learn = async (conversation: Conversation): Promise<void> => {
    // What the list has is open already.
    if (list.get(conversation._id) === conversation) return
    try {
      const readable = await opening.conversation(conversation)
      if (!isClosed) list.learn(readable)
    } catch {
      if (!isClosed) list.wantFetched(conversation._id)
    }
  }
  return {
    connection: ports.socket.connection,
    conversations: list.store,
    presence,
    typing: (id) => typists.of(id),
    loadConversations: () => list.loadMore(),
    learn: (conversation) => void learn(conversation),
    ...logActions(parts),
    ...messageActions(parts),
    ...readActions(parts),
    unsent: outbox.count,
    send: (id, draft, file) => outbox.add(id, draft, file),
    discard: (clientId) => outbox.discard(clientId),
    onRefused: (handler) => outbox.onRefused(handler),
    typed: hints.typed,
    draft: drafts,
    close: () => {
      isClosed = true
      for (const each of stops) each()
      hints.stop()
      drafts.saveAll()
      stop()
      parts.tasks.close()
      outbox.close()
      ports.storage.close()
      // Nothing that was decrypted outlives the session.
      list.forget()
      logs.forget()
    },
  }
}
