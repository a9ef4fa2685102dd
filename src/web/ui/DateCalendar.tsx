import { type DateValue, parseDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarMonthPicker,
  CalendarYearPicker,
} from 'react-aria-components/Calendar'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { today } from '../api/timeZone.ts'
import { useWords } from '../words.ts'
import { dateEn } from './date.en.ts'

type Props = {
  button: RefObject<HTMLButtonElement | null>
  label: string
  field: { value: string; min: string; max: string }
  onChoose: (day: DateValue) => void
  onClose: () => void
}

/** Loaded when someone opens it: most dates are typed, or set by a button. */
export const DateCalendar = ({ button, label, field: { value, min, max }, onChoose, onClose }: Props) => {
  const start = value || [today(), max].sort()[0] || min
  return (
    <Popover
      isOpen
      triggerRef={button}
      onOpenChange={(isOpen) => isOpen || onClose()}
      placement="bottom end"
      className="rise w-[20rem] max-w-[calc(100vw-24px)] overflow-y-auto rounded-lg border border-line bg-surface p-2 text-ink shadow-lg"
    >
      <Dialog aria-label={label} className="outline-none">
        <Calendar
          aria-label={label}
          autoFocus
          value={value ? parseDate(value) : null}
          onChange={onChoose}
          minValue={parseDate(min)}
          maxValue={parseDate(max)}
          defaultFocusedValue={parseDate(start < min ? min : start)}
        >
          <Months />
          <CalendarGrid className="w-full table-fixed border-collapse">
            <CalendarGridHeader>
              {(day) => <CalendarHeaderCell className="py-1 font-medium text-muted text-sm">{day}</CalendarHeaderCell>}
            </CalendarGridHeader>
            <CalendarGridBody>
              {(date) => (
                <CalendarCell
                  date={date}
                  className={`flex h-10 cursor-pointer items-center justify-center rounded-lg text-[min(1rem,7vw)] tabular-nums hover:bg-hover disabled:cursor-not-allowed data-disabled:cursor-not-allowed data-disabled:text-muted data-outside-month:invisible data-selected:bg-primary-fill data-selected:text-on-primary-fill max-md:h-11 ${date.toString() === today() ? 'font-bold underline' : ''}`}
                />
              )}
            </CalendarGridBody>
          </CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  )
}

/** Enough for birthdays, too. */
const YEARS = 200

const arrow =
  'inline-flex size-10 shrink-0 cursor-pointer items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 max-md:size-11 [&_svg]:size-5'

const Months = () => {
  const words = useWords(dateEn)
  return (
    <div className="mb-1 flex items-center gap-1">
      <Button slot="previous" aria-label={words.previousMonth} className={arrow}>
        <ChevronLeft />
      </Button>
      <div className="flex min-w-0 grow flex-wrap gap-1">
        <CalendarMonthPicker format="long">{(picker) => <Picker {...picker} />}</CalendarMonthPicker>
        <CalendarYearPicker visibleYears={YEARS}>{(picker) => <Picker {...picker} />}</CalendarYearPicker>
      </div>
      <Button slot="next" aria-label={words.nextMonth} className={arrow}>
        <ChevronRight />
      </Button>
    </div>
  )
}

type PickerProps = {
  'aria-label': string
  value: string | number
  onChange: (key: number) => void
  items: readonly { id: number; formatted: string }[]
}

const Picker = ({ items, value, onChange, ...label }: PickerProps) => (
  <select
    {...label}
    value={value}
    onChange={(event) => onChange(Number(event.target.value))}
    className="min-h-10 max-w-full grow cursor-pointer rounded-lg border border-line bg-surface px-1 text-ink max-md:min-h-11"
  >
    {items.map(({ id, formatted }) => (
      <option key={id} value={id}>
        {formatted}
      </option>
    ))}
  </select>
)
