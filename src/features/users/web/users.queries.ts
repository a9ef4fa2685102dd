import type { Role } from '#contract/actor.ts'
import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { getSession, updateUser } from '#web/api/session.ts'
import { useWords } from '#web/words.ts'
import { type AccountStatus, type User, usersApi } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'

export type UserFilter = { search: string; role: Role | undefined; status: AccountStatus | undefined }

/** People, newest first, page by page. A blank search is no search. */
export const useUsers = ({ search, role, status }: UserFilter) =>
  usePages(
    usersApi.list,
    { query: { limit: '100', ...(search && { search }), ...(role && { role }), ...(status && { status }) } },
    { keepPrevious: true },
  )

export const useSeats = () => useCall(usersApi.seats)
export const useProfile = (id: string) => useCall(usersApi.profile, { params: { id } })

/** Whoever edits the own account is called by the new name at once. */
const followMyself = (user: User): void => {
  if (getSession()?.user._id === user._id) updateUser(user)
}

export const useCreateUser = () => useAction(usersApi.create)
export const useUpdateUser = () => useAction(usersApi.update, { onSuccess: followMyself })
export const useUpdateTermination = () => useAction(usersApi.updateTermination)
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
