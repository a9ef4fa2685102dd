import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import type { Seat } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'
import { type Move, type Mover, seatName } from './seats.ts'

/** Who moves where, and what else changes. */
export const MoveText = ({ mover: { name, seatLabel }, seat, move }: { mover: Mover; seat: Seat; move: Move }) => {
  const all = useWords(seatsEn)
  const words = all.moving
  const nameOf = useShiftName()
  if (move.kind === 'exchange') {
    const { slot, with: other } = move
    const [from, to] = [seatLabel ?? move.from, seatName(seat)]
    return (
      <ul dir="auto" className="flex flex-col gap-2 wrap-anywhere">
        <li>{words.exchange(name, from, to, nameOf(slot))}</li>
        <li>{words.exchange(other.name, to, from, nameOf(other.slot))}</li>
      </ul>
    )
  }
  if (move.kind !== 'move') return null
  const { from, before, slot, keptFor } = move
  return (
    <div className="flex flex-col gap-3">
      <p dir="auto" className="wrap-anywhere">
        {words.move(name, from === null ? null : (seatLabel ?? from), seatName(seat), nameOf(slot))}
      </p>
      {before !== null && before !== slot && (
        <p>
          <span className="font-semibold">{words.slot(nameOf(before), nameOf(slot))}</span>
          <span className="block text-muted text-sm">{words.slotHint}</span>
        </p>
      )}
      {keptFor?.terminationDate && <Notice tone="warning">{all.kept.until(keptFor.name, keptFor.terminationDate)}</Notice>}
    </div>
  )
}
