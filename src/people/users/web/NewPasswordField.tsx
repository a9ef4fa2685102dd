import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import type { FieldProps } from '#web/ui/Field.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { useWords } from '#web/words.ts'
import { userFormsEn } from '../users.forms.en.ts'
import { madePassword } from './madePassword.ts'

type Props = FieldProps & { /** It is there already. */ isMade?: boolean | undefined }

/** A password for someone else: typed or generated, and shown so that it can be read to them. */
export const NewPasswordField = ({ isMade = false, ...field }: Props) => {
  const words = useWords(userFormsEn).form
  const [made, setMade] = useState(isMade ? 1 : 0)
  const generate = () => {
    setMade(made + 1)
    field.onChange(madePassword())
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <PasswordField key={made} {...field} autoComplete="new-password" isShownFirst={made > 0} />
      <Button icon={<KeyRound />} onPress={generate} isDisabled={field.isDisabled} className="self-start">
        {words.generate}
      </Button>
    </div>
  )
}
