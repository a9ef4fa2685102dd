import { shownName } from '#contract/shownName.ts'
import { useConfirmWomenSeat } from '#people/rooms/web/confirmWomenSeat.ts'
import type { User } from '#people/users/users.contract.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { formatList, useWords } from '#web/words.ts'
import { renewingEn } from '../../seats.renewing.en.ts'
import type { RenewalSeat } from './useRenewForm.ts'

/** Shown if the seat is no longer free: renews without a seat or, for staff who may assign seats, on a free one. */
export const SeatOfRenewal = ({ user, seat, isDisabled }: { user: User; seat: RenewalSeat; isDisabled: boolean }) => {
  const words = useWords(renewingEn)
  const confirmSeat = useConfirmWomenSeat()
  const { chosen, choose, isGone, holders, free } = seat
  if (!isGone || user.seatNumber === null) return null
  const own = user.seatLabel ?? user.seatNumber
  const gone = holders.length > 0 ? words.seatTaken(own, formatList(holders.map(({ name }) => name))) : words.seatGone(own)
  const chooseSeat = async (value: string) => {
    const isForWomen = free.some((one) => one.isForWomen && String(one.seatNumber) === value)
    if (isForWomen && !(await confirmSeat(shownName(user)))) return
    choose(value === '' ? 'none' : Number(value))
  }
  return (
    <>
      <Notice tone="warning">
        <p>{gone}</p>
        <p>{words.withoutSeat(shownName(user))}</p>
      </Notice>
      {free.length > 0 && (
        <SelectField
          label={words.seat}
          value={typeof chosen === 'number' ? String(chosen) : ''}
          placeholder={words.noSeat}
          onChange={(value) => void chooseSeat(value)}
          isDisabled={isDisabled}
          options={free.map(({ seatNumber, label, keptFor }) => ({
            value: String(seatNumber),
            label: keptFor ? words.keptSeat(label ?? seatNumber, keptFor.name) : words.freeSeat(label ?? seatNumber),
          }))}
        />
      )}
    </>
  )
}
