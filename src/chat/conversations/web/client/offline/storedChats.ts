/*
 * The conversations that a student can read offline: the first page of the list, and the last messages of each conversation that was
 * opened here. They are stored as the server sent them, so encrypted messages stay encrypted; beside them are the keys that this
 * device's own key opens. The chats lie among the stored replies, which are deleted when the session ends. A message that is deleted
 * or edited is changed here as soon as this tab hears of it, at the latest when it loads the list (review.ts).
 */
import type { Reply } from '#contract/endpoint.ts'
import { onForget } from '#web/api/session.ts'
import { deleteStoredReply, readStoredReply, type StoredReply, storedQueryKeys, storeReply } from '#web/offline/storedReplies.ts'
import type { conversationCalls } from '../../../conversations.calls.contract.ts'
import type { messageCalls } from '../../../conversations.messages.contract.ts'
import type { Conversation, Message } from '../../../conversations.shapes.contract.ts'
import { tombstoneOf } from '../log/stretch.ts'

export type ConversationsReply = Reply<typeof conversationCalls.conversations>
export type MessagesReply = Reply<typeof messageCalls.messages>

const listKey = ['chats']
const messagesName = 'chat'
const keyOf = (conversation: string): readonly string[] => [messagesName, conversation]
const keysKeyOf = (conversation: string): readonly string[] => ['chat keys', conversation]

/** What `chat/encryption` needs to decrypt a stored conversation, in named parts. */
type Keys = Readonly<Record<string, object>>

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

/** Returns the list that was stored before. */
export const storeConversations = (reply: ConversationsReply, token: string): Promise<ConversationsReply | undefined> =>
  inTurn(async () => {
    const before = await readConversations()
    await storeReply(listKey, { ...reply, nextCursor: null }, token)
    return before?.reply as ConversationsReply | undefined
  })

/** Keys that arrived before the messages of their conversation were stored. */
const waitingKeys = new Map<string, Keys>()
onForget(() => waitingKeys.clear())

const joined = (before: Keys | undefined, added: Keys): Keys => ({
  ...before,
  ...Object.fromEntries(Object.entries(added).map(([name, part]) => [name, { ...before?.[name], ...part }])),
})

const storeWaitingKeys = async (conversation: string, token: string): Promise<void> => {
  const added = waitingKeys.get(conversation)
  if (!added) return
  waitingKeys.delete(conversation)
  await storeReply(keysKeyOf(conversation), joined(await readKeys(conversation), added), token)
}

/** Adds to each part of the keys of a conversation, if its messages are stored here, or once they are. */
export const storeKeys = (conversation: string, parts: Keys, token: string): Promise<void> =>
  inTurn(async () => {
    waitingKeys.set(conversation, joined(waitingKeys.get(conversation), parts))
    if (await readMessages(conversation)) await storeWaitingKeys(conversation, token)
  })

export const readKeys = async (conversation: string): Promise<Keys | undefined> =>
  (await readStoredReply(keysKeyOf(conversation)))?.reply as Keys | undefined

/**
 * Stores a page of a conversation: one that continues what is stored is added, another one replaces it unless it is older. It need not
 * be the newest: with many unread messages, a conversation opens at the first of them.
 */
export const storeMessages = (conversation: string, page: MessagesReply, token: string): Promise<void> =>
  inTurn(async () => {
    const before = (await readStoredReply(keyOf(conversation)))?.reply as MessagesReply | undefined
    const [first, last] = [page.items[0]?.seq ?? page.lastSeq + 1, before?.items.at(-1)?.seq ?? 0]
    const end = page.items.at(-1)?.seq ?? page.lastSeq
    const isNewest = end >= page.lastSeq
    if (!isNewest && end <= last) return
    const earlier = before && last >= first - 1 ? before.items.filter(({ seq }) => seq < first) : []
    const items = [...earlier, ...page.items]
    const hasOlder = earlier.length > 0 ? (before?.hasMore ?? true) : first > 1 || (isNewest && page.hasMore)
    const hasMore = items.length > mostMessages || hasOlder
    // Earlier messages may have changed since they were stored.
    const lastChange = before && earlier.length > 0 ? before.lastChange : page.lastChange
    await storeReply(keyOf(conversation), { ...page, ...latest(items), hasMore, lastSeq: end, lastChange }, token)
    await storeWaitingKeys(conversation, token)
  })

/** The changes that a stored conversation has, up to the last one without a gap. */
const withChange = ({ lastChange }: MessagesReply, number: number): { lastChange: number } => ({
  lastChange: number === lastChange + 1 ? number : lastChange,
})

/** Adds a message that was sent or received, or replaces it if it was edited. */
export const storeMessage = (message: Message, token: string): Promise<void> => {
  return change<MessagesReply>(keyOf(message.conversation), token, (stored) => {
    const before = { ...stored, ...withChange(stored, message.change) }
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
    ...withChange(before, number),
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

/** Applies what has changed after `from` while this tab heard no events. */
export const storeChanges = async (conversationId: string, page: MessagesReply, from: number, token: string): Promise<void> => {
  for (const message of page.items) {
    const { _id: messageId, change: number, isDeleted } = message
    if (isDeleted) await storeDeletion({ conversationId, messageId, change: number }, token)
    else await storeMessage(message, token)
  }
  const to = page.hasMore ? (page.items.at(-1)?.change ?? from) : page.lastChange
  await change<MessagesReply>(keyOf(conversationId), token, (before) =>
    before.lastChange >= from && before.lastChange < to ? { ...before, lastChange: to } : undefined,
  )
}

/** Deletes what is stored of a conversation that the person has left or may no longer read. */
export const storeRemoval = async (conversation: string, token: string): Promise<void> => {
  await inTurn(async () => {
    waitingKeys.delete(conversation)
    await deleteStoredReply(keyOf(conversation))
    await deleteStoredReply(keysKeyOf(conversation))
  })
  await change<ConversationsReply>(listKey, token, (before) => ({
    ...before,
    items: before.items.filter(({ _id }) => _id !== conversation),
  }))
}

const found = (stored: StoredReply | undefined, reply: (stored: never) => unknown): StoredReply | undefined => {
  const chosen = stored && reply(stored.reply as never)
  return stored && chosen !== undefined ? { reply: chosen, at: stored.at } : undefined
}

/** Returns the ids of the conversations whose messages are stored. */
export const storedConversations = async (): Promise<string[]> =>
  (await storedQueryKeys()).filter(([name]) => name === messagesName).map(([, id]) => String(id))

export const readConversations = (): Promise<StoredReply | undefined> => readStoredReply(listKey)

export const readConversation = async (id: string): Promise<StoredReply | undefined> =>
  found(await readConversations(), ({ items }: { items: Conversation[] }) => items.find(({ _id }) => _id === id))

/** Returns what is stored of a conversation, as its newest page. */
export const readMessages = (id: string): Promise<StoredReply | undefined> => readStoredReply(keyOf(id))
