import { useCallback } from 'react'
import { confirm } from '#web/ui/confirm.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import type { User } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { useRemoveUser } from './users.queries.ts'

/** Deletes somebody after asking. `onGone` takes the focus, whose button is gone with the person. */
export const useAskAndRemove = (onGone: () => void) => {
  const words = useWords(usersEn).deletion
  const { mutate } = useRemoveUser()
  return useCallback(
    async ({ _id, name, email, seatNumber }: User) => {
      const text = words.text(name || email, seatNumber)
      if (!(await confirm({ title: words.title, text, confirm: words.confirm, isDanger: true }))) return
      mutate({ params: { id: _id } }, { onSuccess: () => toast.success(words.done) })
      onGone()
    },
    [words, mutate, onGone],
  )
}
