import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import type { Seat, User } from '../../users.contract.ts'
import { seatsEn } from '../../users.seats.en.ts'
import type { SeatChoice } from '../useUserForm.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { StudentChooser } from './StudentChooser.tsx'
import { choiceOf, moveTo, type SeatPlace } from './seats.ts'

export type FreeSeatDialogProps = { seat: Seat; place: SeatPlace; onFree: (seat: SeatChoice) => void; onClose: () => void }

/** Who is to get a free seat: someone new, or someone who is here already. */
export const FreeSeatDialog = ({ seat, place, onFree, onClose }: FreeSeatDialogProps) => {
  const all = useWords(seatsEn)
  const words = all.freeSeat
  const [chosen, setChosen] = useState<User>()
  const { held, slot } = place
  if (chosen) return <MoveDialog mover={chosen} seat={seat} place={place} onClose={() => setChosen(undefined)} onDone={onClose} />
  return (
    <Dialog title={words.title(seat.seatNumber, slot)} isOpen onClose={onClose}>
      <div className="flex flex-col gap-5 pt-2">
        {held?.terminationDate && <Notice tone="info">{all.kept.until(held.name, held.terminationDate)}</Notice>}
        <Button
          variant="primary"
          icon={<UserPlus />}
          autoFocus
          onPress={() => {
            onClose()
            onFree(choiceOf(seat, place))
          }}
        >
          {words.addNew}
        </Button>
        <section className="flex min-w-0 flex-col gap-2">
          <h3 className="font-semibold">{words.moveHere}</h3>
          <StudentChooser isChoosable={(user) => moveTo(user, seat, place).kind === 'move'} onChoose={setChosen} />
        </section>
      </div>
    </Dialog>
  )
}
