import { type RefObject, useEffect, useRef } from 'react'
import { CallError } from '#web/api/callError.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { useDocumentTitle } from '#web/ui/useDocumentTitle.ts'
import { errorParts, useWords } from '#web/words.ts'
import { chatEn } from '../chat.en.ts'
import { useConversation } from './chat.queries.ts'
import { useChat } from './chatContext.ts'
import type { ComposerHandle } from './composer/Composer.tsx'
import { ConversationPane } from './conversation/ConversationPane.tsx'
import { Sidebar } from './list/Sidebar.tsx'
import { LogSkeleton } from './log/LogSkeleton.tsx'
import { useFocusBetween } from './useFocusBetween.ts'
import { useOpenConversation } from './useOpenConversation.ts'
import { useRefused } from './useRefused.ts'
import { useStore } from './useStore.ts'

/** The list and the conversation side by side; on a phone one of them fills the screen. */
export const ChatScreen = () => {
  const words = useWords(chatEn)
  const { client } = useChat()
  const composer = useRef<ComposerHandle>(null)
  const { openId, close } = useOpenConversation()
  useDocumentTitle(words.title)
  useRefused(openId, composer)
  useFocusBetween(openId)
  useEffect(() => {
    if (client.conversations.get().items.length === 0) void client.loadConversations().catch(() => undefined)
  }, [client])
  return (
    <div className="flex h-full min-h-0">
      <div
        id="chat-list"
        className={`flex min-h-0 w-[min(22rem,38%)] shrink-0 flex-col border-line border-r bg-surface max-md:w-full max-md:border-r-0 ${openId ? 'max-md:hidden' : ''}`}
      >
        <Sidebar />
      </div>
      <div id="chat-pane" className={`flex min-h-0 min-w-0 flex-1 flex-col ${openId ? '' : 'max-md:hidden'}`}>
        {openId ? <Opened key={openId} id={openId} composer={composer} onBack={close} /> : <NothingOpen />}
      </div>
    </div>
  )
}

const NothingOpen = () => (
  <div className="m-auto">
    <EmptyState drawing="people" title={useWords(chatEn).pane.none} />
  </div>
)

type OpenedProps = { id: string; composer: RefObject<ComposerHandle | null>; onBack: () => void }

/** The conversation that the address names, from the list or asked for by itself. */
const Opened = ({ id, composer, onBack }: OpenedProps) => {
  const words = useWords(chatEn).pane
  const { client } = useChat()
  const listed = useStore(client.conversations).items.find(({ _id }) => _id === id)
  const asked = useConversation(id, listed === undefined)
  const { data, error } = asked
  useEffect(() => {
    if (data && !listed) client.learn(data)
  }, [client, data, listed])
  const conversation = listed ?? data
  if (conversation) return <ConversationPane conversation={conversation} composer={composer} onBack={onBack} />
  if (!error) return <LogSkeleton />
  const back = <Button onPress={onBack}>{words.back}</Button>
  return (
    <div className="m-auto">
      {error instanceof CallError && error.status === 404 ? (
        <EmptyState drawing="door" {...words.gone} action={back} />
      ) : (
        <ErrorState {...errorParts(error, words.loadFailed)} onRetry={() => void asked.refetch()} isRetrying={asked.isFetching} />
      )}
    </div>
  )
}
