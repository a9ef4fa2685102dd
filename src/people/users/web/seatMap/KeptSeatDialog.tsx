import { useState } from 'react'
import { useHallRules } from '#system/settings/web/customization.queries.ts'
import { useSession } from '#web/api/session.ts'
import { Slot } from '#web/shell/Slot.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import type { Seat, User } from '../../users.contract.ts'
import { userPolicy } from '../../users.policy.ts'
import { seatsEn } from '../../users.seats.en.ts'
import { RenewDialog } from '../renewing/RenewDialog.tsx'
import { useUserSlots } from '../userSlots.ts'
import { useProfile } from '../users.queries.ts'
import type { SeatChoice } from '../useUserForm.ts'
import { choiceOf, type SeatPlace } from './seats.ts'

export type KeptSeatDialogProps = {
  seat: Seat
  place: SeatPlace
  /** For those who may add people. */
  onGiveAway: ((seat: SeatChoice) => void) | undefined
  onPerson: (userId: string) => void
  onClose: () => void
}

/** A seat that is kept for someone whose account is over: whom to call, what is owed, and what can be done with it. */
export const KeptSeatDialog = ({ seat, place, onGiveAway, onPerson, onClose }: KeptSeatDialogProps) => {
  const words = useWords(seatsEn).kept
  const me = useSession()?.user
  const rules = useHallRules()
  const { held, slot } = place
  const userId = held?.userId ?? ''
  const profile = useProfile(userId)
  const [renewing, setRenewing] = useState<User>()
  if (renewing) return <RenewDialog user={renewing} onClose={onClose} />
  return (
    <Dialog title={words.title(seat.seatNumber, slot)} isOpen onClose={onClose}>
      <Loaded of={profile} skeleton={<ListSkeleton rows={2} />} failed={words.failed}>
        {(user) => (
          <>
            <KeptFor user={user} />
            <DialogActions>
              <Button
                variant="quiet"
                onPress={() => {
                  onClose()
                  onPerson(userId)
                }}
              >
                {words.open}
              </Button>
              {onGiveAway && <Button onPress={() => onGiveAway(choiceOf(seat, place))}>{words.giveAway}</Button>}
              {me && !userPolicy.whyNotRenew(me, user, ['terminationDate'], rules) && (
                <Button variant="primary" onPress={() => setRenewing(user)} autoFocus>
                  {words.renew}
                </Button>
              )}
            </DialogActions>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

const KeptFor = ({ user }: { user: User }) => {
  const words = useWords(seatsEn).kept
  const { dues } = useUserSlots()
  const { _id, name, email, phone, terminationDate } = user
  return (
    <div className="flex flex-col gap-4 pt-2">
      {terminationDate !== null && (
        <p dir="auto" className="wrap-anywhere">
          {words.keptFor(name || email, terminationDate)}
        </p>
      )}
      <p className="wrap-anywhere">
        <span className="block text-muted text-sm">{words.phone}</span>
        {phone ? (
          <a
            href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
            className="inline-flex min-h-8 items-center text-primary-text underline underline-offset-4 max-md:min-h-11"
          >
            {phone}
          </a>
        ) : (
          words.noPhone
        )}
      </p>
      <div className="empty:hidden">
        <Slot screen={dues} userId={_id} name={name || email} />
      </div>
    </div>
  )
}
