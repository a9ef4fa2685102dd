import { Flag, Lock, RefreshCw } from 'lucide-react'
import { Link } from 'react-router'
import { ConversationType } from '#chat/conversations/conversations.shapes.contract.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useSearchText } from '#web/ui/useSearchText.ts'
import { useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'
import type { MonitoredConversation } from '../moderation.shapes.contract.ts'
import { useConversations } from './moderation.queries.ts'
import type { MonitoringView } from './useMonitoringView.ts'

const Row = ({ conversation, href, isOpen }: { conversation: MonitoredConversation; href: string; isOpen: boolean }) => {
  const words = useWords(moderationEn)
  const { _id, name, type, isEncrypted, lastMessage, flaggedCount, reportCount } = conversation
  return (
    <Link
      to={href}
      aria-current={isOpen || undefined}
      className={`flex items-start gap-3 rounded-lg px-3 py-3 no-underline transition-colors duration-150 hover:bg-hover ${isOpen ? 'bg-primary-soft' : ''}`}
    >
      <Avatar id={_id} name={name.replace(/ & .*$/s, '')} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span dir="auto" className="line-clamp-2 text-left font-medium text-ink wrap-anywhere">
          {name}
        </span>
        <span dir="auto" className="truncate text-left text-muted text-sm">
          {lastMessage ? words.list.lastFrom(lastMessage.sender.name) : words.list.noMessages}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
          <span>{words.list.kinds[type]}</span>
          {lastMessage && <time dateTime={lastMessage.timestamp}>{words.at(lastMessage.timestamp)}</time>}
          {isEncrypted && (
            <Badge>
              <Lock aria-hidden="true" className="size-3" />
              {words.list.encrypted}
            </Badge>
          )}
          {flaggedCount > 0 && (
            <Badge tone="error">
              <Flag aria-hidden="true" className="size-3" />
              {words.list.flagged(flaggedCount)}
            </Badge>
          )}
          {reportCount > 0 && <Badge tone="warning">{words.list.reported(reportCount)}</Badge>}
        </span>
      </span>
    </Link>
  )
}

const Filters = ({ view, onRefresh, isRefreshing, text, setText }: FiltersProps) => {
  const words = useWords(moderationEn).list
  const types = ConversationType.options.map((value) => ({ value, label: words.types[value] }))
  return (
    <div className="flex items-center gap-2">
      <SearchField label={words.search} placeholder={words.searchHint} value={text} onChange={setText} className="basis-[6rem]!" />
      <SelectField
        label={words.type}
        value={view.type ?? ''}
        onChange={view.setType}
        placeholder={words.everyType}
        options={types.toReversed()}
        isLabelHidden
        className="w-28"
      />
      <IconButton label={words.refresh} isPending={isRefreshing} onPress={onRefresh}>
        <RefreshCw />
      </IconButton>
    </div>
  )
}
type FiltersProps = {
  view: MonitoringView
  onRefresh: () => void
  isRefreshing: boolean
  text: string
  setText: (text: string) => void
}

/** All conversations, newest message first. */
export const ConversationList = ({ view }: { view: MonitoringView }) => {
  const words = useWords(moderationEn).list
  const { text, setText, query } = useSearchText()
  const conversations = useConversations(query, view.type)
  return (
    <div className="flex min-h-0 min-w-0 flex-col gap-3">
      <Filters
        view={view}
        text={text}
        setText={setText}
        onRefresh={() => void conversations.refetch()}
        isRefreshing={conversations.isFetching && !conversations.isFetchingNextPage}
      />
      <Loaded of={conversations} skeleton={<ListSkeleton rows={6} />} failed={words.loadFailed}>
        {() =>
          conversations.items.length === 0 ? (
            <EmptyState title={words.empty} hint={words.emptyHint} drawing="bell" />
          ) : (
            <div className="min-h-0 md:flex-1 md:overflow-y-auto md:overscroll-contain">
              <ul aria-label={words.label} className="flex flex-col gap-1">
                {conversations.items.map((conversation) => (
                  <li key={conversation._id}>
                    <Row conversation={conversation} href={view.hrefOf(conversation._id)} isOpen={conversation._id === view.opened} />
                  </li>
                ))}
              </ul>
              <LoadMore of={conversations} />
            </div>
          )
        }
      </Loaded>
    </div>
  )
}
