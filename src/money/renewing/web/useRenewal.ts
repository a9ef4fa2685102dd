import { useRef, useState } from 'react'
import { isDay } from '#contract/day.ts'
import type { Payment } from '#money/fees/fees.shapes.contract.ts'
import { usePaymentForm } from '#money/fees/web/usePaymentForm.ts'
import { useRenewalSeat } from '#people/seats/web/renewing/useRenewForm.ts'
import type { User } from '#people/users/users.contract.ts'
import { extendedBy } from '#people/users/web/lastDay.ts'
import { CallError } from '#web/api/callError.ts'
import { useAction, useCall } from '#web/api/queryClient.ts'
import { today } from '#web/api/timeZone.ts'
import { errorText, useWords } from '#web/words.ts'
import { renewingApi } from '../renewing.contract.ts'
import { renewingEn } from '../renewing.en.ts'

type Reply = { user: User; payment: Payment | null }

/** A renewal with its payment: the end date, the seat and the cost. */
export const useRenewal = (user: User, onDone: (reply: Reply) => void) => {
  const words = useWords(renewingEn)
  const { refuse, ...seat } = useRenewalSeat(user)
  const [until, setUntil] = useState(() => extendedBy(1, user.terminationDate, today()))
  const [chargeGap, setChargeGap] = useState(false)
  const [error, setError] = useState<string>()
  /** True after a request without a response: the call may have succeeded. */
  const [isUnsure, setUnsure] = useState(false)
  const renewed = useRef<Reply>(undefined)
  const isPast = !isDay(until) || until < today()
  const params = { id: user._id }
  const query = { until, ...(chargeGap && { chargeGap: true }) }
  /** What was sent, unless the server refused it: the cost of a renewal that may be made is not asked for again. */
  const [sent, setSent] = useState<string>()
  const choice = JSON.stringify(query)
  const cost = useCall(renewingApi.cost, { params, query }, { enabled: !isPast && sent !== choice, keepPrevious: true })
  const renew = useAction(renewingApi.renew)
  const terms = {
    terminationDate: until,
    chargeGap,
    ...(seat.chosen === 'none' && { withoutSeat: true }),
    ...(typeof seat.chosen === 'number' && { seatNumber: seat.chosen }),
  }
  const send = async (body: Parameters<typeof renew.mutateAsync>[0]['body']): Promise<Reply> => {
    setUnsure(false)
    setSent(choice)
    try {
      return await renew.mutateAsync({ params, body })
    } catch (thrown) {
      refuse(thrown)
      const isLost = thrown instanceof CallError && !thrown.isFromServer
      setUnsure(isLost)
      if (!isLost) setSent(undefined)
      throw thrown
    }
  }
  const payment = usePaymentForm({
    send: async ({ clientId = '', ...body }) => {
      const reply = await send({ ...terms, payment: { ...body, clientId } })
      renewed.current = reply
      if (!reply.payment) throw new Error('The renewal has no payment')
      return reply.payment
    },
    onDone: () => renewed.current && onDone(renewed.current),
  })
  /** Renews without a payment. */
  const renewOnly = async () => {
    setError(undefined)
    try {
      onDone(await send(terms))
    } catch (thrown) {
      setError(errorText(thrown, words.failed))
    }
  }
  return { until, setUntil, chargeGap, setChargeGap, isPast, seat, cost, payment, renewOnly, error, isUnsure, isBusy: renew.isPending }
}
