import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '#web/api/callError.ts'
import { useAction } from '#web/api/queryClient.ts'
import { signIn } from '#web/api/session.ts'
import { setTimeZone } from '#web/api/timeZone.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useDocumentTitle } from '#web/ui/useDocumentTitle.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { accountErrors, accountsApi } from '../accounts.contract.ts'
import { setupEn } from '../accounts.setup.en.ts'
import { LinkMessage } from './LinkMessage.tsx'
import { OpenPage } from './OpenPage.tsx'
import { useLinkKey } from './useLinkKey.ts'

/** Creates the first superadmin with the link that the first start prints. */
export const SetupPage = () => {
  const linkKey = useLinkKey()
  const words = useWords(setupEn).setup
  if (!linkKey) return <LinkMessage {...words.noKey} toLogin={words.toLogin} />
  return <Setup key={linkKey} linkKey={linkKey} />
}

const Setup = ({ linkKey }: { linkKey: string }) => {
  const words = useWords(setupEn).setup
  useDocumentTitle(words.title)
  const navigate = useNavigate()
  const [trouble, setTrouble] = useState('')
  const setup = useAction(accountsApi.setup, { onError: (error) => setTrouble(error instanceof CallError ? error.code : '') })
  const form = useForm(accountsApi.setup, {
    initial: { key: linkKey, systemName: '', name: '', email: '', password: '' },
    send: ({ body }) => setup.mutateAsync({ body }),
    failure: words.failed,
    // Optional in the API, but required of a person who sets up a hall.
    check: ({ systemName }) => ({ systemName: String(systemName ?? '').trim() === '' ? words.systemNameRequired : undefined }),
    onDone: (signedIn) => {
      setTimeZone(signedIn.user.timeZone)
      signIn(signedIn)
      navigate('/setup/steps', { replace: true })
    },
  })
  if (trouble === accountErrors.keyInvalid.code) return <LinkMessage {...words.used} toLogin={words.toLogin} />
  if (trouble === accountErrors.alreadySetUp.code) return <LinkMessage {...words.already} toLogin={words.toLogin} />
  return (
    <OpenPage title={words.title} text={words.text}>
      <div className="mb-6">
        <Notice tone="info" title={words.emptyTitle}>
          {words.empty}
        </Notice>
      </div>
      <form {...form.props} className="flex flex-col gap-4">
        <TextField
          label={words.systemName}
          hint={words.systemNameHint}
          autoComplete="organization"
          isRequired
          {...form.field('systemName')}
        />
        <TextField label={words.name} autoComplete="name" isRequired {...form.field('name')} />
        <TextField label={words.email} type="email" autoComplete="username" inputMode="email" isRequired {...form.field('email')} />
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
