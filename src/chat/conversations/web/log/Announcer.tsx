import { memo, useEffect, useRef, useState } from 'react'
import { useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import { previewOf } from '../../conversations.preview.policy.ts'
import { useChat } from '../chatContext.ts'
import type { Row } from '../client/chatClient.ts'
import { useSaid } from '../conversationFacts.ts'

type AnnouncerProps = { rows: readonly Row[]; hasNewer: boolean; blocked: ReadonlySet<string> }

/**
 * Announces messages of others while the conversation is open. The list itself is silent: a screen reader would read out
 * everything scrolled into the page.
 */
export const Announcer = memo(({ rows, hasNewer, blocked }: AnnouncerProps) => {
  const words = useWords(chatPaneEn)
  const { me } = useChat()
  const said = useSaid()
  const [text, setText] = useState('')
  const newest = rows.findLast(({ message }) => message)?.message
  const known = useRef(newest?.seq)
  useEffect(() => {
    const before = known.current
    if (newest === undefined || hasNewer) return
    known.current = newest.seq
    if (before === undefined || newest.seq <= before) return
    const come = rows.flatMap(({ message }) =>
      message && message.seq > before && message.sender._id !== me._id && !blocked.has(message.sender._id) ? [message] : [],
    )
    const last = come.at(-1)
    if (!last) return
    const text = previewOf(said(last))
    setText(come.length > 1 ? words.log.announceMany(come.length) : words.log.announce(last.sender.name, text))
  }, [newest, hasNewer, rows, me, blocked, words, said])
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
})
