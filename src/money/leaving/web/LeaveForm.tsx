import { limits } from '#contract/limits.ts'
import { shownName } from '#contract/shownName.ts'
import { isTransfer, paymentMethods } from '#contract/terms.ts'
import { useExceededCash } from '#money/cashbox/web/useExceededCash.ts'
import { ReferenceField } from '#money/fees/web/ReferenceField.tsx'
import type { User } from '#people/users/users.contract.ts'
import { useRefusal } from '#system/customization/web/useRules.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { errorText, formatRupees, useWords } from '#web/words.ts'
import type { Left, Settlement } from '../leaving.contract.ts'
import { leavingEn } from '../leaving.en.ts'
import { SettlementLines } from './SettlementLines.tsx'
import { type Leaving, useLeaving } from './useLeaving.ts'

type Props = { user: User; onDone: (left: Left) => void; onClose: () => void }

/** The last day, the refunded share, and how the net amount is paid. */
export const LeaveForm = ({ user, onDone, onClose }: Props) => {
  const words = useWords(leavingEn)
  const leaving = useLeaving(user, onDone)
  const { form, terms, change, settlement, isCurrent, net, isUnsure } = leaving
  const onSubmit: typeof form.props.onSubmit = async (event) => {
    event?.preventDefault()
    if (isCurrent) await form.props.onSubmit()
  }
  const amount = Math.abs(net)
  const { only, pay, receive } = words.submit
  const submit = net === 0 || form.values.settle === false ? only : net > 0 ? pay(amount) : receive(amount)
  return (
    <FormDialog
      title={words.title(shownName(user))}
      isOpen
      onClose={onClose}
      form={{ ...form, props: { ...form.props, onSubmit }, isChanged: Boolean(form.values.reference) }}
      submit={submit}
      submitting={words.submitting}
      note={isUnsure && !form.isSending && <Notice tone="warning">{words.unsure}</Notice>}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <DateField
          label={words.lastDay}
          isRequired
          isDisabled={form.isSending}
          {...form.field('lastDay')}
          value={terms.lastDay}
          onChange={(lastDay) => change({ lastDay })}
          error={settlement.error ? errorText(settlement.error, words.loadFailed) : form.field('lastDay').error}
        />
        {settlement.data?.running && <ShareField running={settlement.data.running} leaving={leaving} />}
      </div>
      {settlement.data ? (
        <div className={isCurrent ? '' : 'opacity-60'}>
          <SettlementLines settlement={settlement.data} />
        </div>
      ) : (
        !settlement.error && <ListSkeleton rows={3} />
      )}
      {net !== 0 && <MethodFields leaving={leaving} />}
    </FormDialog>
  )
}

type ShareProps = { running: NonNullable<Settlement['running']>; leaving: Leaving }

const ShareField = ({ running: { year, month, days, half }, leaving: { form, terms, change } }: ShareProps) => {
  const words = useWords(leavingEn)
  const refusal = useRefusal('managersConcede')
  const isRefused = refusal !== undefined
  return (
    <SelectField
      hint={refusal}
      label={words.share(year, month)}
      name="share"
      value={terms.share}
      onChange={(share) => change({ share })}
      isDisabled={form.isSending}
      options={[
        { value: 'none', label: words.shares.none },
        { value: 'days', label: words.shares.days(days), isDisabled: isRefused },
        { value: 'half', label: words.shares.half(half), isDisabled: isRefused || half === 0 },
      ]}
    />
  )
}

/** How the amount is paid, or that it is not paid now. */
const MethodFields = ({ leaving: { form, set, net, needsReason, setNeedsReason } }: { leaving: Leaving }) => {
  const words = useWords(leavingEn)
  const isDisabled = form.isSending
  const { method, settle, referenceSkipped } = form.values
  const inBox = useExceededCash(net, net > 0 && settle !== false && method === 'cash')
  const later = { value: 'later', label: net > 0 ? words.methods.laterToPay : words.methods.laterToReceive }
  const setReference = (reference: string) => {
    set('reference', reference)
    set('referenceReason', '')
    setNeedsReason(false)
  }
  const choose = (next: string) => {
    set('settle', next !== 'later')
    set('method', next === 'later' ? 'cash' : next)
  }
  return (
    <>
      <SelectField
        label={words.method}
        name="method"
        value={settle === false ? 'later' : String(method)}
        onChange={choose}
        isDisabled={isDisabled}
        options={[...paymentMethods.map((value) => ({ value, label: words.methods[value] })), later]}
      />
      {inBox !== undefined && <Notice tone="warning">{words.tooMuch(formatRupees(inBox))}</Notice>}
      {settle !== false && method !== 'cash' && (
        <ReferenceField
          method={method}
          isSkipped={referenceSkipped === true && isTransfer(method)}
          onSkip={(isSkipped) => {
            setReference('')
            set('referenceSkipped', isSkipped)
          }}
          skipped={words.skipped}
          isDisabled={isDisabled}
          {...form.field('reference')}
          onChange={setReference}
        />
      )}
      {needsReason && settle !== false && method !== 'cash' && (
        <TextField
          label={words.referenceReason}
          maxLength={limits.reason}
          isRequired
          isDisabled={isDisabled}
          {...form.field('referenceReason')}
          onChange={(text) => set('referenceReason', text)}
        />
      )}
    </>
  )
}
