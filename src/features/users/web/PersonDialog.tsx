import { useSession } from '#web/api/session.ts'
import { Slot } from '#web/shell/Slot.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import type { User } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { userPolicy } from '../users.policy.ts'
import { PersonDetails } from './PersonDetails.tsx'
import { useUserSlots } from './userSlots.ts'
import { useProfile } from './users.queries.ts'

export type Sitting = { userId: string; seatNumber: number }
type Props = { sitting: Sitting; onEdit: (user: User) => void; onShow: (user: User) => void; onClose: () => void }

/** Who has a seat, and the way to this person in the list or the form. */
export const PersonDialog = ({ sitting, onEdit, onShow, onClose }: Props) => {
  const words = useWords(usersEn)
  const me = useSession()?.user
  const profile = useProfile(sitting.userId)
  const { dues } = useUserSlots()
  const show = (user: User) => {
    onClose()
    onShow(user)
  }
  return (
    <Dialog title={words.seats.seat(sitting.seatNumber)} isOpen onClose={onClose}>
      <Loaded of={profile} skeleton={<ListSkeleton rows={3} />} failed={words.person.loadFailed}>
        {(user) => (
          <>
            <PersonDetails user={user} />
            {user.role === 'student' && (
              <div className="mt-4 empty:hidden">
                <Slot screen={dues} userId={user._id} name={user.name || user.email} />
              </div>
            )}
            <DialogActions>
              <Button onPress={() => show(user)}>{words.person.showInList}</Button>
              {me && !userPolicy.whyNotUpdate(me, user, ['terminationDate']) && (
                <Button variant="primary" onPress={() => onEdit(user)}>
                  {words.edit}
                </Button>
              )}
            </DialogActions>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
