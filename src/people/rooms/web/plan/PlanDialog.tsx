import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { roomsEn } from '../../rooms.en.ts'
import type { Room, SeatDetails } from '../../rooms.shapes.contract.ts'
import { useSavePlan } from '../rooms.queries.ts'
import { PlanGrid } from './PlanGrid.tsx'
import { type Plan, usePlan } from './usePlan.ts'

type Props = { room: Room; seats: readonly SeatDetails[]; onClose: () => void }

/** Saves the plan, or removes it after a question. */
const useSaving = ({ room: { _id, name }, onClose }: Props, plan: Plan) => {
  const words = useWords(roomsEn).editor
  const save = useSavePlan()
  const [error, setError] = useState<string>()
  const send = async (seats: { seatNumber: number; x: number; y: number }[], done: string) => {
    setError(undefined)
    try {
      await save.mutateAsync({ params: { id: _id }, body: { seats } })
      toast.success(done)
      onClose()
    } catch (thrown) {
      setError(errorText(thrown, words.failed))
    }
  }
  const remove = async () => {
    const { title, text, confirm: yes } = words.removing
    if (await confirm({ title, text: text(name), confirm: yes })) await send([], words.removed(name))
  }
  const keep = () =>
    send(
      [...plan.places].map(([seatNumber, spot]) => ({ seatNumber, ...spot })),
      words.saved(name),
    )
  return { error, isPending: save.isPending, keep: () => void keep(), remove: () => void remove() }
}

/** Draws the plan of a room: where its seats are. */
export const PlanDialog = (props: Props) => {
  const { room, seats, onClose } = props
  const all = useWords(roomsEn)
  const words = all.editor
  const plan = usePlan(seats)
  const saving = useSaving(props, plan)
  const isBusy = plan.picked !== undefined || saving.isPending
  const isDrawn = plan.places.size > 0
  return (
    <Dialog size="large" title={words.title(room.name)} isOpen onClose={onClose} isDismissable={!isBusy} keepsWhatIsTyped>
      <div className="flex min-w-0 flex-col gap-4 pt-2">
        {seats.length === 0 ? <p>{words.noSeats}</p> : <p className="text-muted text-sm">{isDrawn ? words.how : words.empty}</p>}
        {isDrawn && <p className="text-muted text-sm">{words.keyboard}</p>}
        {isDrawn && <PlanGrid plan={plan} />}
        {isDrawn && plan.left.length > 0 && <Left plan={plan} />}
        <p role="status" className="sr-only">
          {plan.announcement}
        </p>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {seats.length > 0 && <Button onPress={plan.arrange}>{words.arrange}</Button>}
          {seats.some(({ place }) => place !== null) && <Button onPress={saving.remove}>{words.remove}</Button>}
        </div>
        <FormError text={saving.error} />
      </div>
      <DialogActions>
        <Button onPress={onClose} isDisabled={saving.isPending}>
          {all.range.cancel}
        </Button>
        <Button
          variant="primary"
          onPress={saving.keep}
          isPending={saving.isPending}
          pendingText={words.saving}
          isDisabled={!plan.isChanged}
        >
          {words.save}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The seats that are not drawn yet. */
const Left = ({ plan }: { plan: Plan }) => {
  const words = useWords(roomsEn).editor
  return (
    <div>
      <h3 className="mb-2 font-semibold text-sm">{words.left}</h3>
      <ul className="flex flex-wrap gap-2">
        {plan.left.map((seat) => (
          <li key={seat}>
            <Button aria-label={words.place(plan.nameOf(seat))} onPress={() => plan.add(seat)}>
              {plan.nameOf(seat)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
