import { conversationCalls } from '../../conversations.calls.contract.ts'
import { chatInbound } from '../../conversations.events.ts'
import { messageCalls } from '../../conversations.messages.contract.ts'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import type { ChatClient } from './chatClient.ts'
import type { Client } from './client.ts'
import type { ClientObserver } from './clientObserver.ts'
import type { Clock, Environment } from './environment.ts'
import { ConversationList } from './list/conversationList.ts'
import { withEdit } from './list/conversations.ts'
import { decryptingCall, makeDecrypter } from './log/decrypter.ts'
import { MessageLogs } from './log/messageLogs.ts'
import { retryDecrypting } from './log/retryDecrypting.ts'
import { Outbox } from './outbox/outbox.ts'
import { makeOutgoingEncryption, type OutgoingEncryption } from './outbox/outgoingEncryption.ts'
import { sendEdit } from './outbox/sending.ts'
import { keepCaughtUp } from './socket/catchUp.ts'
import { makeChatConnection } from './socket/chatConnection.ts'
import { hearEvents } from './socket/events.ts'
import { countAgain, handlersOf, missed, readTo, receive, receiveEdit } from './socket/receiver.ts'
import { makeTasks } from './tasks.ts'

/** Wraps a clock so that all its timers can be cancelled at once. */
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

const messageActions = (client: Client, encryption: OutgoingEncryption): Pick<ChatClient, 'edit' | 'remove' | 'react'> => {
  const { list, log, environment } = client
  const { call } = environment
  return {
    edit: async (message, content) => receiveEdit(client, await sendEdit({ call, encryption }, message, content)),
    remove: async (message) => {
      const { _id: messageId, conversation: id, change } = message
      await call(messageCalls.remove, { params: { id: messageId } })
      list.update(id, (before) => withEdit(before, { messageId, change, content: null, isDeleted: true }))
      log.of(id).removed(message)
    },
    react: (message, emoji, on) => log.of(message.conversation).react(message, emoji, on),
  }
}

const readActions = (client: Client): Pick<ChatClient, 'markRead' | 'markUnread'> => {
  const { list, environment } = client
  return {
    markRead: (id, seq) => {
      const known = list.get(id)
      if (known && seq <= known.readSeq && !known.markedUnread) return
      readTo(client, id, seq)
      list.reads.mark(id, seq)
    },
    markUnread: async (id) => {
      list.reads.drop(id)
      const was = list.get(id)?.markedUnread ?? false
      list.update(id, (before) => ({ ...before, markedUnread: true }))
      try {
        await environment.call(conversationCalls.markUnread, { params: { id } })
      } catch (error) {
        list.update(id, (before) => ({ ...before, markedUnread: was }))
        throw error
      }
    },
  }
}

const logActions = ({ log, socket }: Client): Pick<ChatClient, 'log' | 'open' | LogAction> => ({
  log: (id) => log.of(id).store,
  open: (id) => {
    if (socket.opened.get() !== id) {
      socket.hints.stop()
      socket.opened.set(id)
      // The server sends events of less active groups only after a request.
      if (id !== null) socket.emit(chatInbound.joinConversations, [id])
      socket.emit(chatInbound.focus, id)
    }
    if (id !== null) log.open(id)
  },
  loadOlder: (id) => log.of(id).loadOlder(),
  loadNewer: (id) => log.of(id).loadNewer(),
  jumpTo: (id, seq) => log.of(id).jumpTo(seq),
  jumpToEnd: (id) => log.of(id).jumpToEnd(),
})
type LogAction = 'loadOlder' | 'loadNewer' | 'jumpTo' | 'jumpToEnd'

/** Keeps the list, the logs and the outbox consistent. */
const observe = (client: Client): ClientObserver => {
  const { environment, socket, list, log, outbox } = client
  return {
    onSent: (message) => receive(client, message),
    onDelivered: (clientId) => outbox.delivered(clientId),
    onPendingChange: (ids) => {
      for (const id of ids) log.get(id)?.publish()
    },
    onRead: (id) => countAgain(client, id),
    onRemoved: (id) => {
      list.remove(id)
      log.get(id)?.forget()
    },
    onRestored: () => {
      environment.encryption.noteRestored()
      list.forget()
      log.forget()
      socket.typists.forget()
      list.renew()
      const id = socket.opened.get()
      if (id !== null) void log.of(id).refresh()
      environment.tasks.wake()
    },
  }
}

/** Notifies no observer before the whole client is assembled. */
const assemble = (given: Environment) => {
  const decrypter = makeDecrypter(given.encryption)
  const tasks = makeTasks(given.clock)
  const environment = { ...given, call: decryptingCall(given.call, decrypter), tasks }
  const { call, clock, storage, me } = environment
  const observer = {} as ClientObserver
  const socket = makeChatConnection(given)
  const encryption = makeOutgoingEncryption(given.encryption)
  const isConnected = () => socket.connection.get() === 'connected'
  const list = new ConversationList({ call, tasks, clock, observer })
  const outbox = new Outbox({ call, encryption, storage, clock, tasks, isConnected, observer })
  const pendingIn = (id: string) => outbox.pendingIn(id)
  const log = new MessageLogs({ me, call, tasks, decrypter, observer, conversation: (id) => list.find(id), pendingIn })
  const client: Client = { environment, socket, list, log, outbox }
  Object.assign(observer, observe(client))
  return { client, observer, encryption }
}

/** Adds a conversation that a call has returned, once it is decrypted. */
const learn = async ({ list, log }: Client, conversation: Conversation, isClosed: () => boolean): Promise<void> => {
  // Conversations in the list are already decrypted.
  if (list.get(conversation._id) === conversation) return
  try {
    const readable = await log.decrypter.conversation(conversation)
    if (!isClosed()) list.learn(readable)
  } catch {
    if (!isClosed()) list.wantFetched(conversation._id)
  }
}

/** Creates the client of one person. The network, the clock and the device are passed in, so that tests can simulate them. */
export const makeChatClient = (given: Environment): ChatClient => {
  const { clock, stop } = stoppable(given.clock)
  const { client, observer, encryption } = assemble({ ...given, clock })
  const { environment, socket, list, log, outbox } = client
  const { decrypter } = log
  const stops = [
    decrypter.stop,
    hearEvents({ socket, decrypter, handlers: handlersOf(client, observer), missed: (id) => missed(client, id) }),
    keepCaughtUp(client, observer),
    retryDecrypting(client),
  ]
  void outbox.resume()
  let isClosed = false
  const close = (): void => {
    isClosed = true
    for (const each of stops) each()
    socket.hints.stop()
    outbox.drafts.saveAll()
    stop()
    environment.tasks.close()
    outbox.close()
    environment.storage.close()
    // Decrypted data must not outlive the session.
    list.forget()
    log.forget()
  }
  return {
    connection: socket.connection,
    conversations: list.store,
    typing: (id) => socket.typists.of(id),
    loadConversations: () => list.loadMore(),
    isEncrypted: (id) => given.encryption.isEncrypted(id),
    learn: (conversation) => void learn(client, conversation, () => isClosed),
    ...logActions(client),
    ...messageActions(client, encryption),
    ...readActions(client),
    unsent: outbox.count,
    send: (id, draft, file) => outbox.add(id, draft, file),
    discard: (clientId) => outbox.discard(clientId),
    onRefused: (handler) => outbox.onRefused(handler),
    typed: socket.hints.typed,
    draft: outbox.drafts,
    close,
  }
}
