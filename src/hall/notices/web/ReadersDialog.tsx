import { useState } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Email } from '#web/ui/Email.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useWords } from '#web/words.ts'
import { manageNoticesEn } from '../notices.manage.en.ts'
import type { Notice, NoticeReader } from '../notices.shapes.contract.ts'
import { useReaders } from './managing.queries.ts'

type State = 'read' | 'unread'

const Person = ({ person: { name, email, readAt } }: { person: NoticeReader }) => {
  const words = useWords(manageNoticesEn).readers
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b py-2 last:border-0">
      <span className="min-w-0">
        <span dir="auto" className="block font-medium wrap-anywhere">
          {name}
        </span>
        {email && (
          <span className="text-muted text-sm wrap-anywhere">
            <Email address={email} />
          </span>
        )}
      </span>
      {readAt && (
        <time dateTime={readAt} className="text-muted text-sm">
          {words.at(readAt)}
        </time>
      )}
    </li>
  )
}

const People = ({ id, state }: { id: string; state: State }) => {
  const words = useWords(manageNoticesEn).readers
  const readers = useReaders(id, state)
  const empty = state === 'read' ? words.nobodyRead : words.everybodyRead
  return (
    <Loaded of={readers} skeleton={<ListSkeleton rows={4} />} failed={words.loadFailed}>
      {() =>
        readers.items.length === 0 ? (
          <p className="py-4 text-muted">{empty}</p>
        ) : (
          <div>
            <ul>
              {readers.items.map((person) => (
                <Person key={person._id} person={person} />
              ))}
            </ul>
            <LoadMore of={readers} isManual />
          </div>
        )
      }
    </Loaded>
  )
}

/** Lists who has read a notice, and which of its recipients have not. */
export const ReadersDialog = ({ notice, onClose }: { notice: Notice; onClose: () => void }) => {
  const words = useWords(manageNoticesEn).readers
  const [state, setState] = useState<State>('read')
  const counts = useReaders(notice._id, state).data?.pages[0]
  const { readCount = notice.readCount, unreadCount } = counts ?? {}
  const unread = unreadCount === undefined ? words.unreadUncounted : words.unread(unreadCount)
  const views = [
    { key: 'read', title: words.read(readCount), content: <People id={notice._id} state="read" /> },
    { key: 'unread', title: unread, content: <People id={notice._id} state="unread" /> },
  ] as const
  return (
    <Dialog title={words.title(notice.title)} isOpen onClose={onClose}>
      <Tabs label={words.label} views={views} chosen={state} onChoose={setState} />
    </Dialog>
  )
}
