import { useState } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import { ConversationItem, type RowsProps } from './ConversationItem.tsx'
import type { LongListProps } from './LongConversationList.tsx'
import { LongListScreen } from './longListScreen.ts'
import type { useConversationRows } from './useConversationRows.ts'

/** The number of rows from which only the visible ones are rendered. */
const longFrom = 60

type ListProps = LongListProps & { more: ReturnType<typeof useConversationRows>['more'] }

/** Most people have few conversations: the code of long lists is fetched for others, once their first rows are drawn. */
export const ConversationList = ({ more, ...list }: ListProps) => {
  const [isLong, setLong] = useState(false)
  if (!isLong && (list.rows.length >= longFrom || more.hasNextPage)) setLong(true)
  const short = <ShortList {...list} />
  return (
    <>
      {isLong ? <Embed screen={LongListScreen} instead={short} {...list} /> : short}
      <LoadMore of={more} />
    </>
  )
}

const ShortList = ({ rows, openId, onOpen }: RowsProps) => (
  <ul aria-label={useWords(chatEn).list.label}>
    {rows.slice(0, longFrom).map(({ _id }, index) => (
      <ConversationItem key={_id} {...{ index, rows, openId, onOpen }} />
    ))}
  </ul>
)
