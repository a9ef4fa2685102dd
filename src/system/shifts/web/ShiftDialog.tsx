import { AmountField } from '#web/ui/AmountField.tsx'
import { Field, type FieldProps, inputStyle } from '#web/ui/Field.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { shiftsApi } from '../shifts.contract.ts'
import { shiftsEn } from '../shifts.en.ts'
import { type Shift, shiftColours } from '../shifts.shapes.contract.ts'
import { useCreateShift, useUpdateShift } from './shifts.queries.ts'

const Time = ({ name, value, onChange, ...frame }: FieldProps) => (
  <Field {...frame} isRequired>
    {(wiring) => (
      <input {...wiring} type="time" name={name} value={value} onChange={({ target }) => onChange(target.value)} className={inputStyle} />
    )}
  </Field>
)

type Props = {
  /** The shift to edit; left out to add one. */
  shift: Shift | undefined
  onClose: () => void
}

export const ShiftDialog = ({ shift, onClose }: Props) => {
  const all = useWords(shiftsEn)
  const words = all.form
  const create = useCreateShift()
  const update = useUpdateShift()
  const form = useForm(shiftsApi.create, {
    initial: {
      name: shift?.name ?? '',
      from: shift?.from ?? '',
      to: shift?.to ?? '',
      monthlyFee: shift?.monthlyFee == null ? '' : String(shift.monthlyFee),
      colour: shift?.colour ?? '',
    },
    numbers: ['monthlyFee'],
    // The form leaves out blank fields, so a cleared fee is sent explicitly.
    send: ({ body }) =>
      shift
        ? update.mutateAsync({ params: { key: shift.key }, body: { ...body, monthlyFee: body.monthlyFee ?? null } })
        : create.mutateAsync({ body }),
    failure: words.failed,
    onDone: () => {
      toast.success(all.saved(String(form.values.name)))
      onClose()
    },
  })
  const title = shift ? words.editTitle(shift.name) : words.addTitle
  return (
    <FormDialog title={title} isOpen onClose={onClose} form={form} submit={words.save} submitting={words.saving}>
      <TextField label={words.name} isRequired autoComplete="off" {...form.field('name')} />
      <div className="grid grid-cols-2 gap-4">
        <Time label={words.from} {...form.field('from')} />
        <Time label={words.to} {...form.field('to')} />
      </div>
      <p className="text-muted text-sm">{words.timesHint}</p>
      <AmountField label={words.monthlyFee} hint={words.feeHint} {...form.field('monthlyFee')} />
      <SelectField
        label={words.colour}
        options={shiftColours.map((value) => ({ value, label: words.colours[value] }))}
        {...form.field('colour')}
      />
    </FormDialog>
  )
}
