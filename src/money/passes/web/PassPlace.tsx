import { Notice } from '#web/ui/Notice.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { useWords } from '#web/words.ts'
import type { Offer } from '../passes.contract.ts'
import { passesEn } from '../passes.en.ts'
import type { PassForm } from './usePassForm.ts'

/** The shift and the seat; both are proposed. */
export const PassPlace = ({ pass, offer: { shifts } }: { pass: PassForm; offer: Offer }) => {
  const words = useWords(passesEn).dialog
  const { form, shift, seatNumber, named, choose } = pass
  if (!shift) return <Notice tone="warning">{words.noShift}</Notice>
  const seats = shift.freeSeats.map((seat) => {
    const { label = null, room = null } = named.find(({ seatNumber: one }) => one === seat) ?? {}
    return { value: String(seat), label: words.seatOption(label ?? seat, room) }
  })
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] items-start gap-4">
      <SelectField
        label={words.shift}
        options={shifts.map(({ slot, name, freeSeats }) => ({ value: slot, label: words.shiftOption(name, freeSeats.length) }))}
        hint={words.times(shift)}
        isDisabled={form.isSending}
        {...form.field('slot')}
        value={shift.slot}
        onChange={(slot) => choose({ slot })}
      />
      <SelectField
        label={words.seat}
        options={seats}
        {...(seats.length === 0 && { placeholder: words.noSeat })}
        isDisabled={form.isSending || seats.length === 0}
        {...form.field('seatNumber')}
        value={seatNumber === undefined ? '' : String(seatNumber)}
        onChange={(seat) => choose({ seatNumber: Number(seat) })}
      />
    </div>
  )
}
