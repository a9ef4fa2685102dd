import { useId } from 'react'
import type { FieldProps } from './Field.tsx'

type SwitchFieldProps = Omit<FieldProps<boolean>, 'error' | 'isRequired'>

/** On or off, at once. */
export const SwitchField = ({ label, name, value, onChange, hint, isDisabled, className = '' }: SwitchFieldProps) => {
  const id = useId()
  return (
    <div className={`flex min-h-10 items-center justify-between gap-4 max-md:min-h-11 ${value ? '' : 'off-paper'} ${className}`}>
      <label htmlFor={id} className="flex min-w-0 cursor-pointer flex-col">
        <span id={`${id}-label`} className="font-medium text-sm">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </span>
        )}
      </label>
      <span className="off-paper relative inline-flex h-6 w-11 shrink-0">
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-checked={value}
          aria-labelledby={`${id}-label`}
          name={name}
          checked={value}
          disabled={isDisabled}
          aria-describedby={hint && `${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
          className="peer absolute -inset-2.5 z-10 m-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
        <span
          aria-hidden="true"
          className="size-full rounded-full border border-line-strong bg-tint-hover transition-colors duration-150 peer-checked:border-primary-fill peer-checked:bg-primary-fill peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-disabled:opacity-50 forced-colors:peer-checked:bg-[Highlight]"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 left-1 size-4 rounded-full border border-transparent bg-muted transition-transform duration-150 peer-checked:translate-x-5 peer-checked:bg-on-primary-fill"
        />
      </span>
    </div>
  )
}
