import { useEffect, useSyncExternalStore } from 'react'
import type { AccountSlots } from './accountSlots.ts'
import { endHere, signOutQuestion } from './logout.ts'

type Props = Pick<AccountSlots, 'loadSignOutDialog' | 'forgetHere'> & { isLikely: boolean }

/** Where the question before signing out shows up. Where it is likely to be asked, its code comes ahead. */
export const SignOutQuestion = ({ isLikely, loadSignOutDialog, forgetHere }: Props) => {
  const asked = useSyncExternalStore(signOutQuestion.subscribe, signOutQuestion.get)
  useEffect(() => {
    if (isLikely) void loadSignOutDialog().catch(() => undefined)
  }, [isLikely, loadSignOutDialog])
  const close = () => signOutQuestion.set(null)
  const signOut = () => {
    close()
    endHere({ forgetHere })
  }
  return asked && <asked.Question onSignOut={signOut} onClose={close} />
}
