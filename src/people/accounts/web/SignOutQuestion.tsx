import { useEffect } from 'react'
import { useStore } from '#web/api/store.ts'
import type { AccountSlots } from './accountSlots.ts'
import { endHere, signOutQuestion } from './logout.ts'

type Props = Pick<AccountSlots, 'loadSignOutDialog' | 'forgetHere'> & { isLikely: boolean }

/** Renders the question before signing out. If it is likely to be asked, its code is preloaded. */
export const SignOutQuestion = ({ isLikely, loadSignOutDialog, forgetHere }: Props) => {
  const asked = useStore(signOutQuestion)
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
