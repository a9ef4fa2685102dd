import { type ReactNode, useState } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import type { User } from '../users.contract.ts'
import { useUserSlots } from './userSlots.ts'
import type { UserForm } from './useUserForm.ts'

type Seat = { slot: string; seatNumber: number | null }

/**
 * Offers the change of shift with its price in the form of a student whose shift is changed there. The dialog is outside of the form,
 * because a form in another one would be sent with it. Once the student is moved, the form has the values that are stored.
 */
export const useShiftOffer = (user: User, form: UserForm): { hint: ReactNode; dialog: ReactNode } => {
  const { changeShift, shiftHint } = useUserSlots()
  const [isOpen, setOpen] = useState(false)
  const [moved, setMoved] = useState<Seat>()
  const slot = String(form.values.slot ?? '')
  const isOther = form.values.role === 'student' && user.slot !== null && slot !== '' && slot !== user.slot
  if (!changeShift || !isOther) return { hint: null, dialog: null }
  const onDone = (stored: Seat) => {
    setMoved(stored)
    form.set('slot', stored.slot)
    form.set('seatNumber', stored.seatNumber === null ? '' : String(stored.seatNumber))
  }
  return {
    hint: <Embed screen={shiftHint} userId={user._id} isDone={moved?.slot === slot} onChangeShift={() => setOpen(true)} />,
    dialog: isOpen && <Embed screen={changeShift} student={user} slot={slot} onClose={() => setOpen(false)} onDone={onDone} />,
  }
}
