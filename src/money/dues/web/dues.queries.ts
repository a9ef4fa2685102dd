import type { SheetFormat } from '#contract/sheet.ts'
import type { Slot } from '#people/users/users.contract.ts'
import { download } from '#web/api/download.ts'
import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { duesApi } from '../dues.contract.ts'
import { duesEn } from '../dues.en.ts'
import type { DueChoice } from '../dues.policy.ts'

export type DuesFilter = { search: string; slot: Slot | undefined; age: DueChoice | undefined; notReminded: boolean; deleted: boolean }

/** What of a filter narrows a list; a blank is left out. */
const narrowed = ({ search, slot, age, notReminded, deleted }: DuesFilter) => ({
  ...(search && { search }),
  ...(slot && { slot }),
  ...(age && { age }),
  ...(notReminded && { notReminded: 'true' as const }),
  ...(deleted && { deleted: 'true' as const }),
})

/** A person who owes something, those who have owed longest first. */
export const useDues = (filter: DuesFilter) =>
  usePages(duesApi.list, { query: { limit: '50', ...narrowed(filter) } }, { keepPrevious: true })

/** What is owed, by how long it has been due; with `asOf`, what was owed at the end of that day. */
export const useAgeing = (asOf: string | undefined) => useCall(duesApi.ageing, { query: asOf ? { asOf } : {} }, { keepPrevious: true })

/** The note appears on the press: the message itself is sent by the clerk's own phone. */
export const useRemind = (by: string) => {
  const words = useWords(duesEn)
  return useAction(duesApi.remind, {
    failure: words.remindFailed,
    optimistic: (change, { params: { id }, body: { channel } }) =>
      change(duesApi.list, (reply) => ({
        ...reply,
        items: reply.items.map((due) =>
          due._id === id ? { ...due, lastReminder: { _id: 'new', at: new Date().toISOString(), by, channel, owed: due.owed } } : due,
        ),
      })),
  })
}

export const downloadDues = (filter: DuesFilter, format: SheetFormat): Promise<void> =>
  download(duesApi.exportDues, { query: { ...narrowed(filter), format } })
