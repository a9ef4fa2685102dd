import { useState } from 'react'
import { isDay } from '#contract/day.ts'
import { isTransfer } from '#contract/terms.ts'
import { feeErrors } from '#money/fees/fees.errors.contract.ts'
import type { User } from '#people/users/users.contract.ts'
import type { PartMonth } from '#system/customization/customization.settings.contract.ts'
import { useHall } from '#system/customization/web/customization.queries.ts'
import { CallError } from '#web/api/callError.ts'
import { newClientId } from '#web/api/clientId.ts'
import { useAction, useCall } from '#web/api/queryClient.ts'
import { today } from '#web/api/timeZone.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { type Left, leavingApi, leavingErrors, RunningShare } from '../leaving.contract.ts'
import { leavingEn } from '../leaving.en.ts'

const isCode = (thrown: unknown, code: string): boolean => thrown instanceof CallError && thrown.code === code

/** What of the running month is given back, by the hall's rule for a part of a month. */
const usualShare = { full: 'none', days: 'days', half: 'half' } as const satisfies Record<PartMonth, RunningShare>

const usualLastDay = ({ terminationDate }: User): string =>
  terminationDate !== null && terminationDate < today() ? terminationDate : today()

/** The form of a leaving student, with the settlement for its values. */
export const useLeaving = (user: User, onDone: (left: Left) => void) => {
  const words = useWords(leavingEn)
  const leave = useAction(leavingApi.leave)
  const [clientId, setClientId] = useState(newClientId)
  const [needsReason, setNeedsReason] = useState(false)
  /** True after a request without a response: the call may have succeeded. */
  const [isUnsure, setUnsure] = useState(false)
  const { partMonth } = useHall()
  const [terms, setTerms] = useState<{ lastDay: string; share: string }>({ lastDay: usualLastDay(user), share: usualShare[partMonth] })
  const share = RunningShare.safeParse(terms.share).data ?? 'none'
  const hasDay = isDay(terms.lastDay)
  const params = { id: user._id }
  const settlement = useCall(
    leavingApi.settlement,
    { params, query: { ...(hasDay && { lastDay: terms.lastDay }), share } },
    { enabled: hasDay, keepPrevious: true },
  )
  const isCurrent = settlement.data?.lastDay === terms.lastDay && !settlement.isPlaceholderData && !settlement.error
  const net = settlement.data?.net ?? 0
  const form = useForm(leavingApi.leave, {
    initial: { ...terms, net: '0', settle: true, method: 'cash', reference: '', referenceReason: '', referenceSkipped: false, clientId },
    numbers: ['net'],
    failure: words.failed,
    send: async ({ body: { reference, referenceReason, referenceSkipped, ...body } }) => {
      setUnsure(false)
      const entered = { reference, ...(needsReason && { referenceReason }) }
      const transfer =
        !body.settle || body.method === 'cash' ? {} : referenceSkipped && isTransfer(body.method) ? { referenceSkipped } : entered
      try {
        return await leave.mutateAsync({ params, body: { ...body, ...terms, share, net, clientId, ...transfer } })
      } catch (thrown) {
        if (isCode(thrown, feeErrors.referenceUsed.code)) setNeedsReason(true)
        if (isCode(thrown, leavingErrors.changed.code)) void settlement.refetch()
        setUnsure(thrown instanceof CallError && !thrown.isFromServer)
        throw thrown
      }
    },
    onDone,
  })
  /** Changed terms need a new id, because the id identifies the content that was sent with it. */
  const change = (next: Partial<typeof terms>) => {
    setTerms((before) => ({ ...before, ...next }))
    setClientId(newClientId())
  }
  const set: typeof form.set = (name, value) => {
    form.set(name, value)
    setClientId(newClientId())
  }
  return { form, set, terms, change, settlement, isCurrent, net, needsReason, setNeedsReason, isUnsure }
}
export type Leaving = ReturnType<typeof useLeaving>
