import { type ReactNode, useLayoutEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { commonErrors, type ExpiredParams } from '#contract/errors.ts'
import { CallError } from '#web/api/callError.ts'
import { useAction } from '#web/api/queryClient.ts'
import { type SessionUser, signIn, takeExpiredMessage, useSession } from '#web/api/session.ts'
import { setTimeZone } from '#web/api/timeZone.ts'
import { useBranding } from '#web/shell/Branding.tsx'
import { Embed } from '#web/shell/Embed.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { startPage } from '#web/shell/startPage.ts'
import { useIsWide } from '#web/shell/useIsWide.ts'
import { Button } from '#web/ui/Button.tsx'
import { CallLinks } from '#web/ui/CallLinks.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDocumentTitle } from '#web/ui/useDocumentTitle.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { accountErrors, accountsApi } from '../accounts.contract.ts'
import { accountsEn } from '../accounts.en.ts'
import type { EndedAccountProps } from './EndedAccount.tsx'
import { OpenPage } from './OpenPage.tsx'
import { roleButtons } from './roleButtons.ts'
import type { SignInSlots } from './signInSlots.ts'

const endedAccount = lazyScreen<EndedAccountProps>(async () => (await import('./EndedAccount.tsx')).EndedAccount)

export const LoginPage = ({ slots }: { slots: SignInSlots }) => {
  const words = useWords(accountsEn).login
  useDocumentTitle(words.title)
  const session = useSession()
  const isWide = useIsWide()
  const { demo, phone } = useBranding()
  if (session) return <Navigate to={startPage(session.user.role)} replace />
  const below = (
    <>
      {phone && (
        <div className="flex flex-wrap justify-center gap-3">
          <CallLinks phone={phone} />
        </div>
      )}
      <TextLink to="/" className="max-md:py-2.5">
        {words.back}
      </TextLink>
    </>
  )
  return (
    <OpenPage title={words.title} below={below} beside={<Embed screen={isWide ? slots.beside : undefined} />}>
      {demo && <Embed screen={roleButtons} isPublic={demo === 'public'} />}
      <SignInForm payment={slots.payment} />
    </OpenPage>
  )
}

type SignInFormProps = {
  /** Called with the person before the screens show their session. */
  onSignIn?: (user: SessionUser) => void
  /** How a student whose account has ended pays. */
  payment?: SignInSlots['payment']
  /** Below the button. */
  children?: ReactNode
}

export const SignInForm = ({ onSignIn, payment, children }: SignInFormProps) => {
  const words = useWords(accountsEn).login
  const expired = useExpiredMessage()
  const login = useAction(accountsApi.login, { onError: (error) => isWrong(error) && selectPassword(form.props.ref.current) })
  const form = useForm(accountsApi.login, {
    initial: { email: '', password: '' },
    send: ({ body }) => login.mutateAsync({ body }),
    failure: words.failed,
    onDone: (signedIn) => {
      setTimeZone(signedIn.user.timeZone)
      onSignIn?.(signedIn.user)
      signIn(signedIn)
      if (signedIn.resetLink) toast.error(words.resetLink(signedIn.resetLink.by, signedIn.resetLink.at))
    },
  })
  const ended = endedOf(login.error)
  if (ended && form.error) {
    const again = () => {
      login.reset()
      form.reset()
    }
    return (
      <>
        <Expired text={form.error} />
        <Embed screen={endedAccount} ended={ended} payment={payment} onBack={again} />
      </>
    )
  }
  return (
    <form {...form.props} className="flex flex-col gap-4">
      {form.error ? <Failure text={form.error} /> : expired && !form.isSending && <Expired text={expired} hint={words.expiredHint} />}
      {/* Browsers reject a number in a field of type email, and the email keyboard has digits too. */}
      <TextField label={words.email} autoComplete="username" inputMode="email" isAsTyped isRequired {...form.field('email')} />
      <PasswordField label={words.password} autoComplete="current-password" isRequired {...form.field('password')} />
      <Button type="submit" variant="primary" className="mt-2" isPending={form.isSending} pendingText={words.submitting}>
        {words.submit}
      </Button>
      <p className="text-center text-muted text-sm">{words.forgot}</p>
      {children}
    </form>
  )
}

const isWrong = (error: Error): boolean => error instanceof CallError && error.code === accountErrors.wrongSignIn.code

/** Selects the wrong password, so that typing replaces it. */
const selectPassword = (form: HTMLFormElement | null): void => {
  const field = form?.elements.namedItem('password')
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  field.select()
}

/** The server's message when it ended the session of an expired account. This tab reads it once. */
const useExpiredMessage = (): string | undefined => {
  const [message, setMessage] = useState<string>()
  useLayoutEffect(() => {
    const taken = takeExpiredMessage()
    if (taken) setMessage(taken)
  }, [])
  return message
}

/** What the server says about an ended account, only after the right password. */
const endedOf = (error: Error | null): ExpiredParams | undefined =>
  error instanceof CallError && error.code === commonErrors.expired.code ? (error.params as ExpiredParams | undefined) : undefined

const Failure = ({ text }: { text: string }) => (/expired/i.test(text) ? <Expired text={text} /> : <Notice tone="error">{text}</Notice>)

const Expired = ({ text, hint }: { text: string; hint?: string }) => (
  <Notice tone="warning" title={useWords(accountsEn).login.expiredTitle}>
    {text}
    {hint && <p className="mt-1">{hint}</p>}
  </Notice>
)
