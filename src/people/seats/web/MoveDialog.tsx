import { useState } from 'react'
import { useConfirmWomenSeats } from '#people/rooms/web/confirmWomenSeat.ts'
import { useUserSlots } from '#people/users/web/userSlots.ts'
import { useUpdateUser } from '#people/users/web/users.queries.ts'
import { useShifts } from '#system/customization/web/customization.queries.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { seatsEn } from '../seats.en.ts'
import { MoveText } from './MoveText.tsx'
import { useExchangeSeats } from './seats.queries.ts'
import { type Mover, moveTo, seatName } from './seats.ts'
import type { Target } from './useMoving.ts'

export type MoveDialogProps = Target & { mover: Mover; onClose: () => void; onDone: () => void }

/** The result of a move, in one line per person, and the button that confirms it. */
export const MoveDialog = ({ mover, seat, place, onClose, onDone }: MoveDialogProps) => {
  const words = useWords(seatsEn).moving
  const shifts = useShifts()
  // The question is fixed when it opens, even if the map changes; the server checks the move.
  const [move] = useState(() => moveTo(mover, seat, place, shifts))
  const update = useUpdateUser()
  const exchange = useExchangeSeats()
  const confirmSeats = useConfirmWomenSeats()
  const { changeShift } = useUserSlots()
  const [error, setError] = useState<string>()
  const isPending = update.isPending || exchange.isPending
  if (move.kind !== 'move' && move.kind !== 'exchange') return null
  const { _id, name } = mover
  if (changeShift && move.kind === 'move' && move.before !== null && move.slot !== move.before)
    return <Embed screen={changeShift} student={mover} slot={move.slot} seatNumber={move.to} onClose={onClose} onDone={onDone} />

  const go = async () => {
    setError(undefined)
    const other = move.kind === 'exchange' ? [{ seatNumber: move.from, name: move.with.name }] : []
    const isOtherSeat = move.from !== move.to
    if (isOtherSeat && !(await confirmSeats([{ seatNumber: move.to, name }, ...other]))) return
    try {
      if (move.kind === 'exchange') {
        await exchange.mutateAsync({ body: { first: _id, second: move.with.userId } })
        toast.success(words.exchanged(name, move.with.name))
      } else {
        const slot = move.slot === move.before ? {} : { slot: move.slot }
        await update.mutateAsync({ params: { id: _id }, body: { seatNumber: move.to, ...slot } })
        toast.success(words.moved(name, seatName(seat)))
      }
      onDone()
    } catch (thrown) {
      setError(errorText(thrown, words.moveFailed))
    }
  }

  return (
    <Dialog
      size="small"
      title={move.kind === 'exchange' ? words.exchangeTitle : words.moveTitle}
      isOpen
      onClose={onClose}
      isDismissable={!isPending}
    >
      <MoveText mover={mover} seat={seat} move={move} />
      <div className="mt-4 empty:hidden">
        <FormError text={error} />
      </div>
      <DialogActions>
        <Button onPress={onClose} isDisabled={isPending}>
          {words.cancel}
        </Button>
        <Button variant="primary" onPress={go} isPending={isPending} pendingText={words.saving} autoFocus>
          {move.kind === 'exchange' ? words.confirmExchange : words.confirmMove}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
