import { type CalendarDate, parseDate } from '@internationalized/date'
import { useEffect, useRef, useState } from 'react'
import { DateField as AriaDateField } from 'react-aria-components/DateField'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { isDay } from '#contract/day.ts'
import { type Language, languages } from '#contract/languages.ts'
import { useWords } from '../words.ts'
import { DateFigures } from './DateFigures.tsx'
import { dateEn } from './date.en.ts'
import type { DateFieldProps } from './dateFieldProps.ts'
import { dateWidth } from './dateStyle.ts'
import { Field } from './Field.tsx'
import type { DateProblem } from './typedDay.ts'

/** The language of the page, not of the browser: day, month and year, whatever the browser's order. */
const pageLocale = (): string => languages[document.documentElement.lang as Language] ?? languages.en

const parsed = (day: string): CalendarDate | null => (isDay(day) ? parseDate(day) : null)

const FOUR_DIGITS = 1_000

/** The content of the field. While a year is being typed it is not a date yet, and the form's value stays unchanged. */
const useShownDate = (value: string, onChange: (value: string) => void) => {
  const [shown, setShown] = useState(() => parsed(value))
  const [was, setWas] = useState(value)
  if (value !== was) {
    setWas(value)
    if (value !== (shown?.toString() ?? '')) setShown(parsed(value))
  }
  const show = (date: CalendarDate | null) => {
    setShown(date)
    if (date && date.year < FOUR_DIGITS) return
    const next = date?.toString() ?? ''
    if (next !== value) onChange(next)
  }
  return { shown, show, showValue: () => setShown(parsed(value)) }
}

/** The sentences of the problems. */
const useSentences = (min: string, max: string, early: string | undefined): Record<DateProblem | 'unreadable', string> => {
  const { problems } = useWords(dateEn)
  return { ...problems, early: early ?? problems.early(min), late: problems.late(max) }
}

/** Longer than a press takes: a sentence that appears during a press would move the button away under the finger. */
const AFTER_PRESS_MS = 300

/** Returns whether the field was left a moment ago. */
const useLeft = () => {
  const [isLeft, setLeft] = useState(false)
  const timer = useRef<number>(undefined)
  const stay = () => {
    window.clearTimeout(timer.current)
    setLeft(false)
  }
  const leave = () => {
    timer.current = window.setTimeout(() => setLeft(true), AFTER_PRESS_MS)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return { isLeft, stay, leave }
}

/** The date field itself, made by React Aria and its calendars. */
export const DateEntry = (props: DateFieldProps) => {
  const { label, value, onChange, error, hint, isRequired = false, isDisabled = false, className = '' } = props
  const { min = '1900-01-01', max = '9999-12-31' } = props
  const words = useWords(dateEn)
  const sentences = useSentences(min, max, props.early)
  const { shown, show, showValue } = useShownDate(value, onChange)
  const [problem, setProblem] = useState<DateProblem>()
  const { isLeft, stay, leave } = useLeft()
  const [wrongPaste, setWrongPaste] = useState(false)
  const [corrected, setCorrected] = useState<string>()
  const leaving = useRef<DateProblem | undefined>(undefined)

  const wrong = problem && sentences[problem]
  // The form may still show the sentence of a problem that is solved meanwhile.
  const told = wrong ? (error || isLeft) && wrong : Object.values(sentences).includes(error ?? '') ? undefined : error
  const change = (date: CalendarDate | null) => {
    setWrongPaste(false)
    // When the field is left, React Aria changes an impossible day to the last day of the month.
    setCorrected(leaving.current === 'noSuchDay' ? date?.toString() : undefined)
    show(date)
  }
  const paste = (day: string | undefined) => {
    setWrongPaste(day === undefined)
    if (day !== undefined) change(parseDate(day))
  }
  return (
    <Field
      label={label}
      error={wrongPaste ? sentences.unreadable : told || undefined}
      hint={hint}
      isRequired={isRequired}
      className={`${dateWidth} ${className}`}
    >
      {(wiring) => (
        <I18nProvider locale={pageLocale()}>
          <AriaDateField
            aria-labelledby={`${wiring.id}-label`}
            {...(wiring['aria-describedby'] && { 'aria-describedby': wiring['aria-describedby'] })}
            validationBehavior="aria"
            shouldForceLeadingZeros
            value={shown}
            onChange={change}
            onFocus={() => {
              leaving.current = undefined
            }}
            onBlur={() => {
              leave()
              leaving.current = undefined
              if (!problem && !shown && value) showValue()
            }}
            isInvalid={wiring['aria-invalid']}
            isRequired={isRequired}
            isDisabled={isDisabled}
            className="relative"
          >
            {({ state }) => (
              <DateFigures
                id={wiring.id}
                state={state}
                field={{ label, name: props.name, value, isDisabled, min, max }}
                message={wrong}
                onProblem={setProblem}
                onPaste={paste}
                onLeave={() => {
                  leaving.current = problem
                }}
                onClear={() => {
                  stay()
                  state.setValue(null)
                  onChange('')
                }}
              />
            )}
          </AriaDateField>
          {corrected === value && isLeft && (
            <p role="alert" className="text-sm">
              {words.corrected(value)}
            </p>
          )}
        </I18nProvider>
      )}
    </Field>
  )
}
