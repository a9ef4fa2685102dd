import type { DateValue } from '@internationalized/date'
import { CalendarDays, X } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { type DateFieldRenderProps, DateInput, DateSegment } from 'react-aria-components/DateField'
import { useWords } from '../words.ts'
import { dateEn } from './date.en.ts'
import { dateBox } from './dateStyle.ts'
import { IconButton } from './IconButton.tsx'
import { type DateProblem, dateProblem, readDay, type TypedDay } from './typedDay.ts'
import { useDateKeys } from './useDateKeys.ts'

const DateCalendar = lazy(async () => ({ default: (await import('./DateCalendar.tsx')).DateCalendar }))

type State = DateFieldRenderProps['state']
type Segment = State['segments'][number]

type Props = {
  id: string
  state: State
  field: { label: string; name: string | undefined; value: string; isDisabled: boolean; min: string; max: string }
  /** The problem, in words, for the form that asks before it is sent. */
  message: string | undefined
  onProblem: (problem: DateProblem | undefined) => void
  /** Called with undefined if the pasted text is not a date. */
  onPaste: (day: string | undefined) => void
  onLeave: () => void
  onClear: () => void
}

const typedIn = (segments: readonly Segment[]): TypedDay =>
  Object.fromEntries(
    segments.filter(({ isEditable, isPlaceholder }) => isEditable && !isPlaceholder).map(({ type, value }) => [type, value]),
  )

/** The three figures of a date field, with a button that clears it and a calendar. */
export const DateFigures = ({ id, state, field, message, onProblem, onPaste, onLeave, onClear }: Props) => {
  const words = useWords(dateEn)
  const figures = useRef<HTMLDivElement>(null)
  const typed = typedIn(state.segments)
  const problem = dateProblem(typed, field.min, field.max)
  useLayoutEffect(() => onProblem(problem), [onProblem, problem])
  useDateKeys(figures, { onPaste: (text) => onPaste(readDay(text)), onLeave })
  const focus = () => {
    const all = [...(figures.current?.querySelectorAll<HTMLElement>('[contenteditable]') ?? [])]
    const empty = all.find((each) => each.hasAttribute('data-placeholder'))
    ;(empty ?? all[0])?.focus()
  }
  const clear = () => {
    onClear()
    focus()
  }
  return (
    <div className={dateBox}>
      <DateInput
        ref={figures}
        className="flex min-w-0 grow flex-wrap items-center px-2 tabular-nums data-disabled:opacity-60 max-md:px-0.5"
      >
        {(segment) => <Figure segment={segment} />}
      </DateInput>
      {Object.keys(typed).length > 0 && !field.isDisabled && (
        <IconButton label={words.clear(field.label)} onPress={clear} className="-mr-1">
          <X />
        </IconButton>
      )}
      <CalendarButton field={field} onChoose={(day) => state.setValue(day)} />
      <Held id={id} field={field} message={message} onFocus={focus} />
    </div>
  )
}

const Figure = ({ segment, ...props }: ComponentProps<typeof DateSegment>) => (
  <DateSegment
    segment={segment}
    {...props}
    className="rounded px-0.5 py-1 text-center outline-none focus:bg-primary-fill focus:text-on-primary-fill data-placeholder:text-muted data-placeholder:focus:text-on-primary-fill max-md:flex max-md:min-h-11 max-md:items-center max-md:justify-center max-md:data-[type=day]:min-w-11 max-md:data-[type=month]:min-w-11 max-md:data-[type=year]:min-w-13"
  />
)

/** The hidden input that the form sees: its name, its value, and its problem. A press on the label focuses it too. */
const Held = ({ id, field, message = '', onFocus }: Pick<Props, 'id' | 'field' | 'message'> & { onFocus: () => void }) => {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.setCustomValidity(message), [message])
  return (
    <input
      ref={input}
      id={id}
      name={field.name}
      value={field.value}
      disabled={field.isDisabled}
      onChange={() => {}}
      onFocus={onFocus}
      autoComplete="off"
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
    />
  )
}

const CalendarButton = ({ field, onChoose }: Pick<Props, 'field'> & { onChoose: (day: DateValue) => void }) => {
  const words = useWords(dateEn)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const label = words.calendar(field.label)
  const choose = (day: DateValue) => {
    onChoose(day)
    setOpen(false)
  }
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        isDisabled={field.isDisabled}
        onPress={() => setOpen(!isOpen)}
      >
        <CalendarDays />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <DateCalendar button={button} label={label} field={field} onChoose={choose} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
