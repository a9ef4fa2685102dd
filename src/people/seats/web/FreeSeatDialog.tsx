import { Ticket, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { may } from '#contract/endpoint.ts'
import type { User } from '#people/users/users.contract.ts'
import { useUserSlots } from '#people/users/web/userSlots.ts'
import type { SeatChoice } from '#people/users/web/useUserForm.ts'
import { useHall, useShiftName, useShifts } from '#system/customization/web/customization.queries.ts'
import { useSession } from '#web/api/session.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { type Seat, seatsApi } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { StudentChooser } from './StudentChooser.tsx'
import { choiceOf, moveTo, type SeatPlace, seatName } from './seats.ts'

export type FreeSeatDialogProps = { seat: Seat; place: SeatPlace; onFree: (seat: SeatChoice) => void; onClose: () => void }

/** Asks who gets a free seat: a new person or an existing one. */
export const FreeSeatDialog = ({ seat, place, onFree, onClose }: FreeSeatDialogProps) => {
  const all = useWords(seatsEn)
  const words = all.freeSeat
  const nameOf = useShiftName()
  const shifts = useShifts()
  const [chosen, setChosen] = useState<User>()
  const { held, slot } = place
  const notice = held?.terminationDate ? all.kept.until(held.name, held.terminationDate) : undefined
  const { dayPass } = useUserSlots()
  const mayMove = may(seatsApi.exchange, useSession()?.user)
  const sells = useHall().dayPassFee !== null && dayPass !== undefined
  const [isSelling, setSelling] = useState(false)
  const { seatNumber } = seat
  if (isSelling) return <Embed screen={dayPass} wanted={{ seatNumber, slot }} onClose={onClose} />
  if (chosen) return <MoveDialog mover={chosen} seat={seat} place={place} onClose={() => setChosen(undefined)} onDone={onClose} />
  return (
    <Dialog title={words.title(seatName(seat), nameOf(slot))} isOpen onClose={onClose}>
      <div className="flex flex-col gap-5 pt-2">
        {notice && <Notice tone="info">{notice}</Notice>}
        <Button
          variant="primary"
          icon={<UserPlus />}
          autoFocus
          onPress={() => {
            onClose()
            onFree(choiceOf(seat, place, notice))
          }}
        >
          {words.addNew}
        </Button>
        {sells && (
          <Button icon={<Ticket />} onPress={() => setSelling(true)}>
            {words.dayPass}
          </Button>
        )}
        {mayMove && (
          <section className="flex min-w-0 flex-col gap-2">
            <h3 className="font-semibold">{words.moveHere}</h3>
            <StudentChooser isChoosable={(user) => moveTo(user, seat, place, shifts).kind === 'move'} onChoose={setChosen} />
          </section>
        )}
      </div>
    </Dialog>
  )
}
