import type { Entry, SavedDraft, UnsentStorage } from '../environment.ts'

/** For browsers without storage, such as some private windows: unsent messages last as long as the page. */
export const memoryStorage = (): UnsentStorage => {
  const entries = new Map<string, Entry>()
  const drafts = new Map<string, SavedDraft>()
  return {
    all: async () => [...entries.values()],
    add: async (entry) => void entries.set(entry.clientId, entry),
    refuse: async (clientId, refused) => {
      const entry = entries.get(clientId)
      if (entry) entries.set(clientId, { ...entry, refused })
    },
    take: async (clientId) => {
      const entry = entries.get(clientId)
      entries.delete(clientId)
      return entry
    },
    readDraft: async (conversation) => drafts.get(conversation) ?? null,
    writeDraft: async (conversation, draft) => {
      if (draft) drafts.set(conversation, draft)
      else drafts.delete(conversation)
    },
    onChange: () => () => {},
    inTurn: (_, work) => work(),
    close: () => {},
  }
}
