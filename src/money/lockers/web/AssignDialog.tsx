import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { StudentField } from '#money/fees/web/StudentField.tsx'
import { CallError } from '#web/api/callError.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { errorText, useWords } from '#web/words.ts'
import { lockerErrors, lockersApi } from '../lockers.contract.ts'
import { lockersEn } from '../lockers.en.ts'
import type { Locker } from '../lockers.shapes.contract.ts'
import { useAssign, useFreeLockers, useQuote } from './lockers.queries.ts'

export type AssignProps = {
  /** The locker, if it was chosen from the list. */
  locker?: Pick<Locker, '_id' | 'number'>
  /** The student, if the dialog is opened from their panel. */
  studentId?: string
  onClose: () => void
}

/** Assigns a locker: asks for what is not known yet, and shows the fee of the current month. */
export const AssignDialog = ({ locker, studentId = '', onClose }: AssignProps) => {
  const all = useWords(lockersEn)
  const words = all.assigning
  const assign = useAssign()
  const [chosen, setChosen] = useState(locker?._id ?? '')
  /** The choice that was sent, unless the server refused it. */
  const [sent, setSent] = useState<string>()
  const free = useFreeLockers(!locker)
  const form = useForm(lockersApi.assign, {
    initial: { studentId, reason: '' },
    numbers: ['amount'],
    send: async ({ body }) => {
      setSent(choice)
      const expected = quote.data && { expected: quote.data.fee?.amount ?? 0 }
      try {
        return await assign.mutateAsync({ params: { id: chosen }, body: { ...body, ...expected } })
      } catch (thrown) {
        if (thrown instanceof CallError && thrown.code === lockerErrors.changed.code) void quote.refetch()
        if (!(thrown instanceof CallError) || thrown.isFromServer) setSent(undefined)
        throw thrown
      }
    },
    failure: words.failed,
    onDone: (done) => {
      toast.success(words.done(done.number, done.holder?.name ?? ''))
      onClose()
    },
  })
  const student = String(form.values.studentId ?? '')
  const choice = `${chosen} ${student}`
  const quote = useQuote(chosen, student, sent === choice)
  const title = locker ? all.assignTo(locker.number) : words.title
  const options = (free.data?.items ?? []).map((one) => ({
    value: one._id,
    label: words.option(one.number, one.keyNumber, one.room?.name),
  }))
  return (
    <FormDialog title={title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      {studentId === '' && (
        <StudentField
          label={words.student}
          value={student}
          error={form.field('studentId').error}
          isRequired
          isDisabled={form.isSending}
          onChange={(id) => form.set('studentId', id)}
        />
      )}
      {!locker && (
        <SelectField
          label={words.locker}
          name="lockerId"
          isRequired
          placeholder={words.choose}
          options={options}
          value={chosen}
          onChange={setChosen}
          isDisabled={form.isSending}
        />
      )}
      {quote.error && <p className="text-error-text">{errorText(quote.error, words.failed)}</p>}
      {quote.data && <Fee quote={quote.data} form={form} />}
    </FormDialog>
  )
}

type FeeProps = {
  quote: { fee: { month: number; year: number; amount: number } | null; isCharged: boolean }
  form: {
    values: { amount?: unknown }
    field: (name: 'amount' | 'reason') => { name: string; value: string; onChange: (value: string) => void; error: string | undefined }
    isSending: boolean
  }
}

/** The fee that is entered now; another amount asks for the reason. */
const Fee = ({ quote: { fee, isCharged }, form }: FeeProps) => {
  const words = useWords(lockersEn).assigning
  if (!fee) return <p className="text-muted">{isCharged ? words.isCharged : words.laterFee}</p>
  const usual = String(fee.amount)
  const typed = form.values.amount === undefined ? usual : String(form.values.amount)
  const isOther = typed.trim() !== '' && Number(typed) !== fee.amount
  return (
    <>
      <AmountField
        label={words.fee(fee.year, fee.month)}
        hint={isCharged ? words.difference : words.feeHint}
        isDisabled={form.isSending}
        {...form.field('amount')}
        value={typed}
      />
      {isOther && fee.amount > 0 && (
        <TextField label={words.reason} isRequired maxLength={limits.reason} isDisabled={form.isSending} {...form.field('reason')} />
      )}
    </>
  )
}
