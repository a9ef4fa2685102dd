import { lazy, memo, Suspense } from 'react'
import type { DateFieldProps } from './dateFieldProps.ts'
import { dateBox, dateWidth } from './dateStyle.ts'
import { Field } from './Field.tsx'

// It is as large as half a page, and most pages that have one show it in a dialog. Each key in another field would render it again.
const DateEntry = lazy(async () => ({ default: memo((await import('./DateEntry.tsx')).DateEntry) }))

/**
 * A plain day, `YYYY-MM-DD`, typed as day, month and year, whatever the browser's order is, or chosen from a calendar. A half-typed
 * date is not a day: the form keeps the last complete one, and gets the problem before it is sent.
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
