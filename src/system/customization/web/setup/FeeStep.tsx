import * as z from 'zod/mini'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import type { Customization } from '../../customization.contract.ts'
import { customizationLimits } from '../../customization.limits.ts'
import { HallChange, LandingChange } from '../../customization.settings.contract.ts'
import { setupEn } from '../../customization.setup.en.ts'
import { useUpdateHall, useUpdateLanding } from '../customization.queries.ts'
import { toAmount } from '../typedNumber.ts'
import { ReceiptPreview } from './ReceiptPreview.tsx'
import { StepFrame } from './StepFrame.tsx'
import { type StepProps, useStep } from './useStep.ts'

const Fee = z.extend(z.pick(HallChange, { monthlyFee: true, upiId: true }), { address: LandingChange.shape.address })

/** The monthly fee and the UPI ID. The fee is sent even if unchanged, which confirms it. */
export const FeeStep = ({ customization, ...props }: StepProps & { customization: Customization }) => {
  const words = useWords(setupEn)
  const { hall, landing } = customization
  const [updateHall, updateLanding] = [useUpdateHall(), useUpdateLanding()]
  const form = useStep({
    ...props,
    step: 'fee',
    stored: { monthlyFee: String(hall.monthlyFee), upiId: hall.upiId, address: landing.address },
    judge: (values) => Fee.safeParse({ ...values, monthlyFee: toAmount(values.monthlyFee) }),
    send: async ({ monthlyFee, upiId, address }) => {
      if (address !== landing.address) await updateLanding.mutateAsync({ body: { address } })
      await updateHall.mutateAsync({ body: { monthlyFee: toAmount(monthlyFee), upiId } })
    },
  })
  const preview = <ReceiptPreview systemName={customization.systemName} {...form.values} />
  return (
    <StepFrame title={words.steps.fee} form={form} preview={preview} isLast onSkip={props.onDone}>
      <TextField
        label={words.fee.monthlyFee}
        hint={words.fee.monthlyFeeHint}
        inputMode="decimal"
        autoComplete="off"
        isRequired
        {...form.field('monthlyFee')}
      />
      <TextField
        label={words.fee.upiId}
        hint={words.fee.upiHint}
        autoComplete="off"
        maxLength={customizationLimits.upiId}
        {...form.field('upiId')}
      />
      <TextArea
        label={words.fee.address}
        hint={words.fee.addressHint}
        rows={3}
        maxLength={customizationLimits.address}
        {...form.field('address')}
      />
    </StepFrame>
  )
}
