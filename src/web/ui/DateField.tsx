import { Field, type FieldProps, inputStyle } from './Field.tsx'

type DateFieldProps = FieldProps & { min?: string; max?: string }

/** A plain day, `YYYY-MM-DD`, by the device's own calendar. */
export const DateField = ({
  label,
  name,
  value,
  onChange,
  error,
  hint,
  isRequired,
  isDisabled,
  className,
  min = '1900-01-01',
  max = '9999-12-31',
}: DateFieldProps) => (
  <Field label={label} error={error} hint={hint} isRequired={isRequired} className={className}>
    {(wiring) => (
      <input
        {...wiring}
        type="date"
        name={name}
        value={value}
        min={min}
        max={max}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
        className={inputStyle}
      />
    )}
  </Field>
)
