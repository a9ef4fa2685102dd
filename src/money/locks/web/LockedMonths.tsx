import { Lock } from 'lucide-react'
import { isAdmin } from '#contract/actor.ts'
import { monthNumber, monthOfDay, yearAndMonth } from '#contract/month.ts'
import { useSession } from '#web/api/session.ts'
import { today } from '#web/api/timeZone.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { formatMonth, useWords } from '#web/words.ts'
import type { MonthLock } from '../locks.contract.ts'
import { locksEn } from '../locks.en.ts'
import { newestLockedByItself } from '../locks.policy.ts'
import { useLockMonth, useLocks } from './locks.queries.ts'

const nameOf = (period: number): string => {
  const { year, month } = yearAndMonth(period)
  return formatMonth(year, month)
}

/** The last locked month. Admins get a button that locks the next month once it is over. */
export const LockedMonths = () => {
  const words = useWords(locksEn)
  return (
    <Card title={words.title}>
      <p className="mb-4 text-muted">{words.about}</p>
      <Loaded of={useLocks()} skeleton={<ListSkeleton rows={1} />} failed={words.loadFailed}>
        {({ items }) => <Last lock={items[0]} />}
      </Loaded>
    </Card>
  )
}

const Last = ({ lock }: { lock: MonthLock | undefined }) => {
  const words = useWords(locksEn)
  const me = useSession()?.user
  const stored = lock && monthNumber(lock.year, lock.month)
  // The server locks old months before it has stored the lock.
  const newest = Math.max(stored ?? 0, newestLockedByItself(today()))
  const next = newest + 1
  const isOver = next < monthOfDay(today())
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{words.last(nameOf(newest))}</p>
        <LockedBy lock={stored === newest ? lock : undefined} />
        <p className="mt-2 text-muted text-sm">
          {words.rule} {!isOver && words.notOver(nameOf(next))}
        </p>
      </div>
      {isOver && me && isAdmin(me) && <LockButton period={next} />}
    </div>
  )
}

/** Who locked the month and when; empty for a lock that is not stored yet. */
const LockedBy = ({ lock }: { lock: MonthLock | undefined }) => {
  const words = useWords(locksEn)
  if (!lock) return <p>{words.automatically}</p>
  const { lockedBy, lockedAt } = lock
  return (
    <p dir="auto" className="wrap-anywhere">
      {lockedBy === null ? words.byItself(lockedAt) : words.by(lockedBy, lockedAt)}
    </p>
  )
}

const LockButton = ({ period }: { period: number }) => {
  const words = useWords(locksEn)
  const lockMonth = useLockMonth()
  const month = nameOf(period)
  const ask = async () => {
    const { title, text, note } = words.ask
    if (await confirm({ title: title(month), text: text(month), note, confirm: words.lock(month), isDanger: true }))
      lockMonth.mutate({ body: yearAndMonth(period) })
  }
  return (
    <Button
      icon={<Lock />}
      isPending={lockMonth.isPending}
      pendingText={words.locking}
      onPress={() => void ask()}
      className="max-md:w-full"
    >
      {words.lock(month)}
    </Button>
  )
}
