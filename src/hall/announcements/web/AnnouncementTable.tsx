import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { dayThere } from '#web/api/timeZone.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { useWords } from '#web/words.ts'
import type { Announcement } from '../announcements.contract.ts'
import { announcementsEn } from '../announcements.en.ts'
import { useToggleAnnouncement } from './announcements.queries.ts'

export type AnnouncementActions = { edit: (announcement: Announcement) => void; remove: (announcement: Announcement) => void }

type ButtonsProps = { announcement: Announcement; actions: AnnouncementActions }

const Buttons = ({ announcement, actions }: ButtonsProps) => {
  const words = useWords(announcementsEn)
  const { _id, title, isActive } = announcement
  const toggle = useToggleAnnouncement(_id)
  return (
    <div className="-mx-2 flex flex-wrap justify-end cards:justify-start">
      <IconButton
        label={isActive ? words.deactivate(title) : words.activate(title)}
        // A second press while the first request is pending would toggle it back.
        onPress={() => !toggle.isPending && toggle.mutate({ params: { id: _id } })}
      >
        {isActive ? <Eye /> : <EyeOff />}
      </IconButton>
      <IconButton label={words.edit(title)} onPress={() => actions.edit(announcement)}>
        <Pencil />
      </IconButton>
      <IconButton label={words.remove(title)} tone="danger" onPress={() => actions.remove(announcement)}>
        <Trash2 />
      </IconButton>
    </div>
  )
}

const Expires = ({ expiresAt }: Pick<Announcement, 'expiresAt'>) => {
  const words = useWords(announcementsEn)
  if (expiresAt === null) return words.never
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <time dateTime={expiresAt} className="whitespace-nowrap">
        {words.day(dayThere(expiresAt))}
      </time>
      {Date.parse(expiresAt) <= Date.now() && <Badge tone="warning">{words.expired}</Badge>}
    </span>
  )
}

const What = ({ title, content }: Announcement) => (
  <div className="max-w-prose">
    <p dir="auto" className="text-left font-medium">
      {title}
    </p>
    <p dir="auto" className="line-clamp-3 whitespace-pre-line text-left text-muted text-sm">
      {content}
    </p>
  </div>
)

const useColumns = (actions: AnnouncementActions): Column<Announcement>[] => {
  const words = useWords(announcementsEn)
  return useMemo(() => {
    const { columns } = words
    return [
      { key: 'what', title: columns.what, isMain: true, cell: (row) => <What {...row} /> },
      { key: 'priority', title: columns.priority, numeric: true, width: 'columns:w-[8%]', cell: (row) => row.priority },
      {
        key: 'status',
        title: columns.status,
        isInline: true,
        cell: ({ isActive }) => (
          <span className="whitespace-nowrap">
            <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? words.active : words.inactive}</Badge>
          </span>
        ),
      },
      {
        key: 'expires',
        title: columns.expires,
        isInline: true,
        width: 'columns:w-[15%]',
        cell: (row) => <Expires expiresAt={row.expiresAt} />,
      },
      {
        key: 'created',
        title: columns.created,
        isWide: true,
        width: 'columns:w-[13%]',
        cell: ({ createdAt }) => (
          <time dateTime={createdAt} className="whitespace-nowrap">
            {words.day(dayThere(createdAt))}
          </time>
        ),
      },
      {
        key: 'actions',
        title: columns.actions,
        isActions: true,
        width: 'columns:w-[10rem]',
        cell: (row) => <Buttons announcement={row} actions={actions} />,
      },
    ]
  }, [words, actions])
}

type Props = { announcements: readonly Announcement[]; actions: AnnouncementActions }

export const AnnouncementTable = ({ announcements, actions }: Props) => {
  const words = useWords(announcementsEn)
  return <Table label={words.list} columns={useColumns(actions)} rows={announcements} rowKey={({ _id }) => _id} />
}
