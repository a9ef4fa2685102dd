import { useRef } from 'react'
import { chipStyle } from './chipStyle.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

type Props = TextFieldProps & {
  /** The most frequent reasons, each by one press. */
  reasons: readonly string[]
  /** The chip for any other text. */
  other: string
}

/** A reason: one of a few, or any other text. */
export const ReasonField = ({ reasons, other, ...field }: Props) => {
  const ref = useRef<HTMLDivElement>(null)
  const choose = (reason: string) => {
    field.onChange(reason)
    if (reason === '') ref.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={ref} className="flex min-w-0 flex-col gap-2">
      <div className="flex min-w-0 flex-wrap gap-2">
        {reasons.map((reason) => (
          <button
            key={reason}
            type="button"
            aria-pressed={field.value === reason}
            disabled={field.isDisabled}
            onClick={() => choose(reason)}
            className={chipStyle}
          >
            {reason}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={field.value !== '' && !reasons.includes(field.value)}
          disabled={field.isDisabled}
          onClick={() => choose('')}
          className={chipStyle}
        >
          {other}
        </button>
      </div>
      <TextField {...field} />
    </div>
  )
}
