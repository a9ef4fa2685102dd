import { Field, type FieldProps, inputStyle } from './Field.tsx'

type TextAreaProps = FieldProps & { rows?: number; maxLength?: number; placeholder?: string }

export const TextArea = ({
  label,
  name,
  value,
  onChange,
  error,
  hint,
  isRequired,
  isDisabled,
  className,
  rows = 4,
  ...extras
}: TextAreaProps) => (
  <Field label={label} error={error} hint={hint} isRequired={isRequired} className={className}>
    {(wiring) => (
      <textarea
        {...wiring}
        {...extras}
        rows={rows}
        name={name}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
        className={inputStyle}
      />
    )}
  </Field>
)
