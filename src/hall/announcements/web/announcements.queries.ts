import { useAction, useCall } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { announcementsApi } from '../announcements.contract.ts'
import { announcementsEn } from '../announcements.en.ts'

export const useAnnouncements = () => useCall(announcementsApi.list)
export const useCreateAnnouncement = () => useAction(announcementsApi.create)
export const useUpdateAnnouncement = () => useAction(announcementsApi.update)

/** Updates the status optimistically and reverts it with an error message if the server rejects the change. */
export const useToggleAnnouncement = (id: string) => {
  const words = useWords(announcementsEn)
  return useAction(announcementsApi.toggle, {
    failure: words.toggleFailed,
    optimistic: (change) =>
      change(announcementsApi.list, (reply) => ({
        ...reply,
        items: reply.items.map((item) => (item._id === id ? { ...item, isActive: !item.isActive } : item)),
      })),
    onSuccess: () => toast.success(words.toggled),
  })
}

export const useRemoveAnnouncement = () => {
  const words = useWords(announcementsEn).deletion
  return useAction(announcementsApi.remove, { failure: words.failed, onSuccess: () => toast.success(words.done) })
}
