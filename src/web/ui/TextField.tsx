import type { InputHTMLAttributes } from 'react'
import { Field, type FieldProps, inputStyle } from './Field.tsx'

type Extras = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoComplete' | 'inputMode' | 'placeholder' | 'maxLength' | 'autoFocus' | 'enterKeyHint' | 'onBlur'
>
type Kinds = {
  type?: 'text' | 'email' | 'tel' | 'number' | 'url' /** Phones change nothing: no capital letter, no correction. */
  isAsTyped?: boolean
}
export type TextFieldProps = FieldProps & Extras & Kinds

export const TextField = ({
  label,
  name,
  value,
  onChange,
  error,
  hint,
  isRequired,
  isDisabled,
  className,
  type = 'text',
  isAsTyped = false,
  ...extras
}: TextFieldProps) => (
  <Field label={label} error={error} hint={hint} isRequired={isRequired} className={className}>
    {(wiring) => (
      <input
        {...wiring}
        {...extras}
        {...(isAsTyped && { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false })}
        type={type}
        name={name}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
        className={inputStyle}
      />
    )}
  </Field>
)
