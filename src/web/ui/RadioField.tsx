import { useId } from 'react'
import type { FieldProps } from './Field.tsx'

type RadioFieldProps<V extends string> = FieldProps<V> & { name: string; options: readonly { value: V; label: string; hint: string }[] }

/** A choice of a few, each with a line that explains it. */
export const RadioField = <V extends string>({ label, name, value, onChange, error, hint, isDisabled, options }: RadioFieldProps<V>) => {
  const id = useId()
  const said = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={said || undefined} disabled={isDisabled} className="flex min-w-0 flex-col">
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      {options.map((option, at) => (
        <label key={option.value} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            aria-labelledby={`${id}-label-${at}`}
            aria-describedby={`${id}-means-${at}`}
            className="mt-1 size-4 shrink-0 cursor-pointer accent-primary-fill"
          />
          <span className="min-w-0">
            <span id={`${id}-label-${at}`} className="block text-sm wrap-anywhere">
              {option.label}
            </span>
            <span id={`${id}-means-${at}`} className="block text-muted text-sm wrap-break-word">
              {option.hint}
            </span>
          </span>
        </label>
      ))}
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-error-text text-sm wrap-anywhere">
          {error}
        </p>
      )}
    </fieldset>
  )
}
