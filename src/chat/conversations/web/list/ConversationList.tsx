import { useVirtualizer } from '@tanstack/react-virtual'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import { ConversationRow } from './ConversationRow.tsx'
import type { useConversationRows } from './useConversationRows.ts'

/** The height of most rows, in pixels. */
const usualHeight = 76

type ListProps = {
  scroller: HTMLElement | null
  rows: readonly Conversation[]
  more: ReturnType<typeof useConversationRows>['more']
  openId: string | null
  onOpen: (conversation: Conversation) => void
}

/** Renders only the visible rows. */
export const ConversationList = ({ scroller, rows, more, openId, onOpen }: ListProps) => {
  const virtual = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => usualHeight,
    getItemKey: (index) => rows[index]?._id ?? index,
    overscan: 8,
    useFlushSync: false,
  })
  const shown = virtual.getVirtualItems()
  const [first, last] = [shown[0], shown.at(-1)]
  return (
    <>
      <ul
        aria-label={useWords(chatEn).list.label}
        style={{ paddingTop: first ? first.start : 0, paddingBottom: virtual.getTotalSize() - (last ? last.end : 0) }}
      >
        {shown.map(({ index, key }) => {
          const conversation = rows[index]
          return (
            conversation && (
              <li key={key} ref={virtual.measureElement} data-index={index} aria-setsize={rows.length} aria-posinset={index + 1}>
                <ConversationRow conversation={conversation} isOpen={conversation._id === openId} onOpen={onOpen} />
              </li>
            )
          )
        })}
      </ul>
      <LoadMore of={more} />
    </>
  )
}
