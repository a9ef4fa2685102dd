import type { Ref } from 'react'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import { ConversationRow } from './ConversationRow.tsx'

export type RowsProps = {
  rows: readonly Conversation[]
  openId: string | null
  onOpen: (conversation: Conversation) => void
}

type ItemProps = RowsProps & { index: number; ref?: Ref<HTMLLIElement> }

/** One row with its place in the whole list. */
export const ConversationItem = ({ index, rows, openId, onOpen, ref }: ItemProps) => {
  const conversation = rows[index]
  return (
    conversation && (
      <li ref={ref} data-index={index} aria-setsize={rows.length} aria-posinset={index + 1}>
        <ConversationRow conversation={conversation} isOpen={conversation._id === openId} onOpen={onOpen} />
      </li>
    )
  )
}
