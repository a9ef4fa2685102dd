import { ReasonDialog, type ReasonDialogProps } from '#web/ui/ReasonDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { feesApi } from '../fees.contract.ts'
import { useVoidPayment } from './fees.queries.ts'

type Props = Omit<ReasonDialogProps, 'form' | 'words'> & {
  paymentId: string
  words: ReasonDialogProps['words'] & { done: string; failed: string }
}

/** Asks for a reason and voids a payment. */
export const VoidPayment = ({ paymentId, words, ...dialog }: Props) => {
  const voidPayment = useVoidPayment()
  const form = useForm(feesApi.voidPayment, {
    initial: { reason: '' },
    send: ({ body }) => voidPayment.mutateAsync({ params: { id: paymentId }, body }),
    failure: words.failed,
    onDone: () => {
      toast.success(words.done)
      dialog.onClose()
    },
  })
  return <ReasonDialog form={form} words={words} {...dialog} />
}
