import { useState } from 'react'
import { foldPhone } from '#contract/phone.ts'
import type { FieldProps } from '#web/ui/Field.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import { userFormsEn } from '../users.forms.en.ts'
import { useSharedPhone } from './useSharedPhone.ts'

type Props = Omit<FieldProps, 'label' | 'hint'> & {
  /** The person with this number; undefined for a new account. */ userId: string | undefined
}

/**
 * A phone number. Warns, once the field is left, if it is not one for WhatsApp, and if siblings share it, because they cannot sign in
 * with it.
 */
export const PhoneField = ({ userId, ...field }: Props) => {
  const words = useWords(userFormsEn).form
  const shared = useSharedPhone(field.value, userId)
  const [isLeft, setLeft] = useState(field.value !== '')
  const isOther = isLeft && !field.error && field.value.trim() !== '' && foldPhone(field.value) === undefined
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <TextField
        label={words.phone}
        hint={words.phoneHint}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        onBlur={() => setLeft(true)}
        {...field}
      />
      <p role="status" className="text-sm text-warning-text wrap-anywhere empty:hidden">
        {isOther ? words.phoneNotForWhatsApp : shared}
      </p>
    </div>
  )
}
