import { ChevronDown } from 'lucide-react'
import { Field, type FieldProps, inputStyle } from './Field.tsx'

export type Option = { value: string; label: string; isDisabled?: boolean /** Levels of indentation. */; level?: number }

type SelectFieldProps = FieldProps & {
  options: readonly Option[]
  /** The text for "nothing chosen"; without it the first option is chosen. */
  placeholder?: string
}

/** No-break spaces, because a native select has no other indentation. */
const indent = (level = 0): string => '\u00A0\u00A0\u00A0'.repeat(level)

/** The device's own select, which every phone and screen reader supports best. */
export const SelectField = ({
  label,
  name,
  value,
  onChange,
  error,
  hint,
  isRequired,
  isDisabled,
  isLabelHidden = false,
  className,
  options,
  placeholder,
}: SelectFieldProps) => (
  <Field label={label} error={error} hint={hint} isRequired={isRequired} isLabelHidden={isLabelHidden} className={className}>
    {(wiring) => (
      <div className="relative">
        <select
          {...wiring}
          name={name}
          value={value}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
          className={`${inputStyle} cursor-pointer appearance-none pr-10 text-ellipsis`}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {/* The closed field shows the text of the chosen option, which needs no indentation. */}
              {option.value === value ? option.label : indent(option.level) + option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted" />
      </div>
    )}
  </Field>
)
