import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { today } from '#web/api/timeZone.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { typedNumber } from '#web/ui/typedNumber.ts'
import { useForm } from '#web/ui/useForm.ts'
import { formatDay, formatRupees, useWords } from '#web/words.ts'
import { type CashOfDay, reportsApi } from '../reports.contract.ts'
import { reportsEn } from '../reports.en.ts'
import { expectedCash } from '../reports.policy.ts'
import { CountedNotes } from './CountedNotes.tsx'
import { Difference } from './Difference.tsx'
import { useCashOfDay, useCloseDay } from './reports.queries.ts'

export type CloseDayProps = { onClose: () => void }

/** Closes a day: what must be in the cash box, what is in it, and who took it. */
export const CloseDayDialog = ({ onClose }: CloseDayProps) => {
  const words = useWords(reportsEn).closing
  const [day, setDay] = useState(today)
  const cash = useCashOfDay(day)
  if (cash.data?.day === day) return <CloseDayForm key={day} cash={cash.data} onDay={setDay} onClose={onClose} />
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Loaded of={cash} skeleton={<ListSkeleton rows={3} />} failed={words.loadFailed}>
        {() => null}
      </Loaded>
    </Dialog>
  )
}

const inPaise = (amount: number): number => Math.round(amount * 100) / 100

/** Nothing typed yet counts as nothing in the box. */
const amountOf = (typed: unknown): number => {
  const amount = typedNumber(String(typed ?? ''))
  return Number.isNaN(amount) ? 0 : amount
}

const useClosingForm = (cash: CashOfDay, onClose: () => void) => {
  const words = useWords(reportsEn).closing
  const close = useCloseDay()
  const form = useForm(reportsApi.closeDay, {
    initial: { day: cash.day, openingFloat: String(cash.openingFloat), counted: '', expected: '0', handedTo: '', notes: '' },
    numbers: ['openingFloat', 'counted', 'expected'],
    failure: words.failed,
    // What was expected is what stands on the screen while it is sent; the server says where it is another by now.
    send: ({ body }) => close.mutateAsync({ body: { ...body, expected: expectedOf(cash, body.openingFloat) } }),
    onDone: () => {
      toast.success(words.done(formatDay(cash.day)))
      onClose()
    },
  })
  return { form, expected: expectedOf(cash, amountOf(form.values.openingFloat)) }
}

const expectedOf = (cash: CashOfDay, openingFloat: number): number => inPaise(expectedCash({ ...cash, openingFloat }))

type FormProps = { cash: CashOfDay; onDay: (day: string) => void; onClose: () => void }

const CloseDayForm = ({ cash, onDay, onClose }: FormProps) => {
  const words = useWords(reportsEn).closing
  const { form, expected } = useClosingForm(cash, onClose)
  const [isCounting, setCounting] = useState(false)
  const { isSending: isDisabled } = form
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <DateField label={words.day} max={today()} isDisabled={isDisabled} {...form.field('day')} onChange={(day) => day && onDay(day)} />
      {cash.closings > 0 && <p className="text-muted text-sm">{words.again(cash.closings)}</p>}
      <AmountField label={words.float} hint={words.floatHint} isRequired isDisabled={isDisabled} {...form.field('openingFloat')} />
      <CashLines cash={cash} expected={expected} />
      <AmountField label={words.counted} isRequired isDisabled={isDisabled} {...form.field('counted')} />
      <SwitchField label={words.count} value={isCounting} onChange={setCounting} isDisabled={isDisabled} />
      {isCounting && <CountedNotes onCount={(sum) => form.set('counted', String(sum))} isDisabled={isDisabled} />}
      {form.values.counted !== '' && (
        <p role="status" className="flex justify-between gap-4 font-semibold">
          <span>{words.difference}</span>
          <Difference amount={inPaise(amountOf(form.values.counted) - expected)} />
        </p>
      )}
      <TextField
        label={words.handedTo}
        hint={words.handedToHint}
        maxLength={limits.personName}
        isDisabled={isDisabled}
        {...form.field('handedTo')}
      />
      <TextArea label={words.notes} maxLength={limits.feeNotes} isDisabled={isDisabled} {...form.field('notes')} />
    </FormDialog>
  )
}

const CashLines = ({ cash, expected }: { cash: CashOfDay; expected: number }) => {
  const words = useWords(reportsEn).closing
  const lines = [
    [words.cashIn, cash.cashIn],
    [words.refunds, -cash.cashRefunds],
    [words.voids, -cash.cashVoids],
  ] as const
  return (
    <dl className="flex flex-col gap-1 rounded-lg border border-line p-4 tabular-nums">
      {lines.map(([name, amount]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          {/* Nothing taken off is no −0. */}
          <dd>{formatRupees(amount || 0)}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-line border-t pt-1 font-semibold">
        <dt>{words.expected}</dt>
        <dd>{formatRupees(expected)}</dd>
      </div>
    </dl>
  )
}
