import { feeKinds } from '#contract/terms.ts'
import { useHall } from '#system/customization/web/customization.queries.ts'
import { today } from '#web/api/timeZone.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { formatMonthName, useWords } from '#web/words.ts'
import { feesApi } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import { feeLimits } from '../fees.limits.ts'
import { useCreateFee } from './fees.queries.ts'
import { StudentField } from './StudentField.tsx'

export type ChargeProps = { /** Whom it is for, where that is known. */ studentId?: string | undefined; onClose: () => void }

const months = Array.from({ length: 12 }, (_, index) => index + 1)

const useChargeForm = ({ studentId = '', onClose }: ChargeProps) => {
  const words = useWords(feesEn).charging
  const create = useCreateFee()
  const [year = '', month = ''] = today().split('-')
  return useForm(feesApi.create, {
    initial: {
      studentId,
      kind: 'other',
      month: String(Number(month)),
      year,
      amount: '',
      dueOn: '',
      notes: '',
    },
    numbers: ['amount'],
    send: ({ body }) => create.mutateAsync({ body }),
    failure: words.failed,
    onDone: () => {
      toast.success(words.done)
      onClose()
    },
  })
}

/** Charges a student a fee: an admission, a locker, a deposit or a month. */
export const ChargeDialog = (props: ChargeProps) => {
  const all = useWords(feesEn)
  const words = all.charging
  const form = useChargeForm(props)
  const { monthlyFee } = useHall()
  const { isSending: isDisabled } = form
  const chooseKind = (kind: string) => {
    form.set('kind', kind)
    if (kind === 'monthly' && !form.values.amount) form.set('amount', String(monthlyFee))
  }
  return (
    <FormDialog title={words.title} isOpen onClose={props.onClose} form={form} submit={words.submit} submitting={words.submitting}>
      {props.studentId === undefined && (
        <StudentField label={words.student} isRequired isDisabled={isDisabled} {...form.field('studentId')} />
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField
          label={words.kind}
          options={feeKinds.toReversed().map((value) => ({ value, label: all.kinds[value] }))}
          isDisabled={isDisabled}
          {...form.field('kind')}
          onChange={chooseKind}
        />
        <AmountField label={words.amount} isRequired isDisabled={isDisabled} {...form.field('amount')} />
        <SelectField
          label={words.month}
          options={months.map((month) => ({ value: String(month), label: formatMonthName(month) }))}
          isDisabled={isDisabled}
          {...form.field('month')}
        />
        <TextField label={words.year} inputMode="numeric" maxLength={4} isRequired isDisabled={isDisabled} {...form.field('year')} />
      </div>
      <DateField label={words.dueOn} hint={words.dueHint} isDisabled={isDisabled} {...form.field('dueOn')} />
      <TextField label={words.notes} maxLength={feeLimits.notes} isDisabled={isDisabled} {...form.field('notes')} />
    </FormDialog>
  )
}
