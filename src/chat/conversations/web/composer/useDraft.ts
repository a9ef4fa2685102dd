import { useCallback, useEffect, useRef, useState } from 'react'
import { draftOf, takeHandover } from '#web/sharing/handover.ts'
import { useChat } from '../chatContext.ts'
import type { Draft } from '../client/chatClient.ts'
import { blank } from './returned.ts'

const isBlank = ({ content, replyTo, files = [] }: Draft): boolean => content === '' && replyTo === null && files.length === 0

/** The draft of a conversation, stored on this device until it is sent. */
export const useDraft = (conversationId: string) => {
  const { client } = useChat()
  const [draft, setDraft] = useState<Draft>(blank)
  const latest = useRef(draft)
  const isTouched = useRef(false)

  const change = useCallback(
    (next: Partial<Draft>) => {
      isTouched.current = true
      latest.current = { ...latest.current, ...next }
      setDraft(latest.current)
      client.draft.write(conversationId, isBlank(latest.current) ? null : latest.current)
    },
    [client, conversationId],
  )
  useEffect(() => {
    let left = false
    const take = (kept: Draft | null) => {
      // A stored draft does not interrupt a person who is already typing.
      if (!kept || left || isTouched.current) return
      latest.current = kept
      setDraft(kept)
    }
    const shared = takeHandover(draftOf(conversationId))
    const add = () => {
      if (shared) change({ content: [latest.current.content, shared.text].filter(Boolean).join('\n') })
    }
    void client.draft
      .read(conversationId)
      .then(take, () => undefined)
      .then(add)
    return () => {
      left = true
    }
  }, [client, conversationId, change])
  return { draft, latest, change }
}
