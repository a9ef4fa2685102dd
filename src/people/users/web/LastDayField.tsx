import { memo } from 'react'
import { today } from '#web/api/timeZone.ts'
import { DateField } from '#web/ui/DateField.tsx'
import type { FieldProps } from '#web/ui/Field.tsx'
import { useWords } from '#web/words.ts'
import { userFormsEn } from '../users.forms.en.ts'
import { DayShortcuts } from './DayShortcuts.tsx'
import { extendedBy, extensionStart } from './lastDay.ts'

/** `from` is the current last day; null if the account is new or has no end. */
type Props = Omit<FieldProps, 'label' | 'hint'> & { from: string | null /** The last day is said elsewhere. */; isSaid?: boolean }

/** The termination date, with buttons for the most common choices, and the resulting status. */
export const LastDayField = memo(({ from, isSaid = false, className = '', ...field }: Props) => {
  const words = useWords(userFormsEn).form
  const start = extensionStart(from, today())
  const shortcuts = ([1, 3, 6, 12] as const).map((months) => ({ label: words.extendBy[months], day: extendedBy(months, from, today()) }))
  return (
    <div className={`flex min-w-0 flex-col gap-2 ${className}`}>
      <DateField label={words.terminationDate} hint={field.isRequired ? words.lastDayHint : words.terminationHint} {...field} />
      <DayShortcuts
        label={words.lastDayShortcuts}
        shortcuts={shortcuts}
        value={field.value}
        onChoose={field.onChange}
        isDisabled={field.isDisabled}
      />
      <p className="text-muted text-sm">{start === today() ? words.countedFromToday : words.countedFrom(start)}</p>
      {/* Rendered even while empty, so that screen readers announce later content. */}
      {!isSaid && (
        <output className="min-h-5 font-medium text-sm">
          {field.value && (field.value < today() ? words.ended(field.value) : words.until(field.value))}
        </output>
      )}
    </div>
  )
})

/** The joining date, which for most students is the day they are added. */
export const JoiningDateField = memo(({ className = '', ...field }: Omit<FieldProps, 'label'>) => {
  const words = useWords(userFormsEn).form
  return (
    <div className={`flex min-w-0 flex-col gap-2 ${className}`}>
      <DateField label={words.dateJoinedLibrary} {...field} />
      <DayShortcuts
        label={words.joiningShortcuts}
        shortcuts={[{ label: words.joinedToday, day: today() }]}
        value={field.value}
        onChoose={field.onChange}
        isDisabled={field.isDisabled}
      />
    </div>
  )
})
