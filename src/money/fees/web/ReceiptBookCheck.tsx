import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { feesApi } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import { useConfirmReceiptBook, useReceiptBook } from './fees.queries.ts'

/** Asks for the last receipt and voucher numbers on paper after a restore: a backup may not know the newest ones. */
export const ReceiptBookCheck = () => {
  const words = useWords(feesEn).receiptBook
  const { data } = useReceiptBook()
  const confirm = useConfirmReceiptBook()
  const form = useForm(feesApi.confirmReceiptBook, {
    initial: { last: '', lastVoucher: '' },
    send: ({ body }) => confirm.mutateAsync({ body }),
    failure: words.failed,
    onDone: ({ last }) => toast.success(words.done(last)),
  })
  if (!data?.checkNeededSince) return null
  return (
    <Card title={words.title} className="border-warning">
      <form {...form.props} className="flex flex-col gap-4">
        <p>{words.text}</p>
        <TextField label={words.last} hint={words.hint(data.last)} autoComplete="off" {...form.field('last')} />
        <TextField label={words.lastVoucher} hint={words.voucherHint(data.lastVoucher)} autoComplete="off" {...form.field('lastVoucher')} />
        <FormError text={form.error} />
        <Button type="submit" variant="primary" isPending={form.isSending} pendingText={words.confirming} className="self-start">
          {words.confirm}
        </Button>
      </form>
    </Card>
  )
}
