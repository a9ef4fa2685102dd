import { useState } from 'react'
import { shownName } from '#contract/shownName.ts'
import type { User } from '#people/users/users.contract.ts'
import { useUserSlots } from '#people/users/web/userSlots.ts'
import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { seatsEn } from '../../seats.en.ts'
import { renewingEn } from '../../seats.renewing.en.ts'
import { RenewForm } from './RenewForm.tsx'

export type RenewProps = { user: User; onClose: () => void }

/** Renews an account: the end date, the seat and, for a student, the payment in the same dialog. */
export const RenewDialog = ({ user, onClose }: RenewProps) => {
  const words = useWords(renewingEn)
  const { seatAndSlot } = useWords(seatsEn)
  const nameOf = useShiftName()
  const { payment } = useUserSlots()
  const [renewed, setRenewed] = useState<User>()
  const announcement = ({ name, email, terminationDate }: User): string =>
    terminationDate === null ? words.renewedEndless(shownName({ name, email })) : words.renewed(shownName({ name, email }), terminationDate)
  const done = (next: User) => {
    if (next.role === 'student' && payment) return setRenewed(next)
    toast.success(announcement(next))
    onClose()
  }
  if (!renewed) return <RenewForm user={user} onDone={done} onClose={onClose} />
  return (
    <Dialog title={words.title(shownName(renewed))} isOpen onClose={onClose} keepsWhatIsTyped>
      <div className="flex flex-col gap-4 pt-2">
        <div role="status" className="rounded-lg border-success border-l-4 bg-success-soft px-4 py-3 wrap-anywhere">
          <p dir="auto">{announcement(renewed)}</p>
          <p>{seatAndSlot(renewed.seatNumber, renewed.slot && nameOf(renewed.slot))}</p>
        </div>
        <Embed screen={payment} userId={renewed._id} onClose={onClose} instead={<ListSkeleton rows={3} />} />
      </div>
    </Dialog>
  )
}
