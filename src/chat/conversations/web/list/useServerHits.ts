import { useEffect, useState } from 'react'
import type { MessageHit } from '../../conversations.messages.contract.ts'
import { useChat } from '../chatContext.ts'
import { useMessageHits } from '../conversations.queries.ts'

/**
 * Messages that the server finds. An attacker who is the server returns its own text as a member's: it cannot find any in an
 * encrypted conversation, so results in a conversation that this browser knows as encrypted are hidden, as are all results until
 * that is known.
 */
export const useServerHits = (query: string) => {
  const { client } = useChat()
  const hits = useMessageHits(query)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const ids = [...new Set(hits.items.flatMap(conversationsOf))].toSorted().join(' ')
  useEffect(() => {
    let isOver = false
    const each = (ids ? ids.split(' ') : []).map(async (id) => ((await client.isEncrypted(id)) ? [] : [id]))
    void Promise.all(each).then((all) => {
      if (!isOver) setOpen(new Set(all.flat()))
    })
    return () => {
      isOver = true
    }
  }, [client, ids])
  return { ...hits, items: hits.items.filter((hit) => conversationsOf(hit).every((id) => open.has(id))) }
}

/** The conversation that pressing the result opens, and the one its message belongs to. */
const conversationsOf = ({ message, conversation }: MessageHit): string[] => [conversation._id, message.conversation]
