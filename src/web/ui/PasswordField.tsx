import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'
import { Field, type FieldProps, inputStyle } from './Field.tsx'
import { IconButton } from './IconButton.tsx'

type PasswordFieldProps = FieldProps & { autoComplete: 'current-password' | 'new-password'; isShownFirst?: boolean }

/** A password, hidden until its owner wants to see it. Pasting is allowed. */
export const PasswordField = ({
  label,
  name,
  value,
  onChange,
  error,
  hint,
  isRequired,
  isDisabled,
  className,
  autoComplete,
  isShownFirst = false,
}: PasswordFieldProps) => {
  const words = useWords(webEn).ui
  const [isShown, setShown] = useState(isShownFirst)
  return (
    <Field label={label} error={error} hint={hint} isRequired={isRequired} className={className}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            type={isShown ? 'text' : 'password'}
            name={name}
            value={value}
            disabled={isDisabled}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
            className={`${inputStyle} pr-12`}
          />
          <IconButton
            label={isShown ? words.hidePassword : words.showPassword}
            onPress={() => setShown(!isShown)}
            className="absolute top-0 right-0"
          >
            {isShown ? <EyeOff /> : <Eye />}
          </IconButton>
        </div>
      )}
    </Field>
  )
}
