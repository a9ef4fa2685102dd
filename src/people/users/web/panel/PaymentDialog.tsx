import { shownName } from '#contract/shownName.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useWords } from '#web/words.ts'
import type { User } from '../../users.contract.ts'
import { usersEn } from '../../users.en.ts'
import { PaymentSkeleton } from '../PaymentSkeleton.tsx'
import { useUserSlots } from '../userSlots.ts'

/** A payment of the student whose panel is open, and its receipt. */
export const PaymentDialog = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const words = useWords(usersEn).person
  const { payment } = useUserSlots()
  return (
    <Dialog title={words.payTitle(shownName(user))} isOpen onClose={onClose} keepsWhatIsTyped>
      <Embed screen={payment} userId={user._id} onClose={onClose} proposesMonth instead={<PaymentSkeleton />} />
    </Dialog>
  )
}
