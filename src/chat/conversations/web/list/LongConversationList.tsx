import { useVirtualizer } from '@tanstack/react-virtual'
import { useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import { ConversationItem, type RowsProps } from './ConversationItem.tsx'

/** The height of most rows, in pixels. */
const usualHeight = 76

export type LongListProps = RowsProps & { scroller: HTMLElement | null }

/** Renders only the visible rows. */
export const LongConversationList = ({ scroller, rows, openId, onOpen }: LongListProps) => {
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
    <ul
      aria-label={useWords(chatEn).list.label}
      style={{ paddingTop: first ? first.start : 0, paddingBottom: virtual.getTotalSize() - (last ? last.end : 0) }}
    >
      {shown.map(({ index, key }) => (
        <ConversationItem key={key} ref={virtual.measureElement} {...{ index, rows, openId, onOpen }} />
      ))}
    </ul>
  )
}
