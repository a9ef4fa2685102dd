import { lazy, Suspense } from 'react'
import { dateBox, dateWidth } from './dateStyle.ts'
import { Field, type FieldProps } from './Field.tsx'

export type DateFieldProps = FieldProps & {
  min?: string
  max?: string
  /** What is said of a day before `min`, where more is to be said than which day is the first. */
  early?: string
}

// It weighs as much as half a page, and most pages that have one show it in a dialog.
const DateEntry = lazy(async () => ({ default: (await import('./DateEntry.tsx')).DateEntry }))

/**
 * A plain day, `YYYY-MM-DD`, typed as day, month and year, whatever the browser's order is, or chosen from a calendar. What is typed
 * by half is no day: the form has the last whole one, and is told before it is sent.
 */
export const DateField = (props: DateFieldProps) => (
  <Suspense fallback={<Waiting {...props} />}>
    <DateEntry {...props} />
  </Suspense>
)

const Waiting = ({ label, hint, error, isRequired = false, className = '', value }: DateFieldProps) => (
  <Field label={label} hint={hint} error={error} isRequired={isRequired} className={`${dateWidth} ${className}`}>
    {() => <div className={`${dateBox} px-3 tabular-nums opacity-60`}>{value.split('-').reverse().join('/')}</div>}
  </Field>
)
