import { useState } from 'react'
import { confirm } from '#web/ui/confirm.ts'
import { useLeaveGuard } from '#web/ui/useLeaveGuard.ts'
import { useWords } from '#web/words.ts'
import { userFormsEn } from '../users.forms.en.ts'

/** Closing the window or leaving the page asks first while its password, which is shown only once, was neither printed nor copied. */
export const useKeptPassword = (isPrinted: boolean, onClose: () => void) => {
  const { title, text, confirm: yes, stay } = useWords(userFormsEn).ready.leave
  const [isCopied, setCopied] = useState(false)
  const mayLose = !isPrinted && !isCopied
  const ask = () => confirm({ title, text, confirm: yes, cancel: stay, isDanger: true })
  useLeaveGuard(mayLose, ask, onClose)
  return {
    onCopied: () => setCopied(true),
    askFirst: async (): Promise<void> => {
      if (!mayLose || (await ask())) onClose()
    },
  }
}
