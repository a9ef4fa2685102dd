import type { Role } from '#contract/actor.ts'
import { cachedReplies, useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { getSession, updateUser } from '#web/api/session.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { type AccountStatus, type MoneyGroup, type User, type UserListQuery, usersApi } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'

export type UserFilter = {
  search: string
  role: Role | undefined
  status: AccountStatus | undefined
  hasSeat: 'true' | 'false' | undefined
  only: MoneyGroup | undefined
}

/** Returns the query of these filters, without a blank search. */
export const queryFor = ({ search, role, status, hasSeat, only }: UserFilter): UserListQuery => ({
  ...(search && { search }),
  ...(role && { role }),
  ...(status && { status }),
  ...(hasSeat && { hasSeat }),
  ...(only && { only }),
})

/** People, newest first or by their last day, in pages. */
export const useUsers = (filter: UserFilter, enabled = true) =>
  usePages(usersApi.list, { query: { limit: '100', ...queryFor(filter) } }, { keepPrevious: true, enabled })

/** Shows a person of the list immediately, and still refetches them. */
const listed = (id: string): User | undefined =>
  cachedReplies(usersApi.list)
    .flatMap(({ items }) => items)
    .find(({ _id }) => _id === id)

export const useProfile = (id: string) => useCall(usersApi.profile, { params: { id } }, { placeholderData: () => listed(id) })

/** Updates the name of the signed-in person after they edited their own account. */
const followMyself = (user: User): void => {
  if (getSession()?.user._id === user._id) updateUser(user)
}

export const useCreateUser = () => useAction(usersApi.create)
export const useUpdateUser = () => useAction(usersApi.update, { onSuccess: followMyself })
export const useUpdateTermination = () => useAction(usersApi.updateTermination)
export const useRemoveUser = () => {
  const words = useWords(usersEn).deletion
  return useAction(usersApi.remove, {
    failure: words.failed,
    // Here, because the component that deletes may be gone when the server replies.
    onSuccess: () => toast.success(words.done),
    optimistic: (change, { params: { id } }) =>
      change(usersApi.list, (reply) => {
        const items = reply.items.filter((user) => user._id !== id)
        const gone = reply.items.length - items.length
        return { ...reply, items, total: reply.total === undefined ? undefined : reply.total - gone }
      }),
  })
}
