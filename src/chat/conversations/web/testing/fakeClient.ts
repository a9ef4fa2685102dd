import { vi } from 'vitest'
import { makeStore, type Settable } from '#web/api/store.ts'
import type { Conversation, Message } from '../../conversations.shapes.contract.ts'
import type { ChatClient, ConversationList, Draft, Log, Refused, Row, Typing } from '../client/chatClient.ts'

const emptyLog: Log = { rows: [], hasOlder: false, hasNewer: false, isLoading: null, error: null, readSeqAtOpening: 0 }

export const rowsOf = (...messages: Message[]): Row[] => messages.map((message) => ({ key: message.clientId, message }))

const kept = <T>(first: T) => {
  const stores = new Map<string, Settable<T>>()
  return (id: string): Settable<T> => {
    const store = stores.get(id) ?? makeStore(first)
    stores.set(id, store)
    return store
  }
}

/** A chat client controlled by the test, which records its calls. */
export const fakeClient = (conversations: readonly Conversation[] = [], logs: Record<string, Partial<Log>> = {}) => {
  const log = kept(emptyLog)
  const typing = kept<readonly Typing[]>([])
  for (const [id, given] of Object.entries(logs)) log(id).set({ ...emptyLog, ...given })
  const list = makeStore<ConversationList>({ items: conversations, hasMore: false, isLoading: false, error: null })
  const connection = makeStore<'connected' | 'disconnected'>('connected')
  const drafts = new Map<string, Draft>()
  const refusals = new Set<(refused: Refused) => void>()
  const done = async () => undefined
  const client = {
    connection,
    conversations: list,
    log,
    typing,
    loadConversations: vi.fn(done),
    open: vi.fn(),
    loadOlder: vi.fn(done),
    loadNewer: vi.fn(done),
    jumpTo: vi.fn(done),
    jumpToEnd: vi.fn(done),
    isEncrypted: async (id: string) => list.get().items.some(({ _id, isEncrypted }) => _id === id && isEncrypted),
    learn: vi.fn((learnt: Conversation) => {
      const { items } = list.get()
      list.set({ ...list.get(), items: [learnt, ...items.filter(({ _id }) => _id !== learnt._id)] })
    }),
    unsent: makeStore(0),
    send: vi.fn<ChatClient['send']>(done),
    discard: vi.fn(done),
    onRefused: (handler: (refused: Refused) => void) => {
      refusals.add(handler)
      return () => void refusals.delete(handler)
    },
    edit: vi.fn<ChatClient['edit']>(done),
    remove: vi.fn<ChatClient['remove']>(done),
    react: vi.fn<ChatClient['react']>(done),
    markRead: vi.fn(),
    markUnread: vi.fn(done),
    typed: vi.fn(),
    draft: {
      read: async (id: string) => drafts.get(id) ?? null,
      write: (id: string, draft: Draft | null) => void (draft ? drafts.set(id, draft) : drafts.delete(id)),
    },
    close: vi.fn(),
  } satisfies ChatClient
  const refuse = (refused: Refused) => {
    for (const handler of refusals) handler(refused)
  }
  return { client, list, drafts, connection, refuse }
}
