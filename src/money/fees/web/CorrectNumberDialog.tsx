import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { feesApi } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import { useConfirmReceiptBook } from './fees.queries.ts'
import { skippedNumbers } from './skippedNumbers.ts'

export type Series = 'receipt' | 'voucher'

const fields = { receipt: 'last', voucher: 'lastVoucher' } as const

type Props = { series: Series; last: string | null; onClose: () => void }

const useNumberForm = ({ series, last, onClose }: Props) => {
  const all = useWords(feesEn)
  const words = all.numbers
  const name = fields[series]
  const confirm = useConfirmReceiptBook()
  return useForm(feesApi.confirmReceiptBook, {
    // The number of the other series stays empty, which leaves it unchanged.
    initial: { last: '', lastVoucher: '', [name]: last ?? '' },
    check: ({ [name]: typed }): Record<string, string | undefined> => ({
      [name]: typed === '' ? words.missing[series] : typed === last ? words.unchanged : undefined,
    }),
    send: ({ body }) => confirm.mutateAsync({ body }),
    failure: all.receiptBook.failed,
    onDone: (book) => {
      toast.success(words.done(book[name] ?? ''))
      onClose()
    },
  })
}

/** Sets the last number of a series, if no receipt or voucher has a higher one. */
export const CorrectNumberDialog = (props: Props) => {
  const { series, last, onClose } = props
  const words = useWords(feesEn).numbers
  const form = useNumberForm(props)
  const name = fields[series]
  const skipped = skippedNumbers(last, String(form.values[name] ?? ''))
  return (
    <FormDialog title={words.correctOne[series]} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <p>{words.about[series]}</p>
      <TextField
        label={words.number[series]}
        hint={words.hint[series]}
        autoComplete="off"
        isRequired
        isDisabled={form.isSending}
        {...form.field(name)}
      />
      {skipped && <Notice tone="warning">{words.skips(skipped.from, skipped.to)}</Notice>}
    </FormDialog>
  )
}
