import { useState } from 'react'
import { confirm } from '#web/ui/confirm.ts'
import { useLeaveGuard } from '#web/ui/useLeaveGuard.ts'
import { useWords } from '#web/words.ts'
import { rosterEn } from '../roster.en.ts'

export type PasswordsAre = 'nowhere' | 'corrected' | 'coming' | 'shown' | 'printed'

/**
 * Asks before a person leaves corrected cells, or passwords that are loading or shown, because passwords are shown only once.
 * Returns the function that asks.
 */
export const usePasswordGuard = (are: PasswordsAre): (() => Promise<boolean>) => {
  const words = useWords(rosterEn).slips.leave
  const [isLeaving, setLeaving] = useState(false)
  const ask = () => {
    const { title, text } = words[are === 'nowhere' ? 'shown' : are]
    return confirm({ title, text, confirm: words.confirm, cancel: words.stay, isDanger: are !== 'printed' })
  }
  useLeaveGuard(are !== 'nowhere' && !isLeaving, ask, () => setLeaving(true))
  return ask
}
