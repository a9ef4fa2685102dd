import { today } from '#web/api/timeZone.ts'
import { Slot } from '#web/shell/Slot.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { useWords } from '#web/words.ts'
import type { User } from '../../users.contract.ts'
import { renewingEn } from '../../users.renewing.en.ts'
import { seatsEn } from '../../users.seats.en.ts'
import { ChargeGapField } from '../ExtensionFields.tsx'
import { LastDayField } from '../LastDayField.tsx'
import { useUserSlots } from '../userSlots.ts'
import { SeatOfRenewal } from './SeatOfRenewal.tsx'
import { useRenewForm } from './useRenewForm.ts'

type Props = { user: User; onDone: (renewed: User) => void; onClose: () => void }

/** Until when an account works on, and what has to be decided with it. */
export const RenewForm = ({ user, onDone, onClose }: Props) => {
  const words = useWords(renewingEn)
  const { seatAndSlot } = useWords(seatsEn)
  const { dues } = useUserSlots()
  const { form, seat } = useRenewForm(user, onDone)
  const { _id, name, email, role, seatNumber, slot, terminationDate } = user
  const called = name || email
  const lastDay = String(form.values.terminationDate)
  const submit = seat.chosen === 'own' ? words.submit : seat.chosen === 'none' ? words.submitWithoutSeat : words.submitOnSeat(seat.chosen)
  const end = terminationDate === null ? words.noEnd : (terminationDate < today() ? words.ended : words.ends)(terminationDate)
  return (
    <FormDialog title={words.title(called)} isOpen onClose={onClose} form={form} submit={submit} submitting={words.submitting}>
      <p className="text-muted">{role === 'student' ? `${end} · ${seatAndSlot(seatNumber, slot)}` : end}</p>
      {role === 'student' && (
        <div className="empty:hidden">
          <Slot screen={dues} userId={_id} name={called} />
        </div>
      )}
      <LastDayField from={terminationDate} isRequired {...form.field('terminationDate')} />
      <ChargeGapField user={user} lastDay={lastDay} toggle={form.toggle('chargeGap')} />
      <SeatOfRenewal user={user} seat={seat} isDisabled={form.isSending} />
    </FormDialog>
  )
}
