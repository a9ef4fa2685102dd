import { useId } from 'react'
import { chipStyle } from '#web/ui/chipStyle.ts'
import { PlainButton } from '#web/ui/PlainButton.tsx'

type Props = {
  label: string
  purposes: readonly string[]
  /** Label of the last chip, which asks for a text. */
  other: string
  value: string | undefined
  isOther: boolean
  error: string | undefined
  isDisabled: boolean
  /** Undefined for Other. */
  onChoose: (purpose: string | undefined) => void
}

/** The usual purposes as chips, and Other. */
export const PurposeChips = ({ label, purposes, other, value, isOther, error, isDisabled, onChoose }: Props) => {
  const id = useId()
  const chips = [
    ...purposes.map((purpose) => ({ text: purpose, isChosen: purpose === value, purpose })),
    { text: other, isChosen: isOther },
  ]
  return (
    <fieldset aria-describedby={error ? id : undefined} disabled={isDisabled} className="min-w-0">
      <legend className="mb-2 font-medium text-sm">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {chips.map(({ text, isChosen, ...chip }) => (
          <PlainButton
            key={text}
            aria-pressed={isChosen}
            onPress={() => onChoose('purpose' in chip ? chip.purpose : undefined)}
            className={chipStyle}
          >
            {text}
          </PlainButton>
        ))}
      </div>
      {error && (
        <p id={id} role="alert" className="mt-1 text-error-text text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
