import { type FormEvent, type ReactNode, useId } from 'react'
import { limits } from '#contract/limits.ts'
import { inputStyle } from '#web/ui/Field.tsx'
import { ReasonField } from '#web/ui/ReasonField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { typedNumber } from '#web/ui/typedNumber.ts'
import { formatMonth, formatRupees, useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import { feeLimits } from '../fees.limits.ts'
import { type AdjustmentKind, adjustmentKinds, type Fee } from '../fees.shapes.contract.ts'
import { useEditedFee } from './FeeEditing.tsx'

/** Enter in a field saves the row. */
const RowForm = ({ children }: { children: ReactNode }) => {
  const { save } = useEditedFee()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form onSubmit={submit} noValidate className="min-w-0 cards:w-full">
      {children}
    </form>
  )
}

/** The month, the kind of a fee that is not monthly, and the notes. */
export const MonthCell = ({ fee: { _id, kind, month, year, notes } }: { fee: Fee }) => {
  const words = useWords(feesEn)
  const { draft } = useEditedFee()
  return (
    <div className="min-w-0">
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="whitespace-nowrap">{formatMonth(year, month)}</span>
        {kind !== 'monthly' && <span className="text-muted text-sm">{words.kinds[kind]}</span>}
      </span>
      {draft?.id !== _id && notes && (
        <p dir="auto" className="text-muted text-sm wrap-anywhere">
          {notes}
        </p>
      )}
    </div>
  )
}

/** The amount or, while editing, its field, which the column header labels. */
export const AmountCell = ({ fee: { _id, amount } }: { fee: Fee }) => {
  const words = useWords(feesEn).editing
  const { draft, errors, set, isSaving } = useEditedFee()
  const errorId = useId()
  if (draft?.id !== _id) return formatRupees(amount)
  return (
    <RowForm>
      <input
        aria-label={words.amount}
        aria-invalid={errors.amount !== undefined}
        aria-describedby={errors.amount === undefined ? undefined : errorId}
        value={draft.amount}
        onChange={(event) => set({ amount: event.target.value })}
        disabled={isSaving}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        // biome-ignore lint/a11y/noAutofocus: a press on Edit asked for this field.
        autoFocus
        className={`${inputStyle} text-right columns:min-w-24`}
      />
      {errors.amount && (
        <p id={errorId} className="mt-1 text-left text-error-text text-sm wrap-anywhere">
          {errors.amount}
        </p>
      )}
    </RowForm>
  )
}

/** Asks for the reason once the amount changes. */
export const ReasonFields = () => {
  const all = useWords(feesEn)
  const words = all.editing
  const { draft, errors, set, isSaving } = useEditedFee()
  if (!draft || typedNumber(draft.amount) === draft.before) return null
  return (
    <RowForm>
      <div className="mb-3 flex flex-col gap-3 text-left">
        <SelectField
          label={words.adjustment}
          value={draft.adjustment}
          onChange={(adjustment) => set({ adjustment: adjustment as AdjustmentKind })}
          options={adjustmentKinds.toReversed().map((value) => ({ value, label: all.adjustments[value] }))}
          isDisabled={isSaving}
        />
        <ReasonField
          reasons={all.reasons.changes}
          other={all.reasons.other}
          label={words.reason}
          value={draft.reason}
          onChange={(reason) => set({ reason })}
          error={errors.reason}
          maxLength={limits.reason}
          isDisabled={isSaving}
        />
      </div>
    </RowForm>
  )
}

/** Shown next to the buttons if the column is wide enough. */
export const NotesField = () => {
  const words = useWords(feesEn).editing
  const { draft, errors, set, isSaving } = useEditedFee()
  return (
    <RowForm>
      <TextField
        label={words.notes}
        value={draft?.notes ?? ''}
        onChange={(notes) => set({ notes })}
        error={errors.notes}
        maxLength={feeLimits.notes}
        isDisabled={isSaving}
        className="mb-3 text-left"
      />
    </RowForm>
  )
}
