import { useState } from 'react'
import { confirm } from '#web/ui/confirm.ts'
import { useLeaveGuard } from '#web/ui/useLeaveGuard.ts'
import { useWords } from '#web/words.ts'
import { rosterEn } from '../roster.en.ts'

export type PasswordsAre = 'nowhere' | 'coming' | 'shown' | 'printed'

/** A person who leaves while passwords come or are shown is asked: they are seen here or never. */
export const usePasswordGuard = (are: PasswordsAre): void => {
  const words = useWords(rosterEn).slips.leave
  const [isLeaving, setLeaving] = useState(false)
  const ask = () => {
    const { title, text } = words[are === 'nowhere' ? 'shown' : are]
    return confirm({ title, text, confirm: words.confirm, cancel: words.stay, isDanger: are !== 'printed' })
  }
  useLeaveGuard(are !== 'nowhere' && !isLeaving, ask, () => setLeaving(true))
}
