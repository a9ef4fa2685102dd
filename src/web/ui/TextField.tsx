import type { InputHTMLAttributes } from 'react'
import { Field, type FieldProps, inputStyle } from './Field.tsx'

type Extras = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoComplete' | 'inputMode' | 'placeholder' | 'maxLength' | 'autoFocus' | 'enterKeyHint'
>
export type TextFieldProps = FieldProps & Extras & { type?: 'text' | 'email' | 'tel' | 'number' | 'url' }

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
  ...extras
}: TextFieldProps) => (
  <Field label={label} error={error} hint={hint} isRequired={isRequired} className={className}>
    {(wiring) => (
      <input
        {...wiring}
        {...extras}
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
