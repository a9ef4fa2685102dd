import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { chatApi } from '../conversations.contract.ts'
import { chatEn } from '../conversations.en.ts'

const pageSize = '50'

export const useUnread = () => useCall(chatApi.unread)

/** A conversation missing from the list, such as one opened by its URL; refetched each time. */
export const useConversation = (id: string) => useCall(chatApi.conversation, { params: { id } }, { staleTime: 0 })

/** Conversations found by name, for a list that is not fully loaded. */
export const useFoundConversations = (search: string, isAsked: boolean) =>
  usePages(chatApi.conversations, { query: { search, limit: pageSize } }, { enabled: isAsked, keepPrevious: true })

/** Messages that contain the words of a search, newest first. */
export const useMessageHits = (q: string) => usePages(chatApi.search, { query: { q } }, { enabled: q !== '', keepPrevious: true })

/** People one may write to; nothing is fetched without a text (specification, section 5). */
export const usePeople = (q: string) =>
  usePages(chatApi.people, { query: { q, limit: pageSize } }, { enabled: q !== '', keepPrevious: true })

export const useParticipants = (id: string, search: string, isAsked = true) =>
  usePages(
    chatApi.participants,
    { params: { id }, query: { limit: pageSize, ...(search && { search }) } },
    { enabled: isAsked, keepPrevious: true },
  )

export const useReaders = (id: string) => usePages(chatApi.readers, { params: { id }, query: { limit: pageSize } })

export const useOpenPrivate = () => useAction(chatApi.openPrivate, { failure: useWords(chatEn).list.startFailed })

export const useUpdateSettings = () => useAction(chatApi.updateSettings)

export const useBlocks = () => usePages(chatApi.blocks, { query: { limit: '1000' } }, { staleTime: 60_000 })
export const useBlock = () => useAction(chatApi.block, { failure: useWords(chatEn).menu.blockFailed })
export const useUnblock = () => useAction(chatApi.unblock, { failure: useWords(chatEn).menu.unblockFailed })
