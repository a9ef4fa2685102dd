import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { chatApi } from '../chat.contract.ts'
import { chatEn } from '../chat.en.ts'

const pageSize = '50'

export const useUnread = () => useCall(chatApi.unread)

/** A conversation that the list does not have, as where its address was opened; asked for again each time. */
export const useConversation = (id: string) => useCall(chatApi.conversation, { params: { id } }, { staleTime: 0 })

/** Conversations by name, for a list of which not all is loaded. */
export const useFoundConversations = (search: string, isAsked: boolean) =>
  usePages(chatApi.conversations, { query: { search, limit: pageSize } }, { enabled: isAsked, keepPrevious: true })

/** Messages with the words of a search, newest first. */
export const useMessageHits = (q: string) => usePages(chatApi.search, { query: { q } }, { enabled: q !== '', keepPrevious: true })

/** Whom someone may write to; nothing is asked without a text (specification, section 5). */
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
