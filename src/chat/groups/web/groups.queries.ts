import type { CallInput } from '#contract/endpoint.ts'
import { useAction, usePages } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { groupsApi } from '../groups.contract.ts'
import { groupsEn } from '../groups.en.ts'

export type PeopleFilter = Pick<CallInput<typeof groupsApi.people>['query'], 'search' | 'role' | 'slot' | 'notIn'>

export const usePeople = (query: PeopleFilter) => usePages(groupsApi.people, { query }, { keepPrevious: true })

export const useMembers = (id: string, search: string) =>
  usePages(groupsApi.members, { params: { id }, query: { ...(search && { search }) } }, { keepPrevious: true })

export const useCreateGroup = () => useAction(groupsApi.create)
export const useUpdateGroup = () => useAction(groupsApi.update)
export const useAddMembers = () => useAction(groupsApi.addMembers)

export const useRemoveMember = () => {
  const words = useWords(groupsEn).members.removal
  return useAction(groupsApi.removeMember, { failure: words.failed, onSuccess: () => toast.success(words.done) })
}

export const useRemoveGroup = (onDone: () => void) => {
  const words = useWords(groupsEn).deletion
  const onSuccess = () => {
    toast.success(words.done)
    onDone()
  }
  return useAction(groupsApi.remove, { failure: words.failed, onSuccess })
}
