import { isSuperadmin } from '#contract/actor.ts'
import { shownName } from '#contract/shownName.ts'
import { useSession } from '#web/api/session.ts'
import { today } from '#web/api/timeZone.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { formatList, useWords } from '#web/words.ts'
import type { UnchargedStudent } from '../charging.contract.ts'
import { chargingEn } from '../charging.en.ts'
import { useChargeMonth, useSetJoiningDate, useSuperadmins, useUncharged } from './charging.queries.ts'

export type UnchargedProps = { onClose: () => void }

/** The usual height of a row in pixels. */
const rowHeight = 64

/** Lists the students with a seat who are not charged. One press charges a student or enters today as the joining date. */
export const UnchargedDialog = ({ onClose }: UnchargedProps) => {
  const words = useWords(chargingEn).uncharged
  const list = useUncharged()
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <p className="mb-4 text-muted">{words.about}</p>
      <Loaded of={list} skeleton={<ListSkeleton rows={3} />} failed={words.loadFailed}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState title={words.empty} drawing="chair" />
          ) : (
            <>
              {list.items.some(lacksDate) && <WhoMayRepair />}
              <RowList
                items={list.items}
                label={words.title}
                keyOf={({ _id }) => _id}
                row={(one) => <Row of={one} />}
                usualHeight={rowHeight}
              />
              <LoadMore of={list} />
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}

const lacksDate = ({ reason }: UnchargedStudent): boolean => reason === 'no-joining-date'

const useMayRepair = (): boolean => {
  const me = useSession()?.user
  return me !== undefined && isSuperadmin(me)
}

/** Tells everyone else whom to ask for a joining date. */
const WhoMayRepair = () => {
  const words = useWords(chargingEn).uncharged
  const mayRepair = useMayRepair()
  const names = useSuperadmins(!mayRepair)
  return mayRepair ? null : <p className="mb-2">{words.askSuperadmin(formatList(names))}</p>
}

const Row = ({ of }: { of: UnchargedStudent }) => {
  const words = useWords(chargingEn).uncharged
  const { name, email, seatNumber, seatLabel, profilePictureUrl } = of.student
  const shown = shownName({ name, email })
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-3 border-line border-b py-2">
      <Avatar id={of._id} name={shown} src={profilePictureUrl} />
      <span className="min-w-0 flex-1 basis-32">
        <span dir="auto" className="block font-medium wrap-anywhere">
          {shown}
        </span>
        {seatNumber !== null && <span className="block text-muted text-sm tabular-nums">{words.seat(seatLabel ?? seatNumber)}</span>}
      </span>
      {lacksDate(of) ? <JoinedToday of={of} name={shown} /> : <Charge of={of} name={shown} />}
    </div>
  )
}

type RepairProps = { of: UnchargedStudent; name: string }

const Charge = ({ of: { _id: id, amount }, name }: RepairProps) => {
  const words = useWords(chargingEn).uncharged
  const charge = useChargeMonth()
  return (
    <Button
      aria-label={words.chargeFor(name, amount)}
      isPending={charge.isPending}
      pendingText={words.charging}
      onPress={() => charge.mutate({ params: { id }, body: { feeAmount: amount } })}
    >
      {words.charge(amount)}
    </Button>
  )
}

const JoinedToday = ({ of: { _id: id }, name }: RepairProps) => {
  const words = useWords(chargingEn).uncharged
  const mayRepair = useMayRepair()
  const save = useSetJoiningDate()
  if (!mayRepair) return <span className="text-muted text-sm">{words.noJoiningDate}</span>
  return (
    <Button
      aria-label={words.joinedTodayFor(name)}
      isPending={save.isPending}
      pendingText={words.saving}
      onPress={() => save.mutate({ params: { id }, body: { dateJoinedLibrary: today() } })}
    >
      {words.joinedToday}
    </Button>
  )
}
