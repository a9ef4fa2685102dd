import { useLayoutEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { useAction } from '#web/api/queryClient.ts'
import { signIn, takeExpiredMessage, useSession } from '#web/api/session.ts'
import { startPage } from '#web/shell/startPage.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { useDocumentTitle } from '#web/ui/useDocumentTitle.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { accountsApi } from '../accounts.contract.ts'
import { accountsEn } from '../accounts.en.ts'
import { OpenPage } from './OpenPage.tsx'

export const LoginPage = () => {
  const words = useWords(accountsEn).login
  useDocumentTitle(words.title)
  const session = useSession()
  const keptMessage = useKeptMessage()
  const login = useAction(accountsApi.login)
  const form = useForm(accountsApi.login, {
    initial: { email: '', password: '' },
    send: ({ body }) => login.mutateAsync({ body }),
    failure: words.failed,
    onDone: signIn,
  })
  if (session) return <Navigate to={startPage(session.user.role)} replace />
  const back = (
    <TextLink to="/" className="max-md:py-2.5">
      {words.back}
    </TextLink>
  )
  return (
    <OpenPage title={words.title} below={back}>
      <form {...form.props} className="flex flex-col gap-4">
        <Failure text={form.error ?? (form.isSending ? undefined : keptMessage)} />
        <TextField label={words.email} type="email" autoComplete="username" inputMode="email" isRequired {...form.field('email')} />
        <PasswordField label={words.password} autoComplete="current-password" isRequired {...form.field('password')} />
        <Button type="submit" variant="primary" className="mt-2" isPending={form.isSending} pendingText={words.submitting}>
          {words.submit}
        </Button>
      </form>
    </OpenPage>
  )
}

/** What the server said when it ended the session of an expired account. Reading it takes it away, so it is read once. */
const useKeptMessage = (): string | undefined => {
  const [message, setMessage] = useState<string>()
  useLayoutEffect(() => {
    const kept = takeExpiredMessage()
    if (kept) setMessage(kept)
  }, [])
  return message
}

const Failure = ({ text }: { text: string | undefined }) => {
  const words = useWords(accountsEn).login
  if (!text) return null
  if (!/expired/i.test(text)) return <Notice tone="error">{text}</Notice>
  return (
    <Notice tone="warning" title={words.expiredTitle}>
      {text}
    </Notice>
  )
}
