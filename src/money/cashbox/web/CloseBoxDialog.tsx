import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { newClientId } from '#web/api/clientId.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { typedNumber } from '#web/ui/typedNumber.ts'
import { useForm } from '#web/ui/useForm.ts'
import { formatDay, formatRupees, useWords } from '#web/words.ts'
import { cashboxApi } from '../cashbox.contract.ts'
import { cashboxEn } from '../cashbox.en.ts'
import type { CashInBox, Closing } from '../cashbox.shapes.contract.ts'
import { CashLines } from './CashLines.tsx'
import { ClosingDialog } from './ClosingDialog.tsx'
import { CountedNotes } from './CountedNotes.tsx'
import { useCashInBox, useCloseBox } from './cashbox.queries.ts'
import { Difference } from './Difference.tsx'

export type CloseBoxProps = { onClose: () => void }

/** Closes the cash box: what must be in it, what is in it, and who takes what of it. */
export const CloseBoxDialog = ({ onClose }: CloseBoxProps) => {
  const words = useWords(cashboxEn).closing
  const cash = useCashInBox()
  const [closed, setClosed] = useState<Closing>()
  // What the clerk counts is what was in the box when the dialog opened, while others go on entering payments.
  const [seen, setSeen] = useState(cash.data)
  if (!seen && cash.data) setSeen(cash.data)
  if (closed) return <ClosingDialog closing={closed} onClose={onClose} />
  if (seen) return <ClosingForm cash={seen} now={cash.data ?? seen} onUpdate={setSeen} onClosed={setClosed} onClose={onClose} />
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

const useClosingForm = ({ asOf }: CashInBox, onClosed: (closing: Closing) => void) => {
  const words = useWords(cashboxEn).closing
  const close = useCloseBox()
  const [clientId] = useState(newClientId)
  return useForm(cashboxApi.closeBox, {
    initial: { counted: '', handedOver: '', receiver: '', notes: '', clientId },
    numbers: ['counted', 'handedOver'],
    failure: words.failed,
    send: ({ body }) => close.mutateAsync({ body: { ...body, asOf } }),
    onDone: (closing) => {
      toast.success(words.done(formatDay(closing.day)))
      onClosed(closing)
    },
  })
}

type FormProps = {
  cash: CashInBox
  /** The box as it is now. */
  now: CashInBox
  onUpdate: (cash: CashInBox) => void
  onClosed: (closing: Closing) => void
  onClose: () => void
}

const ClosingForm = ({ cash, now, onUpdate, onClosed, onClose }: FormProps) => {
  const words = useWords(cashboxEn).closing
  const form = useClosingForm(cash, onClosed)
  const [isCounting, setCounting] = useState(false)
  const { isSending: isDisabled } = form
  const [counted, handedOver] = [amountOf(form.values.counted), amountOf(form.values.handedOver)]
  const isOld = now.asOf !== cash.asOf || now.lastClosedAt !== cash.lastClosedAt
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <CashLines cash={cash} />
      {isOld && !isDisabled && (
        <Notice tone="info">
          <p>{words.later(formatRupees(now.expected))}</p>
          <Button className="mt-2" onPress={() => onUpdate(now)}>
            {words.update}
          </Button>
        </Notice>
      )}
      <AmountField label={words.counted} isRequired isDisabled={isDisabled} {...form.field('counted')} />
      <SwitchField label={words.count} value={isCounting} onChange={setCounting} isDisabled={isDisabled} />
      {isCounting && <CountedNotes onCount={(sum) => form.set('counted', String(sum))} isDisabled={isDisabled} />}
      {form.values.counted !== '' && (
        <p role="status" className="flex justify-between gap-4 font-semibold">
          <span>{words.difference}</span>
          <Difference amount={inPaise(counted - cash.expected)} />
        </p>
      )}
      <AmountField label={words.handedOver} hint={words.handedOverHint} isDisabled={isDisabled} {...form.field('handedOver')} />
      {handedOver > 0 && (
        <TextField
          label={words.receiver}
          hint={handedOver <= counted ? words.left(formatRupees(inPaise(counted - handedOver))) : undefined}
          maxLength={limits.personName}
          isRequired
          isDisabled={isDisabled}
          {...form.field('receiver')}
        />
      )}
      <TextArea label={words.notes} maxLength={limits.feeNotes} isDisabled={isDisabled} {...form.field('notes')} />
    </FormDialog>
  )
}
