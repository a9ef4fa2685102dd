import { useEffect, useMemo, useState } from 'react'
import { useStore } from '#web/api/store.ts'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { useOpenConversation } from '../useOpenConversation.ts'

/** Searches older messages of the open conversation that only this browser can decrypt. */
export const OlderSearch = () => {
  const { client } = useChat()
  const { openId } = useOpenConversation()
  const conversation = useStore(client.conversations).items.find(({ _id }) => _id === openId)
  return conversation?.isEncrypted ? <Paging key={conversation._id} conversation={conversation} /> : null
}

/** Loads page after page; the messages are then found like all loaded ones. */
const Paging = ({ conversation: { _id } }: { conversation: Conversation }) => {
  const words = useWords(chatEn).list
  const { client } = useChat()
  const { rows, hasOlder, isLoading, error } = useStore(useMemo(() => client.log(_id), [client, _id]))
  const [isRunning, setRunning] = useState(false)
  const first = rows[0]?.message
  const isGoingOn = isRunning && hasOlder && !error
  useEffect(() => {
    if (isGoingOn && isLoading === null) void client.loadOlder(_id)
  }, [client, _id, isGoingOn, isLoading])
  const begin = () => {
    setRunning(true)
    // Only another attempt clears a failure.
    if (error) void client.loadOlder(_id)
  }
  if (!first) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 px-2 pb-4 text-muted text-sm">
      {isGoingOn && (
        <>
          <Spinner className="size-5" />
          {words.searchedBackTo(first.createdAt)}
          <Button onPress={() => setRunning(false)}>{words.stopSearch}</Button>
        </>
      )}
      {!isGoingOn && error && words.olderFailed}
      {!isGoingOn && hasOlder && <Button onPress={begin}>{words.searchOlder}</Button>}
      {isRunning && !hasOlder && words.searchedAll}
    </div>
  )
}
