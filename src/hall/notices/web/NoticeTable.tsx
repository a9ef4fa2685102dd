import { Paperclip, Pencil, Trash2, Users } from 'lucide-react'
import { useMemo } from 'react'
import { dayThere } from '#web/api/timeZone.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { useWords } from '#web/words.ts'
import { manageNoticesEn } from '../notices.manage.en.ts'
import type { Notice, NoticeStatus } from '../notices.shapes.contract.ts'
import { PriorityBadge } from './PriorityBadge.tsx'

export type NoticeActions = Record<'edit' | 'remove' | 'readers', (notice: Notice) => void>

const statusTones: Record<NoticeStatus, Tone> = { active: 'success', inactive: 'neutral', scheduled: 'info', expired: 'warning' }

const What = ({ notice: { title, content, type, attachment } }: { notice: Notice }) => {
  const words = useWords(manageNoticesEn)
  return (
    <div className="flex max-w-prose flex-col gap-1 text-left">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span dir="auto" className="min-w-0 font-medium">
          {title}
        </span>
        <Badge>{words.types[type]}</Badge>
      </p>
      <p dir="auto" className="line-clamp-2 whitespace-pre-line text-muted text-sm">
        {content}
      </p>
      {attachment && (
        <p className="flex items-center gap-1 text-muted text-sm">
          <Paperclip aria-hidden="true" className="size-4 shrink-0" />
          <bdi>{attachment.name}</bdi>
        </p>
      )}
    </div>
  )
}

const Dates = ({ notice: { publishAt, expiresAt } }: { notice: Notice }) => {
  const words = useWords(manageNoticesEn)
  return (
    <span className="flex flex-col whitespace-nowrap text-sm">
      {publishAt && <time dateTime={publishAt}>{words.from(dayThere(publishAt))}</time>}
      {expiresAt ? <time dateTime={expiresAt}>{words.until(dayThere(expiresAt))}</time> : words.noEnd}
    </span>
  )
}

type ButtonsProps = { notice: Notice; actions: NoticeActions }

const ReadersButton = ({ notice, actions }: ButtonsProps) => {
  const words = useWords(manageNoticesEn)
  return (
    <Button
      variant="quiet"
      className="-mx-3 px-3! tabular-nums"
      icon={<Users />}
      aria-label={words.showReaders(notice.title, notice.readCount)}
      onPress={() => actions.readers(notice)}
    >
      {words.readBy(notice.readCount)}
    </Button>
  )
}

const Buttons = ({ notice, actions }: ButtonsProps) => {
  const words = useWords(manageNoticesEn)
  return (
    <div className="-mx-2 flex flex-wrap justify-end cards:justify-start">
      <IconButton label={words.editOne(notice.title)} onPress={() => actions.edit(notice)}>
        <Pencil />
      </IconButton>
      <IconButton label={words.deleteOne(notice.title)} tone="danger" onPress={() => actions.remove(notice)}>
        <Trash2 />
      </IconButton>
    </div>
  )
}

const useColumns = (actions: NoticeActions): Column<Notice>[] => {
  const words = useWords(manageNoticesEn)
  return useMemo(() => {
    const { columns } = words
    return [
      { key: 'notice', title: columns.notice, isMain: true, cell: (notice) => <What notice={notice} /> },
      {
        key: 'status',
        title: columns.status,
        isInline: true,
        width: 'columns:w-[11%]',
        cell: ({ status }) => (
          <span className="whitespace-nowrap">
            <Badge tone={statusTones[status]}>{words.statuses[status]}</Badge>
          </span>
        ),
      },
      {
        key: 'priority',
        title: columns.priority,
        isInline: true,
        width: 'columns:w-[12%]',
        cell: ({ priority }) => (
          <span className="whitespace-nowrap">
            <PriorityBadge priority={priority} />
          </span>
        ),
      },
      {
        key: 'for',
        title: columns.for,
        isInline: true,
        width: 'columns:w-[11%]',
        cell: ({ targetAllUsers, targetUsers }) => (
          <span className="whitespace-nowrap">{targetAllUsers ? words.everyone : words.people(targetUsers.length)}</span>
        ),
      },
      { key: 'dates', title: columns.dates, isInline: true, width: 'columns:w-[16%]', cell: (notice) => <Dates notice={notice} /> },
      {
        key: 'readBy',
        title: columns.readBy,
        isInline: true,
        width: 'columns:w-[8%]',
        cell: (notice) => <ReadersButton notice={notice} actions={actions} />,
      },
      {
        key: 'actions',
        title: columns.actions,
        isActions: true,
        width: 'columns:w-[7rem]',
        cell: (notice) => <Buttons notice={notice} actions={actions} />,
      },
    ]
  }, [words, actions])
}

export const NoticeTable = ({ notices, actions }: { notices: readonly Notice[]; actions: NoticeActions }) => {
  const words = useWords(manageNoticesEn)
  return <Table label={words.list} columns={useColumns(actions)} rows={notices} rowKey={({ _id }) => _id} />
}
