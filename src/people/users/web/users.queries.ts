import type { Role } from '#contract/actor.ts'
import { accountsApi } from '#people/accounts/accounts.contract.ts'
import { cachedReplies, useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { getSession, updateUser } from '#web/api/session.ts'
import { useWords } from '#web/words.ts'
import { type AccountStatus, type User, type UserListQuery, usersApi } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'

export type UserFilter = {
  search: string
  role: Role | undefined
  status: AccountStatus | undefined
  hasSeat: 'true' | 'false' | undefined
}

/** What is asked for these filters. A blank search is no search. */
export const queryFor = ({ search, role, status, hasSeat }: UserFilter): UserListQuery => ({
  ...(search && { search }),
  ...(role && { role }),
  ...(status && { status }),
  ...(hasSeat && { hasSeat }),
})

/** People, newest first or by their last day, page by page. */
export const useUsers = (filter: UserFilter) =>
  usePages(usersApi.list, { query: { limit: '100', ...queryFor(filter) } }, { keepPrevious: true })

export const useSeats = () => useCall(usersApi.seats)

/** Shows a person of the list at once, and fetches them all the same. */
const listed = (id: string): User | undefined =>
  cachedReplies(usersApi.list)
    .flatMap(({ items }) => items)
    .find(({ _id }) => _id === id)

export const useProfile = (id: string) => useCall(usersApi.profile, { params: { id } }, { placeholderData: () => listed(id) })

/** A person who edits the own account is called by the new name at once. */
const followMyself = (user: User): void => {
  if (getSession()?.user._id === user._id) updateUser(user)
}

export const useCreateUser = () => useAction(usersApi.create)
export const useUpdateUser = () => useAction(usersApi.update, { onSuccess: followMyself })
export const useUpdateTermination = () => useAction(usersApi.updateTermination)
export const useMakeResetLink = () => useAction(accountsApi.makeResetLink)
/** Two students get the seats of each other. */
export const useExchangeSeats = () => useAction(usersApi.exchangeSeats)
export const useRemoveUser = () =>
  useAction(usersApi.remove, {
    failure: useWords(usersEn).deletion.failed,
    optimistic: (change, { params: { id } }) =>
      change(usersApi.list, (reply) => {
        const items = reply.items.filter((user) => user._id !== id)
        const gone = reply.items.length - items.length
        return { ...reply, items, total: reply.total === undefined ? undefined : reply.total - gone }
      }),
  })
