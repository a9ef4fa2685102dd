import { useEffect, useSyncExternalStore } from 'react'
import { endHere, loadQuestion, signOutQuestion } from './logout.ts'

/** Where the question before signing out shows up. Where it is likely to be asked, its code comes ahead. */
export const SignOutQuestion = ({ isLikely }: { isLikely: boolean }) => {
  const asked = useSyncExternalStore(signOutQuestion.subscribe, signOutQuestion.get)
  useEffect(() => {
    if (isLikely) void loadQuestion().catch(() => undefined)
  }, [isLikely])
  const close = () => signOutQuestion.set(null)
  const signOut = () => {
    close()
    endHere()
  }
  return asked && <asked.Question onSignOut={signOut} onClose={close} />
}
