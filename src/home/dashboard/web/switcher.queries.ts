import { may } from '#contract/endpoint.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { usersApi } from '#people/users/users.contract.ts'
import { useCall } from '#web/api/queryClient.ts'
import type { SessionUser } from '#web/api/session.ts'

const few = '5'
/** Minimum number of letters: one letter matches nearly everything. A single digit is a seat number. */
const worthAsking = 2
const isSeat = (query: string): boolean => /^\d$/.test(query)

/** Searches documents and, for callers with the permission, people. */
export const useFound = (query: string, user: SessionUser) => {
  const isAsked = query.length >= worthAsking
  const asksPeople = (isAsked || isSeat(query)) && may(usersApi.list, user)
  const documents = useCall(documentsApi.list, { query: { search: query, limit: few } }, { enabled: isAsked, keepPrevious: isAsked })
  const people = useCall(usersApi.list, { query: { search: query, limit: few } }, { enabled: asksPeople, keepPrevious: asksPeople })
  return {
    documents: (isAsked && documents.data?.items) || [],
    people: (asksPeople && people.data?.items) || [],
    isSearching: documents.isFetching || people.isFetching,
    failed: documents.error ?? people.error,
  }
}
