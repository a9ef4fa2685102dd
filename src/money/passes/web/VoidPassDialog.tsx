import { limits } from '#contract/limits.ts'
import { feesApi } from '#money/fees/fees.contract.ts'
import { useVoidPayment } from '#money/fees/web/fees.queries.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { ReasonField } from '#web/ui/ReasonField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import type { DayPass } from '../passes.contract.ts'
import { passesEn } from '../passes.en.ts'

/** Asks for a reason, and voids the receipt of a day pass, which frees its seat. */
export const VoidPassDialog = ({ pass, onClose }: { pass: DayPass; onClose: () => void }) => {
  const words = useWords(passesEn).voiding
  const voidPass = useVoidPayment()
  const form = useForm(feesApi.voidPayment, {
    initial: { reason: '' },
    send: ({ body }) => voidPass.mutateAsync({ params: { id: pass.paymentId }, body }),
    failure: words.failed,
    onDone: () => {
      toast.success(words.done)
      onClose()
    },
  })
  return (
    <FormDialog
      title={words.title(pass.receiptNumber)}
      isOpen
      onClose={onClose}
      form={form}
      submit={words.submit}
      submitting={words.submitting}
    >
      <p>{words.text(pass.seatLabel ?? pass.seatNumber)}</p>
      <ReasonField
        reasons={words.reasons}
        other={words.other}
        label={words.reason}
        maxLength={limits.reason}
        isRequired
        isDisabled={form.isSending}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
