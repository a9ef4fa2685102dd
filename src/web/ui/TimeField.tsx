import { type FieldProps, inputStyle } from './Field.tsx'

type TimeFieldProps = Pick<FieldProps, 'label' | 'name' | 'value' | 'onChange' | 'error' | 'isDisabled'>

/** A time of day, `HH:MM`, by the device's own clock; its label is only for screen readers, since rows of times have theirs beside them. */
export const TimeField = ({ label, name, value, onChange, error, isDisabled }: TimeFieldProps) => (
  <input
    type="time"
    aria-label={label}
    name={name}
    value={value}
    disabled={isDisabled}
    aria-invalid={Boolean(error)}
    onChange={(event) => onChange(event.target.value)}
    className={`${inputStyle} w-auto! max-w-full px-2!`}
  />
)
