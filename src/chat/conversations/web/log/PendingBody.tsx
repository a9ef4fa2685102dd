import { useEffect, useState } from 'react'
import { useStore } from '#web/api/store.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import { useChat } from '../chatContext.ts'
import { useChatSlots } from '../chatSlots.ts'
import type { Pending } from '../client/chatClient.ts'
import { Bubble } from './Bubble.tsx'
import { MessageText } from './MessageText.tsx'
import { ReplyQuote } from './ReplyQuote.tsx'

/** Time (ms) during which a waiting message only shows that it is being sent. */
const soonMs = 3_000

/** Returns whether the message has waited long enough to show the reason. */
const useIsStuck = ({ state, createdAt }: Pending, isConnected: boolean): boolean => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), Math.max(0, Date.parse(createdAt) + soonMs - Date.now()))
    return () => clearTimeout(timer)
  }, [createdAt])
  return state === 'waiting' && (isLate || !isConnected)
}

/** A message that the server does not have yet. */
export const PendingBody = ({ pending }: { pending: Pending }) => {
  const words = useWords(chatPaneEn).message
  const { client } = useChat()
  const { pendingFile } = useChatSlots()
  const isConnected = useStore(client.connection) === 'connected'
  const isStuck = useIsStuck(pending, isConnected)
  const { replyTo, file, content, mentions, progress, clientId, cannotEncrypt } = pending
  const stuck = isConnected ? words.retrying : words.waiting
  const state = isStuck ? stuck : progress === null ? words.sending : words.sent(progress)
  const named = file && <p className="wrap-anywhere">{words.file(file.name, file.size)}</p>
  return (
    <>
      <Bubble isMine>
        {replyTo && <ReplyQuote quoted={replyTo} />}
        {file && (
          <Embed screen={pendingFile} clientId={clientId} file={file} instead={named}>
            {named}
          </Embed>
        )}
        {content !== '' && <MessageText text={content} mentions={mentions} />}
        <p className="text-right text-primary-text text-xs">{cannotEncrypt ? words.cannotEncrypt[cannotEncrypt] : state}</p>
      </Bubble>
      {(isStuck || file || cannotEncrypt) && (
        <Button variant="quiet" className="self-end" onPress={() => void client.discard(clientId)}>
          {words.discard}
        </Button>
      )}
    </>
  )
}
