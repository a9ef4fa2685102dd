import { Field, type FieldProps, inputStyle } from './Field.tsx'

/** A month, `YYYY-MM`, by the device's own calendar, or typed if the browser has none for months. */
export const MonthField = ({ label, name, value, onChange, error, hint, isRequired, isDisabled, className }: FieldProps) => (
  <Field label={label} error={error} hint={hint} isRequired={isRequired} className={className}>
    {(wiring) => (
      <input
        {...wiring}
        type="month"
        name={name}
        value={value}
        min="1900-01"
        max="2099-12"
        placeholder="2026-10"
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
        className={inputStyle}
      />
    )}
  </Field>
)
