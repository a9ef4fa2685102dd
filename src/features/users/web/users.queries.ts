import type { Role } from '#contract/actor.ts'
import { useAction, usePages } from '#web/api/queryClient.ts'
import { usersApi } from '../users.contract.ts'

export type UserFilter = { search: string; role: Role | undefined }

/** People, newest first, page by page. A blank search is no search. */
export const useUsers = ({ search, role }: UserFilter) =>
  usePages(usersApi.list, { query: { ...(search && { search }), ...(role && { role }) } }, { keepPrevious: true })

/** Also renews the figures of the dashboard, whose address stands under that of the list. */
export const useCreateUser = () => useAction(usersApi.create, { refreshes: [usersApi.list] })
