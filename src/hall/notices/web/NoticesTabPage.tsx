import { Check } from 'lucide-react'
import { useMemo } from 'react'
import { dayThere } from '#web/api/timeZone.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LinkedText } from '#web/ui/LinkedText.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { useWords } from '#web/words.ts'
import { noticesEn } from '../notices.en.ts'
import type { ReadableNotice } from '../notices.shapes.contract.ts'
import { Attachment } from './Attachment.tsx'
import { useMarkRead, useMyNotices } from './notices.queries.ts'
import { PriorityBadge } from './PriorityBadge.tsx'

type NoticeProps = { notice: ReadableNotice; onRead: () => void }

const Meta = ({ notice: { createdBy, createdAt, expiresAt } }: Pick<NoticeProps, 'notice'>) => {
  const words = useWords(noticesEn).reading
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
      <bdi className="wrap-anywhere">{words.by(createdBy.name)}</bdi>
      <time dateTime={createdAt}>{words.created(dayThere(createdAt))}</time>
      {expiresAt && <time dateTime={expiresAt}>{words.expires(dayThere(expiresAt))}</time>}
    </p>
  )
}

/** One notice; read notices are shown less prominently but stay legible. */
const NoticeCard = ({ notice, onRead }: NoticeProps) => {
  const words = useWords(noticesEn).reading
  const { title, content, priority, isRead } = notice
  return (
    <article
      className={`mb-4 flex flex-col gap-3 rounded-lg border border-line p-6 max-md:p-4 ${isRead ? 'bg-tint text-muted' : 'bg-surface border-l-4 border-l-primary-fill'}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 dir="auto" className={`min-w-0 text-lg wrap-anywhere ${isRead ? 'font-medium' : 'font-semibold'}`}>
          {title}
        </h2>
        <PriorityBadge priority={priority} isLong />
        {!isRead && <Badge tone="primary">{words.new}</Badge>}
      </div>
      <LinkedText text={content} className="max-w-prose" />
      <Attachment notice={notice} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Meta notice={notice} />
        {isRead ? (
          <span className="inline-flex min-h-10 items-center gap-2 text-sm">
            <Check aria-hidden="true" className="size-4" />
            {words.read}
          </span>
        ) : (
          <Button icon={<Check />} aria-label={words.markReadOne(title)} onPress={onRead}>
            {words.markRead}
          </Button>
        )}
      </div>
    </article>
  )
}

/** The notices of the signed-in person. */
export const NoticesTabPage = () => {
  const words = useWords(noticesEn)
  const notices = useMyNotices()
  const { mutate } = useMarkRead()
  const list = useKeptFocus<HTMLDivElement>()
  const items = notices.data?.items
  const shown = useMemo(() => (items ?? []).filter(({ type }) => type === 'tab'), [items])
  return (
    <Page title={words.reading.title}>
      <div ref={list} tabIndex={-1} className="outline-none">
        <Loaded of={notices} skeleton={<ListSkeleton rows={4} />} failed={words.loadFailed}>
          {() =>
            shown.length === 0 ? (
              <EmptyState title={words.empty.title} hint={words.empty.read} drawing="bell" />
            ) : (
              <RowList
                items={shown}
                label={words.reading.list}
                keyOf={({ _id }) => _id}
                usualHeight={220}
                row={(notice) => <NoticeCard notice={notice} onRead={() => mutate({ params: { id: notice._id } })} />}
              />
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}
