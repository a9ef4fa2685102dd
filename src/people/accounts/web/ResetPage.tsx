import { useState } from 'react'
import { CallError } from '#web/api/callError.ts'
import { useAction } from '#web/api/queryClient.ts'
import { signOut } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { useDocumentTitle } from '#web/ui/useDocumentTitle.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { accountErrors, accountsApi } from '../accounts.contract.ts'
import { setupEn } from '../accounts.setup.en.ts'
import { LinkMessage } from './LinkMessage.tsx'
import { OpenPage } from './OpenPage.tsx'
import { useLinkKey } from './useLinkKey.ts'

/** Sets a new password with the link that an administrator made. */
export const ResetPage = () => {
  const linkKey = useLinkKey()
  const words = useWords(setupEn).reset
  if (!linkKey) return <LinkMessage {...words.noKey} toLogin={words.toLogin} />
  return <Reset key={linkKey} linkKey={linkKey} />
}

const Reset = ({ linkKey }: { linkKey: string }) => {
  const words = useWords(setupEn).reset
  useDocumentTitle(words.title)
  const [trouble, setTrouble] = useState('')
  const reset = useAction(accountsApi.resetPassword, { onError: (error) => setTrouble(error instanceof CallError ? error.code : '') })
  const form = useForm(accountsApi.resetPassword, {
    initial: { key: linkKey, password: '' },
    send: ({ body }) => reset.mutateAsync({ body }),
    failure: words.failed,
    // Ends the session of anybody who was signed in on this device, in favor of the person who chose the password.
    onDone: () => signOut(),
  })
  if (reset.isSuccess) return <LinkMessage {...words.done} toLogin={words.toLogin} />
  if (trouble === accountErrors.keyInvalid.code) return <LinkMessage {...words.used} toLogin={words.toLogin} />
  return (
    <OpenPage title={words.title} text={words.text}>
      <form {...form.props} className="flex flex-col gap-4">
        <PasswordField
          label={words.password}
          hint={words.passwordHint}
          autoComplete="new-password"
          isRequired
          {...form.field('password')}
        />
        <FormError text={form.error} />
        <Button type="submit" variant="primary" className="mt-2" isPending={form.isSending} pendingText={words.submitting}>
          {words.submit}
        </Button>
      </form>
    </OpenPage>
  )
}
