import { type ReactNode, useId } from 'react'

/** The props of every field. `useForm` provides `name`, `value`, `onChange` and `error` together. */
export type FieldProps<V = string> = {
  label: string
  name?: string
  value: V
  onChange: (value: V) => void
  error?: string | undefined
  hint?: string | undefined
  isRequired?: boolean
  isDisabled?: boolean
  /** Within a row of filters, whose text says what it is. */
  isLabelHidden?: boolean
  className?: string
}

export const inputStyle =
  'min-h-9 w-full rounded-lg border border-line-strong bg-surface px-3 py-1.5 text-ink transition-colors duration-150 placeholder:text-muted disabled:opacity-60 aria-invalid:border-error-text max-md:min-h-11'

type FrameProps = Pick<FieldProps, 'label' | 'error' | 'hint' | 'isRequired' | 'isLabelHidden' | 'className'> & {
  children: (wiring: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean; 'aria-required': boolean }) => ReactNode
}

/** A label above, hint and error below, associated with the input for screen readers. */
export const Field = ({ label, error, hint, isRequired = false, isLabelHidden = false, className = '', children }: FrameProps) => {
  const id = useId()
  const said = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`field flex min-w-0 flex-col gap-1 ${className}`}>
      <div className={isLabelHidden ? 'sr-only' : 'font-medium text-sm'}>
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {isRequired && (
          <span aria-hidden="true" className="text-error-text">
            {' *'}
          </span>
        )}
      </div>
      {children({ id, 'aria-describedby': said || undefined, 'aria-invalid': Boolean(error), 'aria-required': isRequired })}
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
    </div>
  )
}
