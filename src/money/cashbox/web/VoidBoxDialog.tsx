import { limits } from '#contract/limits.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { ReasonField } from '#web/ui/ReasonField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { formatRupees, useWords } from '#web/words.ts'
import { cashboxApi } from '../cashbox.contract.ts'
import { cashboxEn } from '../cashbox.en.ts'
import type { BoxEntry } from '../cashbox.shapes.contract.ts'
import { useVoidBox } from './cashbox.queries.ts'

/** Asks for a reason and voids an entry of the cash box. */
export const VoidBoxDialog = ({ entry, onClose }: { entry: BoxEntry; onClose: () => void }) => {
  const words = useWords(cashboxEn).voiding
  const voidBox = useVoidBox()
  const form = useForm(cashboxApi.voidBox, {
    initial: { reason: '' },
    send: ({ body }) => voidBox.mutateAsync({ params: { id: entry._id }, body }),
    failure: words.failed,
    onDone: () => {
      toast.success(words.done)
      onClose()
    },
  })
  return (
    <FormDialog title={words.title(entry.purpose)} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <p>{words.text(formatRupees(entry.amount))}</p>
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
