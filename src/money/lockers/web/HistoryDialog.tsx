import { Dialog } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { formatInstantDay, useWords } from '#web/words.ts'
import { lockersEn } from '../lockers.en.ts'
import type { Locker, LockerUse } from '../lockers.shapes.contract.ts'
import { useUses } from './lockers.queries.ts'

export type HistoryProps = { locker: Pick<Locker, '_id' | 'number'>; onClose: () => void }

/** Who has and had a locker, newest first. */
export const HistoryDialog = ({ locker, onClose }: HistoryProps) => {
  const words = useWords(lockersEn).history
  const uses = useUses(locker._id)
  return (
    <Dialog title={words.title(locker.number)} isOpen onClose={onClose}>
      <Loaded of={uses} skeleton={<ListSkeleton rows={3} />} failed={words.failed}>
        {() => (
          <>
            {uses.items.length === 0 && <p className="text-muted">{words.nobody}</p>}
            <ul aria-label={words.list}>
              {uses.items.map((use) => (
                <Row key={use._id} use={use} />
              ))}
            </ul>
            <LoadMore of={uses} isManual />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

const Row = ({ use: { student, from, to, assignedBy, keyReturned, note } }: { use: LockerUse }) => {
  const words = useWords(lockersEn).history
  const key = keyReturned === null ? '' : keyReturned ? words.keyReturned : words.keyMissing
  const more = [assignedBy === null ? '' : words.assignedBy(assignedBy), key, note].filter((text) => text !== '')
  return (
    <li className="border-line border-t py-2 first:border-t-0">
      <p dir="auto" className="font-medium wrap-anywhere">
        {student?.name ?? words.deleted}
      </p>
      <p className="text-sm tabular-nums">{words.dates(formatInstantDay(from), to === null ? null : formatInstantDay(to))}</p>
      {more.length > 0 && <p className="text-muted text-sm wrap-anywhere">{more.join(' · ')}</p>}
    </li>
  )
}
