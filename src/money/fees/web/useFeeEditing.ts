import { useMemo, useState } from 'react'
import { Rupees } from '#contract/money.ts'
import { useRefusal } from '#system/customization/web/useRules.ts'
import { CallError } from '#web/api/callError.ts'
import { toast } from '#web/ui/toast.ts'
import { typedNumber } from '#web/ui/typedNumber.ts'
import { errorText, useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import type { AdjustmentKind, Fee } from '../fees.shapes.contract.ts'
import { useUpdateFee } from './fees.queries.ts'

type Draft = { id: string; before: number; amount: string; notes: string; adjustment: AdjustmentKind; reason: string }
const shownFields = ['amount', 'notes', 'reason'] as const
type Errors = Partial<Record<(typeof shownFields)[number], string>>

/** Edits the amount and notes of one row at a time. */
export const useFeeEditing = () => {
  const words = useWords(feesEn)
  const update = useUpdateFee()
  const mayNotLower = useRefusal('managersConcede')
  const [draft, setDraft] = useState<Draft>()
  const [errors, setErrors] = useState<Errors>({})
  /** The row whose button receives the focus again. */
  const [left, setLeft] = useState<string>()
  const { mutateAsync, isPending } = update
  const { failed } = words.editing

  return useMemo(() => {
    const become = (next: Draft | undefined) => {
      setDraft(next)
      setErrors({})
      toast.settled(failed)
    }
    const close = () => {
      setLeft(draft?.id)
      become(undefined)
    }
    const fail = (thrown: unknown) => {
      const fields = thrown instanceof CallError ? thrown.fields : undefined
      // An error of a field that the row does not show must still be displayed.
      if (fields && shownFields.some((name) => fields[name])) setErrors(fields)
      else toast.error(errorText(thrown, failed), { of: failed })
    }
    const save = async () => {
      if (!draft || isPending) return
      const { id, before, notes, adjustment, reason } = draft
      const judged = Rupees.safeParse(draft.amount.trim() === '' ? undefined : typedNumber(draft.amount))
      if (!judged.success) return setErrors({ amount: judged.error.issues[0]?.message ?? '' })
      const amount = judged.data
      if (amount < before && mayNotLower) return setErrors({ amount: mayNotLower })
      try {
        const why = amount === before ? {} : { adjustment, ...(reason.trim() && { reason }) }
        await mutateAsync({ params: { id }, body: { amount, notes, ...why } })
        toast.success(words.updated)
        close()
      } catch (thrown) {
        fail(thrown)
      }
    }
    return {
      draft,
      errors,
      left,
      isSaving: isPending,
      start: ({ _id: id, amount, notes }: Fee) =>
        become({ id, before: amount, amount: String(amount), notes, adjustment: 'correction', reason: '' }),
      set: (changes: Partial<Draft>) => {
        setDraft((before) => before && { ...before, ...changes })
        setErrors({})
      },
      cancel: close,
      save,
    }
  }, [words, failed, draft, errors, left, isPending, mutateAsync, mayNotLower])
}
