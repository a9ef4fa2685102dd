import { Loaded } from '#web/ui/Loaded.tsx'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
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
  return (
    <ReasonDialog
      call={feesApi.update}
      sent={{ paid: false }}
      send={(body) => update.mutateAsync({ params: { id: fee._id }, body })}
      title={words.title}
      reasons={all.reasons.voids}
      words={{ ...words, other: all.reasons.other, failed: all.statusFailed, done: all.markedUnpaid }}
      hint={words.reasonHint}
      isRequired={false}
      onClose={onClose}
    >
      <Loaded of={payments} skeleton={<ListSkeleton rows={1} />} failed={words.loadFailed}>
        {({ items }) => <Affected payments={items.filter(({ voided }) => voided === null)} />}
      </Loaded>
    </ReasonDialog>
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
