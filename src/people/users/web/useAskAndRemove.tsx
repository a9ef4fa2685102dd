import { useCallback } from 'react'
import { shownName } from '#contract/shownName.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { useWords } from '#web/words.ts'
import type { User } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { useUserSlots } from './userSlots.ts'
import { useRemoveUser } from './users.queries.ts'

/** Deletes a person after a confirmation. `onGone` moves the focus, because the button disappears with the person. */
export const useAskAndRemove = (onGone: () => void) => {
  const words = useWords(usersEn).deletion
  const { mutate } = useRemoveUser()
  const { dues } = useUserSlots()
  return useCallback(
    async ({ _id, name, email, role, seatNumber, seatLabel }: User) => {
      const text = words.text(shownName({ name, email }), seatNumber, seatLabel)
      const first = role === 'student' && <Embed screen={dues} userId={_id} name={shownName({ name, email })} />
      if (!(await confirm({ title: words.title, first, text, confirm: words.confirm, isDanger: true }))) return
      mutate({ params: { id: _id } })
      onGone()
    },
    [words, mutate, dues, onGone],
  )
}
