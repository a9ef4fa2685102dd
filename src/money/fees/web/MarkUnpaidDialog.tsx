import { limits } from '#contract/limits.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ReasonField } from '#web/ui/ReasonField.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { formatRupees, useWords } from '#web/words.ts'
import { feesApi } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import type { Fee, Payment } from '../fees.shapes.contract.ts'
import { useFeePayments, useUpdateFee } from './fees.queries.ts'
import { useFeeNames } from './useFeeName.ts'

export type MarkUnpaidProps = { fee: Fee; onClose: () => void }

/** Asks for confirmation before the payments of a fee are voided, and names the other months that they paid. */
export const MarkUnpaidDialog = ({ fee, onClose }: MarkUnpaidProps) => {
  const all = useWords(feesEn)
  const words = all.unpaying
  const payments = useFeePayments(fee._id)
  const update = useUpdateFee()
  const form = useForm(feesApi.update, {
    initial: { paid: false, reason: '' },
    send: ({ body }) => update.mutateAsync({ params: { id: fee._id }, body }),
    failure: all.statusFailed,
    onDone: () => {
      toast.success(all.markedUnpaid)
      onClose()
    },
  })
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <Loaded of={payments} skeleton={<ListSkeleton rows={1} />} failed={words.loadFailed}>
        {({ items }) => <Affected payments={items.filter(({ voided }) => voided === null)} />}
      </Loaded>
      <ReasonField
        reasons={all.reasons.voids}
        other={all.reasons.other}
        label={words.reason}
        hint={words.reasonHint}
        maxLength={limits.reason}
        isDisabled={form.isSending}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

const Affected = ({ payments }: { payments: readonly Payment[] }) => {
  const words = useWords(feesEn).unpaying
  const namesOf = useFeeNames()
  if (payments.length === 0) return <p>{words.nothing}</p>
  return (
    <>
      <p>{words.text}</p>
      <ul aria-label={words.list} className="flex flex-col gap-2">
        {payments.map(({ _id, receiptNumber, amount, lines }) => (
          <li key={_id} className="rounded-lg border border-line px-4 py-2">
            <p className="font-medium tabular-nums">{words.receipt(receiptNumber, formatRupees(amount))}</p>
            <p className="text-muted text-sm wrap-anywhere">{words.pays(namesOf(lines))}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
