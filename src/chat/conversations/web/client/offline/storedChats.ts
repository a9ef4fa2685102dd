/*
 * The conversations that a student can read offline: the first page of the list, and the last messages of each conversation that was
 * opened here. Nothing is stored of an encrypted conversation but its line in the list, because the keys are not here without a
 * connection. The chats lie among the stored replies, which are deleted when
 * the session ends. A message that is deleted or edited is changed here as soon as this tab hears of it.
 */
import type { Reply } from '#contract/endpoint.ts'
import { deleteStoredReply, readStoredReply, type StoredReply, storeReply } from '#web/offline/storedReplies.ts'
import type { conversationCalls } from '../../../conversations.calls.contract.ts'
import type { messageCalls } from '../../../conversations.messages.contract.ts'
import type { Conversation, Message } from '../../../conversations.shapes.contract.ts'
import { tombstoneOf } from '../log/stretch.ts'

export type ConversationsReply = Reply<typeof conversationCalls.conversations>
export type MessagesReply = Reply<typeof messageCalls.messages>

const listKey = ['chats']
const keyOf = (conversation: string): readonly string[] => ['chat', conversation]

/** Number of messages stored of each conversation, the last ones. */
const mostMessages = 50

/** Each change reads what is stored and writes it again, so they follow one another. */
let lastChange: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = lastChange.then(work)
  lastChange = turn.catch(() => undefined)
  return turn
}

const latest = (items: readonly Message[]): Pick<MessagesReply, 'items'> => ({ items: items.slice(-mostMessages) })

const change = <R>(key: readonly string[], token: string, changed: (before: R) => R | undefined): Promise<void> =>
  inTurn(async () => {
    const stored = await readStoredReply(key)
    const after = stored && changed(stored.reply as R)
    if (after) await storeReply(key, after, token)
  })

export const storeConversations = (reply: ConversationsReply, token: string): Promise<void> =>
  inTurn(() => storeReply(listKey, { ...reply, nextCursor: null }, token))

const isEncrypted = ({ encryption }: Message): boolean => encryption !== undefined

/** Stores the newest page of a conversation; `after` continues what is stored, or replaces it if messages between them are missing. */
export const storeMessages = (conversation: string, page: MessagesReply, token: string): Promise<void> =>
  inTurn(async () => {
    const end = page.items.at(-1)?.seq ?? page.lastSeq
    if (end < page.lastSeq) return
    if (page.items.some(isEncrypted)) return deleteStoredReply(keyOf(conversation))
    const before = (await readStoredReply(keyOf(conversation)))?.reply as MessagesReply | undefined
    const [first, last] = [page.items[0]?.seq ?? page.lastSeq + 1, before?.items.at(-1)?.seq ?? 0]
    const earlier = before && last >= first - 1 ? before.items.filter(({ seq }) => seq < first) : []
    const items = [...earlier, ...page.items]
    const hasMore = items.length > mostMessages || (earlier.length > 0 ? (before?.hasMore ?? true) : page.hasMore || first > 1)
    await storeReply(keyOf(conversation), { ...page, ...latest(items), hasMore }, token)
  })

/** Adds a message that was sent or received, or replaces it if it was edited. */
export const storeMessage = (message: Message, token: string): Promise<void> => {
  const key = keyOf(message.conversation)
  if (isEncrypted(message)) return inTurn(() => deleteStoredReply(key))
  return change<MessagesReply>(key, token, (before) => {
    const { items } = before
    if (items.some(({ _id }) => _id === message._id))
      return { ...before, items: items.map((each) => (each._id === message._id && each.change < message.change ? message : each)) }
    if (message.seq !== before.lastSeq + 1) return undefined
    const hasMore = before.hasMore || items.length >= mostMessages
    return { ...before, ...latest([...items, message]), hasMore, lastSeq: message.seq }
  })
}

type Deletion = { conversationId: string; messageId: string; change: number }

/** Removes the content of a deleted message, of its quotes, and of its line in the list. */
export const storeDeletion = async ({ conversationId, messageId, change: number }: Deletion, token: string): Promise<void> => {
  const emptied = <M extends { encryption?: unknown }>(quoted: M) => ({
    ...{ ...quoted, content: null, isDeleted: true },
    ...(quoted.encryption !== undefined && { encryption: null }),
  })
  await change<MessagesReply>(keyOf(conversationId), token, (before) => ({
    ...before,
    items: before.items.map((each) => {
      if (each._id === messageId) return tombstoneOf(each, number)
      return each.replyTo?._id === messageId ? { ...each, replyTo: emptied(each.replyTo) } : each
    }),
  }))
  await change<ConversationsReply>(listKey, token, (before) => ({
    ...before,
    items: before.items.map((each) => (each.lastMessage?._id === messageId ? { ...each, lastMessage: emptied(each.lastMessage) } : each)),
  }))
}

/** Applies what has changed while this tab heard no events. */
export const storeChanges = async (changed: readonly Message[], token: string): Promise<void> => {
  for (const message of changed) {
    const { conversation: conversationId, _id: messageId, change: number, isDeleted } = message
    if (isDeleted) await storeDeletion({ conversationId, messageId, change: number }, token)
    else await storeMessage(message, token)
  }
}

/** Deletes what is stored of a conversation that the person has left or may no longer read. */
export const storeRemoval = async (conversation: string, token: string): Promise<void> => {
  await inTurn(() => deleteStoredReply(keyOf(conversation)))
  await change<ConversationsReply>(listKey, token, (before) => ({
    ...before,
    items: before.items.filter(({ _id }) => _id !== conversation),
  }))
}

const found = (stored: StoredReply | undefined, reply: (stored: never) => unknown): StoredReply | undefined => {
  const chosen = stored && reply(stored.reply as never)
  return stored && chosen !== undefined ? { reply: chosen, at: stored.at } : undefined
}

export const readConversations = (): Promise<StoredReply | undefined> => readStoredReply(listKey)

export const readConversation = async (id: string): Promise<StoredReply | undefined> =>
  found(await readConversations(), ({ items }: { items: Conversation[] }) => items.find(({ _id }) => _id === id))

/** Returns what is stored of a conversation, as its newest page. */
export const readMessages = (id: string): Promise<StoredReply | undefined> => readStoredReply(keyOf(id))
