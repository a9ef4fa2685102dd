import { type RefObject, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useStore } from '#web/api/store.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { errorParts, useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import type { Log } from '../client/chatClient.ts'
import { useBlockedIds } from '../useBlockedIds.ts'
import { Announcer } from './Announcer.tsx'
import { LogStart, ToNewest } from './LogEdges.tsx'
import { LogSkeleton } from './LogSkeleton.tsx'
import { MessageRow } from './MessageRow.tsx'
import { countAfter, firstEncrypted } from './rows.ts'
import { useFirstNew } from './useFirstNew.ts'
import { useKeptEnd } from './useKeptEnd.ts'
import { useLogPlace, useMessageVirtualizer } from './useLogPlace.ts'
import { useMorePages } from './useMorePages.ts'
import { useReading } from './useReading.ts'
import { useRowFocus } from './useRowFocus.ts'

/** Actions by which other parts of the screen scroll the log. */
export type LogHandle = { toEnd: () => Promise<void>; jumpTo: (seq: number) => Promise<void> }

type LogProps = { conversation: Conversation; handle: RefObject<LogHandle | null> }
type LoadedProps = LogProps & { log: Log; blocked: ReadonlySet<string> }

const nobody: ReadonlySet<string> = new Set()

/** The messages of a conversation, or its loading, failed or empty state. */
export const MessageLog = ({ conversation, handle }: LogProps) => {
  const words = useWords(chatPaneEn).log
  const { client } = useChat()
  const log = useStore(useMemo(() => client.log(conversation._id), [client, conversation._id]))
  const blockedIds = useBlockedIds()
  // A person who opens a private conversation wants to read its messages.
  const blocked = conversation.type === 'group' ? blockedIds : nobody
  if (log.rows.length > 0) return <LoadedLog log={log} conversation={conversation} handle={handle} blocked={blocked} />
  if (log.error)
    return (
      <div className="flex-1 overflow-y-auto">
        <ErrorState {...errorParts(log.error, words.loadFailed)} onRetry={() => client.open(conversation._id)} />
      </div>
    )
  if (log.isLoading || log.hasOlder || conversation.lastSeq > 0) return <LogSkeleton />
  return (
    <section role="log" aria-label={words.label(conversation.name)} className="flex-1 overflow-y-auto">
      <EmptyState drawing="bell" title={conversation.whyNotWrite ? words.emptyForMe : words.empty} />
    </section>
  )
}

const useLog = ({ log, conversation, handle }: LoadedProps) => {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const latest = useRef(log)
  useEffect(() => {
    latest.current = log
  })
  const firstNew = useFirstNew(log, conversation)
  const encryptedFrom = useMemo(
    () => (conversation.isEncrypted ? firstEncrypted(log.rows, log.hasOlder) : -1),
    [conversation.isEncrypted, log.rows, log.hasOlder],
  )
  const move = useRef<{ to: (index: number) => void; toEnd: () => void }>(null)
  const focus = useRowFocus({
    rows: log.rows,
    scroller,
    scrollTo: (index) => move.current?.to(index),
    toEnd: () => move.current?.toEnd(),
  })
  const [isPlaced, setPlaced] = useState(false)
  const onPlaced = useCallback(() => setPlaced(true), [])
  const virtual = useMessageVirtualizer(log, scroller, { rangeExtractor: focus.rangeExtractor, isPlaced })
  const place = useLogPlace({ isPlaced, onPlaced, virtual, log, latest, conversationId: conversation._id, firstNew })
  const items = virtual.getVirtualItems()
  const more = useMorePages(conversation._id, log, { first: items[0]?.index, last: items.at(-1)?.index, isPlaced })
  const seen = useReading(virtual, log, conversation)
  useKeptEnd(virtual, scroller)
  useImperativeHandle(handle, () => ({ toEnd: place.toEnd, jumpTo: place.jumpTo }), [place.toEnd, place.jumpTo])
  useEffect(() => {
    move.current = { to: (index) => virtual.scrollToIndex(index, { align: 'auto' }), toEnd: () => void place.toEnd() }
  })
  return { setScroller, virtual, items, focus, place, more, firstNew, encryptedFrom, isPlaced, seen }
}

const LoadedLog = (props: LoadedProps) => {
  const words = useWords(chatPaneEn).log
  const { log, conversation, blocked } = props
  const { setScroller, virtual, items, focus, place, more, firstNew, encryptedFrom, isPlaced, seen } = useLog(props)
  const { me } = useChat()
  const countNew = () => (log.hasNewer ? conversation.unreadCount : countAfter(log.rows, seen, me))
  const isAway = isPlaced && (log.hasNewer || !virtual.isAtEnd())
  return (
    <div className="@container relative flex min-h-0 flex-1 flex-col">
      <div
        ref={setScroller}
        role="log"
        aria-live="off"
        aria-label={words.label(conversation.name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
        tabIndex={0}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
        className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden overscroll-contain -outline-offset-2 [overflow-anchor:none]"
      >
        <div className="relative mx-auto max-w-[60rem]" style={{ height: virtual.getTotalSize() }}>
          <LogStart log={log} hasFailed={more.failed === 'older'} onRetry={more.retry} />
          {items.map(({ key, index, start }) => {
            const row = log.rows[index]
            return (
              row && (
                <MessageRow
                  key={key}
                  row={row}
                  before={log.rows[index - 1]}
                  index={index}
                  start={start}
                  measure={virtual.measureElement}
                  isNewStart={index === firstNew}
                  isEncryptedStart={index === encryptedFrom}
                  isFocusStop={index === focus.current}
                  isMarked={row.message !== undefined && row.message.seq === place.marked}
                  isBlocked={row.message !== undefined && blocked.has(row.message.sender._id)}
                  isLast={index === log.rows.length - 1}
                />
              )
            )
          })}
        </div>
      </div>
      {isAway && <ToNewest count={countNew()} onPress={() => void place.toEnd()} />}
      <Announcer rows={log.rows} hasNewer={log.hasNewer} blocked={blocked} />
    </div>
  )
}
