import { useEffect, useRef } from 'react'
import { shownName } from '#contract/shownName.ts'
import type { Payment } from '#money/fees/fees.shapes.contract.ts'
import { PaymentFields } from '#money/fees/web/PaymentFields.tsx'
import { useSeatText } from '#money/receipts/web/useSeatText.ts'
import { SeatOfRenewal } from '#people/seats/web/renewing/SeatOfRenewal.tsx'
import type { User } from '#people/users/users.contract.ts'
import { ChargeGapField } from '#people/users/web/ExtensionFields.tsx'
import { LastDayField } from '#people/users/web/LastDayField.tsx'
import { today } from '#web/api/timeZone.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { errorText, useWords } from '#web/words.ts'
import { renewingEn } from '../renewing.en.ts'
import { CostLine } from './CostLine.tsx'
import { useRenewal } from './useRenewal.ts'

type Props = { user: User; onDone: (reply: { user: User; payment: Payment | null }) => void; onClose: () => void }
type Renewal = ReturnType<typeof useRenewal>

/** Proposes the cost of the renewal until the clerk types another amount. */
const useProposedAmount = ({ cost, payment: { form } }: Renewal): void => {
  const proposed = useRef('')
  const total = cost.data?.total
  const next = total === undefined ? undefined : total > 0 ? String(total) : ''
  const typed = String(form.values.amount)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the clerk types later is no reason to propose again
  useEffect(() => {
    if (next === undefined || typed !== proposed.current) return
    proposed.current = next
    form.set('amount', next)
  }, [next])
}

/** The end date, the seat and the payment, sent in one call. */
export const RenewAndPay = ({ user, onDone, onClose }: Props) => {
  const words = useWords(renewingEn)
  const seatText = useSeatText()
  const renewal = useRenewal(user, onDone)
  const { until, seat, cost, payment, renewOnly, isBusy, isPast, isUnsure } = renewal
  useProposedAmount(renewal)
  const { form } = payment
  const isFree = cost.data?.total === 0
  const texts = { own: words.submit, none: words.submitWithoutSeat }
  const submit = typeof seat.chosen === 'number' ? words.submitOnSeat(seat.chosenName ?? seat.chosen) : texts[seat.chosen]
  const { terminationDate } = user
  const end = terminationDate === null ? words.noEnd : (terminationDate < today() ? words.ended : words.ends)(terminationDate)
  const onSubmit: typeof form.props.onSubmit = async (event) => {
    event?.preventDefault()
    if (isPast || isBusy) return
    await (isFree ? renewOnly() : form.props.onSubmit())
  }
  const shown = { ...form, props: { ...form.props, onSubmit }, isSending: isBusy, isChanged: false }
  return (
    <FormDialog
      title={words.title(shownName(user))}
      isOpen
      onClose={onClose}
      form={shown}
      submit={isFree ? words.submitFree : submit}
      submitting={words.submitting}
      note={isUnsure && !isBusy ? <Notice tone="warning">{words.unsure}</Notice> : renewal.error && <FormError text={renewal.error} />}
    >
      <p className="text-muted">
        {end} · {seatText(user)}
      </p>
      <LastDayField
        from={user.terminationDate}
        isSaid
        isRequired
        name="terminationDate"
        value={until}
        onChange={renewal.setUntil}
        error={isPast ? words.past : undefined}
        isDisabled={isBusy}
      />
      <ChargeGapField
        user={user}
        lastDay={until}
        toggle={{ name: 'chargeGap', value: renewal.chargeGap, onChange: renewal.setChargeGap }}
      />
      <SeatOfRenewal user={user} seat={seat} isDisabled={isBusy} />
      {cost.data ? (
        <CostLine cost={cost.data} />
      ) : cost.error ? (
        <p className="text-error-text text-sm">{errorText(cost.error, words.costFailed)}</p>
      ) : (
        <Skeleton>
          <Bar className="h-6 w-2/3" />
        </Skeleton>
      )}
      {!isFree && <PaymentFields payment={payment} />}
      {!isFree && (
        <Button variant="quiet" className="-ml-4 self-start" isDisabled={isBusy || isPast} onPress={() => void renewOnly()}>
          {words.later}
        </Button>
      )}
    </FormDialog>
  )
}
