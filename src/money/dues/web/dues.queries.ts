import type { SheetFormat } from '#contract/sheet.ts'
import type { Slot } from '#contract/terms.ts'
import { download } from '#web/api/download.ts'
import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { duesApi } from '../dues.contract.ts'
import { duesEn } from '../dues.en.ts'
import type { DueChoice } from '../dues.policy.ts'

export type DuesFilter = { search: string; slot: Slot | undefined; age: DueChoice | undefined; notReminded: boolean; deleted: boolean }

/** Returns the filter without blank values. */
const narrowed = ({ search, slot, age, notReminded, deleted }: DuesFilter) => ({
  ...(search && { search }),
  ...(slot && { slot }),
  ...(age && { age }),
  ...(notReminded && { notReminded: 'true' as const }),
  ...(deleted && { deleted: 'true' as const }),
})

/** Students who owe something, longest overdue first. */
export const useDues = (filter: DuesFilter) =>
  usePages(duesApi.list, { query: { limit: '50', ...narrowed(filter) } }, { keepPrevious: true })

/** What is owed, by age; with `asOf`, as it was at the end of that day. */
export const useAgeing = (asOf: string | undefined) => useCall(duesApi.ageing, { query: asOf ? { asOf } : {} }, { keepPrevious: true })

/** Adds the reminder optimistically: the message itself is sent by the clerk's own phone. */
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

/** Refetches the list afterwards, because an earlier reminder may become the last one. */
export const useTakeBack = () => useAction(duesApi.takeBack, { failure: useWords(duesEn).takeBackFailed })

export const downloadDues = (filter: DuesFilter, format: SheetFormat): Promise<void> =>
  download(duesApi.exportDues, { query: { ...narrowed(filter), format } })
