import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#people/users/users.contract.ts'
import { PanelAction } from '#people/users/web/panel/PanelAction.tsx'
import { useUserSlots } from '#people/users/web/userSlots.ts'
import { useSession } from '#web/api/session.ts'
import { today } from '#web/api/timeZone.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { useWords } from '#web/words.ts'
import { shiftChangeEn } from '../shift-change.en.ts'
import { shiftChangePolicy } from '../shift-change.policy.ts'

/** Opens the change of shift, for people who may change the seat of a student with a valid account. */
export const ShiftAction = ({ user }: { user: User }) => {
  const words = useWords(shiftChangeEn)
  const me = useSession()?.user
  const { changeShift } = useUserSlots()
  const [isOpen, setOpen] = useState(false)
  const isOver = user.terminationDate !== null && user.terminationDate < today()
  if (!me || isOver || shiftChangePolicy.whyNotChange(me, user)) return null
  return (
    <>
      <PanelAction icon={<CalendarClock aria-hidden="true" />} label={words.action} onPress={() => setOpen(true)} />
      {isOpen && <Embed screen={changeShift} student={user} onClose={() => setOpen(false)} />}
    </>
  )
}
