import { chatApi } from '#chat/conversations/conversations.contract.ts'
import type { ConversationType } from '#chat/conversations/conversations.shapes.contract.ts'
import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { moderationApi } from '../moderation.contract.ts'
import { moderationEn } from '../moderation.en.ts'

export const useConversations = (search: string, type: ConversationType | undefined) =>
  usePages(moderationApi.conversations, { query: { ...(search && { search }), ...(type && { type }) } }, { keepPrevious: true })

export const useConversation = (id: string) => useCall(moderationApi.conversation, { params: { id } })

export const useFlagged = () => usePages(moderationApi.flagged)
export const useOpenReports = () => useCall(moderationApi.openReports)
export const useStops = () => usePages(moderationApi.stops)

export const useFlag = () => useAction(moderationApi.flag)
export const useUnflag = () => {
  const words = useWords(moderationEn).unflagDialog
  return useAction(moderationApi.flag, { failure: words.failed, onSuccess: () => toast.success(words.done) })
}

export const useDecide = () => {
  const words = useWords(moderationEn).flagged
  return useAction(moderationApi.decide, {
    failure: words.decideFailed,
    onSuccess: ({ outcome }) => toast.success(outcome === 'upheld' ? words.upheld : words.dismissed),
  })
}

export const useRemoveMessage = () => {
  const words = useWords(moderationEn).deletion
  return useAction(chatApi.remove, { failure: words.failed, onSuccess: () => toast.success(words.done) })
}

export const useStop = () => useAction(moderationApi.stop)
export const useEndStop = (name: string) => {
  const words = useWords(moderationEn).stopped
  return useAction(moderationApi.endStop, { failure: words.endFailed, onSuccess: () => toast.success(words.ended(name)) })
}

export const useReport = () => useAction(moderationApi.report)
export const useOwnReports = () => useCall(moderationApi.reports, { query: { limit: '20' } })
export const useMarkReportsSeen = () => useAction(moderationApi.markReportsSeen)
