import { useMemo } from 'react'
import { useStore } from '#web/api/store.ts'
import { useRested } from '#web/ui/useRested.ts'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { useFoundConversations } from '../conversations.queries.ts'
import { folded } from '../folded.ts'

export const filters = ['personal', 'groups', 'all'] as const
export type Filter = (typeof filters)[number]

/** The kind of conversations that a filter shows; absent for all kinds. */
export const typeOf: Partial<Record<Filter, Conversation['type']>> = { personal: 'private', groups: 'group' }

/** Returns the conversations of a filter whose names contain a text. The server searches those that are not loaded. */
export const useConversationRows = (filter: Filter, text: string) => {
  const { client } = useChat()
  const { items, hasMore, isLoading, error } = useStore(client.conversations)
  const wanted = folded(text.trim())
  const rested = useRested(text.trim())
  const isAsked = rested !== '' && hasMore
  const found = useFoundConversations(rested, isAsked)
  const rows = useMemo(() => {
    const type = typeOf[filter]
    const fits = (each: Conversation) => (!type || each.type === type) && (wanted === '' || folded(each.name).includes(wanted))
    const loaded = items.filter(fits)
    if (!isAsked) return loaded
    const known = new Set(items.map(({ _id }) => _id))
    return [...loaded, ...found.items.filter((each) => !known.has(each._id) && fits(each))]
  }, [filter, wanted, items, isAsked, found.items])
  const more = isAsked
    ? found
    : {
        hasNextPage: hasMore && wanted === '',
        isFetchingNextPage: isLoading,
        isFetchNextPageError: error !== null,
        fetchNextPage: client.loadConversations,
      }
  return { rows, more, error, isLoading: isLoading || (isAsked && found.isPending), isEmpty: items.length === 0 && !hasMore }
}
