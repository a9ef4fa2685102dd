import type { Reply } from '#contract/endpoint.ts'
import { useCall } from '#web/api/queryClient.ts'
import { formatRupees, useWords } from '#web/words.ts'
import { feesApi } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'

type Accounts = Reply<typeof feesApi.accounts>

const dues = new WeakMap<Accounts, Map<string, number>>()

/** Maps each student to what they owe, computed once for all rows. */
const duesOf = (accounts: Accounts): Map<string, number> => {
  const known = dues.get(accounts) ?? new Map(accounts.items.map(({ student, owed }) => [student._id, owed]))
  dues.set(accounts, known)
  return known
}

/**
 * What a student owes, in the list of users: one call for all rows. It is no chip, because the end of
 * the account may be one. In a hall with more students than one call returns, no badge is
 * shown, because a missing student would look like one without dues.
 */
export const OwesBadge = ({ userId }: { userId: string }) => {
  const words = useWords(feesEn)
  const accounts = useCall(feesApi.accounts, { query: { limit: '1000' } }).data
  const owed = accounts?.nextCursor === null ? (duesOf(accounts).get(userId) ?? 0) : 0
  return owed > 0 && <span className="font-medium text-error-text text-xs tabular-nums">{words.owesBadge(formatRupees(owed))}</span>
}
