import { limits } from '#contract/limits.ts'
import { DateField } from '#web/ui/DateField.tsx'
import type { FieldProps } from '#web/ui/Field.tsx'
import { ReasonField } from '#web/ui/ReasonField.tsx'
import { useWords } from '#web/words.ts'
import { locksEn } from '../locks.en.ts'
import type { BookableDays } from './useBookableDays.ts'

type FormField = Omit<FieldProps, 'label'>

type Props = { label: string; days: BookableDays; day: FormField; reason: FormField; isDisabled: boolean }

/** The day on which money is booked and, if it is more than a week ago, the reason. */
export const BookedDay = ({ label, days, day, reason, isDisabled }: Props) => {
  const words = useWords(locksEn).dates
  const setDay = (next: string) => {
    day.onChange(next)
    // The field of the reason goes, and what was typed into it must not be checked.
    if (!days.needsReason(next)) reason.onChange('')
  }
  return (
    <>
      <DateField
        label={label}
        min={days.min}
        max={days.max}
        early={days.early(day.value)}
        isDisabled={isDisabled}
        {...day}
        onChange={setDay}
      />
      {days.needsReason(day.value) && (
        <ReasonField
          reasons={words.reasons}
          other={words.other}
          label={words.reason}
          hint={words.reasonHint}
          maxLength={limits.reason}
          isRequired
          isDisabled={isDisabled}
          {...reason}
        />
      )}
    </>
  )
}
