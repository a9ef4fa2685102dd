import { type KeyboardEvent, useState } from 'react'
import { useShifts } from '#system/customization/web/customization.queries.ts'
import { Field, type FieldProps, inputStyle } from '#web/ui/Field.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { sentenceOf, useWords } from '#web/words.ts'
import { rosterEn } from '../roster.en.ts'
import { rosterLimits } from '../roster.limits.ts'
import type { RosterProblem } from '../roster.register.contract.ts'

/** Returns the next cell that can be corrected, in page order. */
const nextCell = (after: Element): HTMLElement | undefined => {
  const cells = [...document.querySelectorAll<HTMLElement>('[data-cell]')]
  return cells[cells.indexOf(after as HTMLElement) + 1]
}

type Props = { problem: RosterProblem; onFix: (value: string) => void }

const TypedCell = ({ problem, onFix }: Props) => {
  const { row, column, value } = problem
  const words = useWords(rosterEn)
  const [text, setText] = useState(value)
  const commit = () => text.trim() !== value && onFix(text.trim())
  const goOn = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const next = nextCell(event.currentTarget)
    // Moving the focus commits the cell.
    if (next) next.focus()
    else commit()
  }
  return (
    <Field label={words.cell(column ?? '', row)} error={sentenceOf(problem)}>
      {(wiring) => (
        <input
          {...wiring}
          data-cell
          value={text}
          maxLength={rosterLimits.fixedCell}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          onBlur={commit}
          onKeyDown={goOn}
          className={inputStyle}
        />
      )}
    </Field>
  )
}

type ChoiceProps = Pick<FieldProps, 'label' | 'error' | 'isLabelHidden'> & { placeholder: string; onChoose: (shift: string) => void }

/** A choice of the hall's shifts. It applies at once, and nothing stays chosen. */
export const ShiftChoice = ({ onChoose, ...field }: ChoiceProps) => {
  const options = useShifts().flatMap(({ key, name, isArchived }) => (isArchived ? [] : [{ value: key, label: name }]))
  return <SelectField {...field} value="" options={options} onChange={onChoose} />
}

/** A row with a problem, and the cell to correct. */
export const ProblemCell = ({ problem, onFix }: Props) => {
  const words = useWords(rosterEn)
  const { row, column, name, field } = problem
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-1 border-line border-t py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <p className="min-w-0">
        <span className="block text-muted text-sm tabular-nums">{words.row(row)}</span>
        <span dir="auto" className="block font-medium wrap-anywhere">
          {name || words.noName}
        </span>
      </p>
      {field === 'slot' ? (
        <ShiftChoice label={words.cell(column ?? '', row)} error={sentenceOf(problem)} placeholder={words.chooseSlot} onChoose={onFix} />
      ) : (
        <TypedCell problem={problem} onFix={onFix} />
      )}
    </li>
  )
}
