import { type FormEvent, useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { newClientId } from '#web/api/clientId.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { typedNumber } from '#web/ui/typedNumber.ts'
import { useForm } from '#web/ui/useForm.ts'
import { formatDay, formatRupees, useWords } from '#web/words.ts'
import { cashboxApi, cashboxLimits } from '../cashbox.contract.ts'
import { cashboxEn } from '../cashbox.en.ts'
import type { CashInBox, Closing } from '../cashbox.shapes.contract.ts'
import { CashLines } from './CashLines.tsx'
import { ClosingDialog } from './ClosingDialog.tsx'
import { CountedNotes } from './CountedNotes.tsx'
import { useCashInBox, useCloseBox } from './cashbox.queries.ts'
import { Difference } from './Difference.tsx'

export type CloseBoxProps = { onClose: () => void }

/**
 * Closes the cash box: asks for the counted cash and the amount handed over. The expected cash is shown after the count, since a
 * clerk who knows it counts until it fits; a difference takes a second press.
 */
export const CloseBoxDialog = ({ onClose }: CloseBoxProps) => {
  const words = useWords(cashboxEn).closing
  const cash = useCashInBox()
  const [closed, setClosed] = useState<Closing>()
  // The clerk counts the cash that was in the box when the dialog opened, while others go on entering payments.
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

/** An empty field counts as 0. */
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
  /** The current state of the box. */
  now: CashInBox
  onUpdate: (cash: CashInBox) => void
  onClosed: (closing: Closing) => void
  onClose: () => void
}

const ClosingForm = ({ cash, now, onUpdate, onClosed, onClose }: FormProps) => {
  const words = useWords(cashboxEn).closing
  const form = useClosingForm(cash, onClosed)
  const { isSending: isDisabled } = form
  const typed = typedNumber(String(form.values.counted ?? ''))
  const [counted, handedOver] = [amountOf(form.values.counted), amountOf(form.values.handedOver)]
  const difference = inPaise(counted - cash.expected)
  const [isCompared, setCompared] = useState(false)
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    // A difference is shown before it is stored.
    if (isCompared || Number.isNaN(typed) || difference === 0) await form.props.onSubmit()
    else setCompared(true)
  }
  const isOld = now.asOf !== cash.asOf || now.lastClosedAt !== cash.lastClosedAt
  return (
    <FormDialog
      title={words.title}
      isOpen
      onClose={onClose}
      form={{ ...form, props: { ...form.props, onSubmit: submit } }}
      submit={words.submit}
      submitting={words.submitting}
    >
      <p className="text-muted text-sm">{words.about}</p>
      {isOld && !isDisabled && (
        <Notice tone="info">
          <p>{isCompared ? words.laterExpected(formatRupees(now.expected)) : words.later}</p>
          <Button className="mt-2" onPress={() => onUpdate(now)}>
            {words.update}
          </Button>
        </Notice>
      )}
      <CountedNotes onCount={(sum) => form.set('counted', String(sum))} isDisabled={isDisabled} />
      <AmountField label={words.counted} isRequired isDisabled={isDisabled} {...form.field('counted')} />
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
      <TextArea label={words.notes} rows={2} maxLength={cashboxLimits.notes} isDisabled={isDisabled} {...form.field('notes')} />
      {isCompared && <Comparison cash={cash} difference={difference} />}
    </FormDialog>
  )
}

/** What should be in the box, and how much the count differs from it. */
const Comparison = ({ cash, difference }: { cash: CashInBox; difference: number }) => {
  const words = useWords(cashboxEn).closing
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => void box.current?.scrollIntoView?.({ block: 'center' }), [])
  return (
    <div ref={box} className="flex flex-col gap-3">
      <CashLines cash={cash} />
      <div role="status" className="flex flex-col gap-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
          <span>{words.difference}</span>
          <span className="font-display font-semibold text-2xl tabular-nums">
            <Difference amount={difference} />
          </span>
        </p>
        {difference !== 0 && <p className="text-sm">{difference > 0 ? words.tooMuch : words.tooLittle}</p>}
      </div>
    </div>
  )
}
