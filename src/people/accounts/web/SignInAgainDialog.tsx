import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { forgetEnded, type SessionUser } from '#web/api/session.ts'
import { startPage } from '#web/shell/startPage.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useDocumentTitle } from '#web/ui/useDocumentTitle.ts'
import { useWords } from '#web/words.ts'
import { accountMenuEn } from '../accounts.menu.en.ts'
import { SignInForm } from './LoginPage.tsx'

/**
 * Over the page of a session that has ended: its person goes on there after signing in. It shows nothing of that person, and anybody
 * else gets the pages that they get from the sign-in page.
 */
export const SignInAgainDialog = ({ user }: { user: SessionUser }) => {
  const words = useWords(accountMenuEn).again
  const navigate = useNavigate()
  useTitle(words.title)
  const toOwnPage = (signedIn: SessionUser) => {
    if (signedIn._id !== user._id) void navigate(startPage(signedIn.role), { replace: true })
  }
  return (
    <Dialog title={words.title} isOpen onClose={forgetEnded} size="small" hidesPage>
      <p className="mt-1 mb-5 text-muted">{words.text}</p>
      <SignInForm onSignIn={toOwnPage}>
        <Button onPress={forgetEnded}>{words.other}</Button>
      </SignInForm>
    </Dialog>
  )
}

/** Sets the title of the tab, which may name what the page is about, until the page is back. */
const useTitle = (title: string): void => {
  useEffect(() => {
    const before = document.title
    return () => {
      document.title = before
    }
  }, [])
  useDocumentTitle(title)
}
