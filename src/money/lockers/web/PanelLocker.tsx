import { useState } from 'react'
import { shownName } from '#contract/shownName.ts'
import type { PanelSlotProps } from '#people/users/web/userSlots.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { lockersEn } from '../lockers.en.ts'
import { AssignScreen, TakeBackScreen } from './lockerScreens.ts'
import { useLockerOf } from './lockers.queries.ts'

/** The locker of a student, or a button that assigns one; nothing in a hall without free lockers. */
export const PanelLocker = ({ user }: PanelSlotProps) => {
  const words = useWords(lockersEn)
  const [isOpen, setOpen] = useState(false)
  const { data } = useLockerOf(user._id)
  if (user.role !== 'student' || !data || (!data.locker && data.free === 0)) return null
  const { locker } = data
  const close = () => setOpen(false)
  return (
    <section className="-my-2 flex flex-wrap items-center justify-between gap-x-4">
      <p className={locker ? '' : 'text-muted'}>{locker ? words.panel.line(locker.number, locker.keyNumber) : words.panel.none}</p>
      <Button variant="quiet" onPress={() => setOpen(true)}>
        {locker ? words.takeBack : words.panel.assign}
      </Button>
      {isOpen && !locker && <Embed screen={AssignScreen} studentId={user._id} onClose={close} />}
      {isOpen && locker && (
        <Embed screen={TakeBackScreen} locker={locker} student={{ _id: user._id, name: shownName(user) }} onClose={close} />
      )}
    </section>
  )
}
