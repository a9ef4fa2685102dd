import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { seatsEn } from '../../users.seats.en.ts'
import { useExchangeSeats, useUpdateUser } from '../users.queries.ts'
import { MoveText } from './MoveText.tsx'
import { type Mover, moveTo } from './seats.ts'
import type { Target } from './useMoving.ts'

export type MoveDialogProps = Target & { mover: Mover; onClose: () => void; onDone: () => void }

/** What will be, in one line for each person, and the one press that does it. */
export const MoveDialog = ({ mover, seat, place, onClose, onDone }: MoveDialogProps) => {
  const words = useWords(seatsEn).moving
  // What was asked stays as it is, even where the map shows something else by now: the server judges.
  const [move] = useState(() => moveTo(mover, seat, place))
  const update = useUpdateUser()
  const exchange = useExchangeSeats()
  const [error, setError] = useState<string>()
  const isPending = update.isPending || exchange.isPending
  if (move.kind !== 'move' && move.kind !== 'exchange') return null
  const { _id, name } = mover

  const go = async () => {
    setError(undefined)
    try {
      if (move.kind === 'exchange') {
        await exchange.mutateAsync({ body: { first: _id, second: move.with.userId } })
        toast.success(words.exchanged(name, move.with.name))
      } else {
        const slot = move.slot === move.before ? {} : { slot: move.slot }
        await update.mutateAsync({ params: { id: _id }, body: { seatNumber: move.to, ...slot } })
        toast.success(words.moved(name, move.to))
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
      <MoveText mover={mover} move={move} />
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
