import { shownName } from '#contract/shownName.ts'
import type { User } from '#people/users/users.contract.ts'
import { ChargeGapField } from '#people/users/web/ExtensionFields.tsx'
import { LastDayField } from '#people/users/web/LastDayField.tsx'
import { useUserSlots } from '#people/users/web/userSlots.ts'
import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { today } from '#web/api/timeZone.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { useWords } from '#web/words.ts'
import { seatsEn } from '../../seats.en.ts'
import { renewingEn } from '../../seats.renewing.en.ts'
import { SeatOfRenewal } from './SeatOfRenewal.tsx'
import { useRenewForm } from './useRenewForm.ts'

type Props = { user: User; onDone: (renewed: User) => void; onClose: () => void }

/** The end date of a renewal, and the decisions it needs. */
export const RenewForm = ({ user, onDone, onClose }: Props) => {
  const words = useWords(renewingEn)
  const { seatAndSlot } = useWords(seatsEn)
  const nameOf = useShiftName()
  const { dues } = useUserSlots()
  const { form, seat } = useRenewForm(user, onDone)
  const { _id, name, email, role, seatNumber, slot, terminationDate } = user
  const called = shownName({ name, email })
  const lastDay = String(form.values.terminationDate)
  const texts = { own: words.submit, none: words.submitWithoutSeat }
  const submit = typeof seat.chosen === 'number' ? words.submitOnSeat(seat.chosenName ?? seat.chosen) : texts[seat.chosen]
  const end = terminationDate === null ? words.noEnd : (terminationDate < today() ? words.ended : words.ends)(terminationDate)
  return (
    <FormDialog title={words.title(called)} isOpen onClose={onClose} form={form} submit={submit} submitting={words.submitting}>
      <p className="text-muted">
        {role === 'student' ? `${end} · ${seatAndSlot(user.seatLabel ?? seatNumber, slot && nameOf(slot))}` : end}
      </p>
      {role === 'student' && (
        <div className="empty:hidden">
          <Embed screen={dues} userId={_id} name={called} />
        </div>
      )}
      <LastDayField from={terminationDate} isRequired {...form.field('terminationDate')} />
      <ChargeGapField user={user} lastDay={lastDay} toggle={form.toggle('chargeGap')} />
      <SeatOfRenewal user={user} seat={seat} isDisabled={form.isSending} />
    </FormDialog>
  )
}
