import { useState } from 'react'
import { BookedDay } from '#money/locks/web/BookedDay.tsx'
import { useBookableDays } from '#money/locks/web/useBookableDays.ts'
import { useHall } from '#system/customization/web/customization.queries.ts'
import { newClientId } from '#web/api/clientId.ts'
import { today } from '#web/api/timeZone.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PictureField } from '#web/ui/PictureField.tsx'
import { pictureProblem } from '#web/ui/pictureFile.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { formatRupees, useWords } from '#web/words.ts'
import { cashboxApi, cashboxLimits } from '../cashbox.contract.ts'
import { cashboxEn } from '../cashbox.en.ts'
import type { BoxKind } from '../cashbox.shapes.contract.ts'
import { useEnterBox } from './cashbox.queries.ts'
import { PurposeChips } from './PurposeChips.tsx'
import { useExceededCash } from './useExceededCash.ts'

export type BoxEntryProps = { kind: BoxKind; onClose: () => void }

/** Form for cash paid out of the box, or for other money in. */
export const BoxEntryDialog = ({ kind, onClose }: BoxEntryProps) => {
  const words = useWords(cashboxEn).entry
  const enter = useEnterBox()
  const { boxPurposes } = useHall()
  const [clientId] = useState(newClientId)
  const hasChips = kind === 'out' && boxPurposes.length > 0
  const [isOther, setOther] = useState(!hasChips)
  const days = useBookableDays()
  const form = useForm(cashboxApi.enterBox, {
    initial: { kind, amount: '', purpose: '', paidOn: today(), reason: '', clientId },
    numbers: ['amount'],
    check: ({ paidOn, reason }, file): Record<string, string | undefined> => ({
      photo: pictureProblem(file, words.notImage),
      reason: days.missing(String(paidOn), String(reason)),
    }),
    failure: words.failed,
    send: async ({ body: { reason, ...body }, ...filled }) => {
      try {
        return await enter.mutateAsync({ ...filled, body: { ...body, ...(days.needsReason(String(body.paidOn)) && { reason }) } })
      } catch (thrown) {
        days.notice(thrown)
        throw thrown
      }
    },
    onDone: () => {
      toast.success(words.done[kind])
      onClose()
    },
  })
  const { isSending: isDisabled } = form
  const inBox = useExceededCash(form.values.amount, kind === 'out')
  return (
    <FormDialog title={words.titles[kind]} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <AmountField label={words.amount} isRequired isDisabled={isDisabled} {...form.field('amount')} />
      {inBox !== undefined && <Notice tone="warning">{words.tooMuch(formatRupees(inBox))}</Notice>}
      {hasChips && (
        <PurposeChips
          label={words.purposes}
          purposes={boxPurposes}
          other={words.other}
          value={isOther ? undefined : String(form.values.purpose)}
          isOther={isOther}
          error={isOther ? undefined : form.field('purpose').error}
          isDisabled={isDisabled}
          onChoose={(purpose) => {
            setOther(purpose === undefined)
            form.set('purpose', purpose ?? '')
          }}
        />
      )}
      {isOther && (
        <TextField
          label={words.purpose[kind]}
          maxLength={cashboxLimits.purpose}
          isRequired
          isDisabled={isDisabled}
          {...form.field('purpose')}
        />
      )}
      <BookedDay label={words.paidOn} days={days} day={form.field('paidOn')} reason={form.field('reason')} isDisabled={isDisabled} />
      <PictureField label={words.photo} isDisabled={isDisabled} {...form.fileField()} />
    </FormDialog>
  )
}
