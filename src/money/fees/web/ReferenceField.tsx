import { isTransfer } from '#contract/terms.ts'
import { Button } from '#web/ui/Button.tsx'
import type { FieldProps } from '#web/ui/Field.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import { feeLimits } from '../fees.limits.ts'

/** Methods that require a reference. */

type Props = Omit<FieldProps, 'label'> & {
  method: unknown
  /** True if the clerk has no reference for this transfer. */
  isSkipped: boolean
  onSkip: (isSkipped: boolean) => void
  /** Shown if the reference is skipped. */
  skipped: string
}

/** The number of a transfer, or a checkbox to skip it. */
export const ReferenceField = ({ method, isSkipped, onSkip, skipped, ...field }: Props) => {
  const words = useWords(feesEn).payment
  const { isDisabled = false } = field
  const canSkip = isTransfer(method)
  if (isSkipped)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p role="status" className="min-w-0 flex-1 basis-60 text-muted text-sm">
          {skipped}
        </p>
        <Button onPress={() => onSkip(false)} isDisabled={isDisabled}>
          {words.unskip}
        </Button>
      </div>
    )
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label={words.reference}
        hint={words.referenceHint}
        maxLength={feeLimits.reference}
        autoComplete="off"
        isRequired={canSkip}
        className="flex-1 basis-60"
        {...field}
      />
      {canSkip && (
        <Button variant="quiet" onPress={() => onSkip(true)} isDisabled={isDisabled}>
          {words.skip}
        </Button>
      )}
    </div>
  )
}
