import { useEffect, useId, useRef } from 'react'
import type { Slot } from '#contract/terms.ts'
import { userErrors } from '#people/users/users.errors.contract.ts'
import type { SlotChipsProps } from '#people/users/web/userSlots.ts'
import { useShifts } from '#system/customization/web/customization.queries.ts'
import { offeredOf } from '#system/shifts/shifts.policy.ts'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'
import { formatList, useWords } from '#web/words.ts'
import { seatErrors } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'
import { useSeats } from './seats.queries.ts'
import { type SlotState, slotState } from './seats.ts'

/** The slots as chips. Each names who has the typed seat then; without a seat, it counts the free ones. */
export const SlotChips = ({ label, name, value, onChange, error, seatNumber }: SlotChipsProps) => {
  const id = useId()
  const seats = useSeats().data?.items
  const shifts = useShifts()
  return (
    <fieldset aria-describedby={error ? id : undefined} className="min-w-0">
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-3">
        {offeredOf(shifts).map((shift) => (
          <Chip
            key={shift.key}
            shift={shift}
            name={name}
            state={seats && slotState(seats, seatNumber.trim(), shift, shifts)}
            isChosen={value === shift.key}
            onChoose={onChange}
          />
        ))}
      </div>
      {error && (
        <p id={id} className="mt-1 text-error-text text-sm wrap-anywhere">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type ChipProps = {
  shift: Shift
  name: string
  state: SlotState | undefined
  isChosen: boolean
  onChoose: (slot: Slot | '') => void
}

/** A radio button, since it is one choice of several; a second press on it takes the choice back, since a student needs no slot. */
const Chip = ({ shift, name, state, isChosen, onChoose }: ChipProps) => {
  const words = useWords(seatsEn).chips
  const input = useRef<HTMLInputElement>(null)
  const taken = isChosen ? problemOf(state) : ''
  // Found with all other problems of the form before anything is sent.
  useEffect(() => input.current?.setCustomValidity(taken), [taken])
  return (
    <label className="relative flex min-h-14 min-w-0 cursor-pointer flex-col rounded-lg border border-line-strong bg-surface px-2 py-1.5 transition-colors duration-150 hover:bg-hover has-checked:border-primary-text has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <input
        ref={input}
        type="radio"
        name={name}
        value={shift.key}
        checked={isChosen}
        onChange={() => onChoose(shift.key)}
        onClick={() => isChosen && onChoose('')}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <span className="font-medium text-sm wrap-anywhere">{shift.name}</span>{' '}
      <span className="text-muted text-xs tabular-nums">{words.about(shift, shift.monthlyFee)}</span>{' '}
      <span className="line-clamp-2 text-muted text-sm wrap-anywhere">{state && captionOf(words, state)}</span>
    </label>
  )
}

/** Returns why the seat cannot be given then, or an empty text. */
const problemOf = (state: SlotState | undefined): string => {
  if (state?.kind === 'taken') return userErrors.seatTaken.text(state)
  return state?.kind === 'out' ? seatErrors.outOfOrder.text(state) : ''
}

const captionOf = (words: typeof seatsEn.chips, state: SlotState): string => {
  if (state.kind === 'count') return words.free(state.free)
  if (state.kind === 'taken') return formatList(state.holders)
  if (state.kind === 'out') return words.isOut
  return state.keptFor === undefined ? words.isFree : words.kept(state.keptFor)
}
