import { ArrowLeftRight, CalendarPlus, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { may } from '#contract/endpoint.ts'
import { useHallRules } from '#system/settings/web/customization.queries.ts'
import { CallError } from '#web/api/callError.ts'
import { useSession } from '#web/api/session.ts'
import { today } from '#web/api/timeZone.ts'
import { Slot } from '#web/shell/Slot.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { type User, usersApi } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { userPolicy } from '../users.policy.ts'
import { seatsEn } from '../users.seats.en.ts'
import { PersonFacts } from './PersonFacts.tsx'
import { ResetLink, useResetLink } from './ResetLink.tsx'
import { useUserSlots } from './userSlots.ts'
import { useProfile } from './users.queries.ts'

export type PersonActions = {
  onEdit: (user: User) => void
  onRemove: (user: User) => void
  /** Lengthens the stay of a student. */
  onRenew?: (user: User) => void
  /** Seats a student elsewhere. */
  onMove?: (user: User) => void
}

export type PersonProps = PersonActions & { id: string; onClose: () => void }

/** On a phone two stand beside each other, the one that is wanted most on top. */
const actionsStyle = 'mt-6 flex flex-wrap justify-end gap-2 max-md:flex-wrap-reverse max-md:[&>*]:grow'

const isGone = (error: Error | null): boolean => error instanceof CallError && [400, 404].includes(error.status)

/** Everything about one person, and what may be done. */
export const PersonDialog = ({ id, onClose, ...actions }: PersonProps) => {
  const words = useWords(usersEn).person
  const profile = useProfile(id)
  return (
    <Dialog title={profile.data ? profile.data.name || profile.data.email : words.title} isOpen onClose={onClose}>
      {isGone(profile.error) ? (
        <EmptyState title={words.gone} hint={words.goneHint} drawing="people" />
      ) : (
        <Loaded of={profile} skeleton={<ListSkeleton rows={3} />} failed={words.loadFailed}>
          {(user) => <Person user={user} {...actions} />}
        </Loaded>
      )}
    </Dialog>
  )
}

const Person = ({ user, onEdit, onRemove, onRenew, onMove }: PersonActions & { user: User }) => {
  const words = useWords(usersEn)
  const me = useSession()?.user
  const { dues } = useUserSlots()
  const resetLink = useResetLink(user)
  const rules = useHallRules()
  const name = user.name || user.email
  const isStudent = user.role === 'student'
  const edits = me && !userPolicy.whyNotUpdate(me, user, ['terminationDate'])
  const moves = isStudent && may(usersApi.exchangeSeats, me) && (user.terminationDate === null || user.terminationDate >= today())
  const { action: move } = useWords(seatsEn).moving
  const removes = me && !userPolicy.whyNotRemove(me, user)
  // Who is signed in changes the own password in the account menu.
  const resets = me && me._id !== user._id && !userPolicy.whyNotReset(me, user, rules)
  const renews = me && isStudent && !userPolicy.whyNotRenew(me, user, ['terminationDate'], rules)
  return (
    <>
      <PersonFacts user={user} />
      {isStudent && (
        <div className="mt-4 empty:hidden">
          <Slot screen={dues} userId={user._id} name={name} />
        </div>
      )}
      {resetLink.made && <ResetLink made={resetLink.made} name={name} />}
      {(edits || removes || resets || renews) && (
        <div className={actionsStyle}>
          {removes && (
            <Button variant="quiet" className="text-error-text! md:mr-auto" icon={<Trash2 />} onPress={() => onRemove(user)}>
              {words.delete}
            </Button>
          )}
          {resets && !resetLink.made && (
            <Button icon={<KeyRound />} onPress={resetLink.make} isPending={resetLink.isPending} pendingText={words.resetLink.making}>
              {words.resetLink.make}
            </Button>
          )}
          {moves && onMove && (
            <Button icon={<ArrowLeftRight />} onPress={() => onMove(user)}>
              {move}
            </Button>
          )}
          {edits && (
            <Button icon={<Pencil />} onPress={() => onEdit(user)}>
              {words.edit}
            </Button>
          )}
          {renews && onRenew && (
            <Button variant="primary" icon={<CalendarPlus />} onPress={() => onRenew(user)}>
              {words.person.renew}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
