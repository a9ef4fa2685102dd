import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { CallError } from '#web/api/callError.ts'
import { useStore } from '#web/api/store.ts'
import { Boundary } from '#web/shell/PageView.tsx'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { useDocumentTitle } from '#web/ui/useDocumentTitle.ts'
import { errorParts, useWords } from '#web/words.ts'
import { chatEn } from '../conversations.en.ts'
import type { Conversation } from '../conversations.shapes.contract.ts'
import { useChat } from './chatContext.ts'
import { loadChatDialogs } from './chatDialogs.ts'
import type { ComposerHandle } from './composer/Composer.tsx'
import { paneScreen } from './conversation/paneScreen.ts'
import { useConversation } from './conversations.queries.ts'
import { LongListScreen } from './list/longListScreen.ts'
import { Sidebar } from './list/Sidebar.tsx'
import { LogSkeleton } from './log/LogSkeleton.tsx'
import { useFocusBetween } from './useFocusBetween.ts'
import { useOpenConversation } from './useOpenConversation.ts'
import { useRefused } from './useRefused.ts'

/** Shows the list and the conversation side by side; on a phone, one of them fills the screen. */
export const ChatScreen = () => {
  const words = useWords(chatEn)
  const { client } = useChat()
  const composer = useRef<ComposerHandle>(null)
  const { openId, close } = useOpenConversation()
  useDocumentTitle(words.title)
  useRefused(openId, composer)
  useFocusBetween(openId)
  useEffect(() => void paneScreen.load().then(loadChatDialogs).then(LongListScreen.load), [])
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
    <EmptyState drawing="bell" title={useWords(chatEn).pane.none} />
  </div>
)

type OpenedProps = { id: string; composer: RefObject<ComposerHandle | null>; onBack: () => void }

/** The conversation named in the URL. Closes as soon as it disappears from the list. */
const Opened = ({ id, composer, onBack }: OpenedProps) => {
  const { client } = useChat()
  const listed = useStore(client.conversations).items.find(({ _id }) => _id === id)
  const [shown, setShown] = useState(listed)
  if (listed && listed !== shown) setShown(listed)
  if (listed)
    return (
      <Boundary>
        <Suspense fallback={<LogSkeleton />}>
          <paneScreen.Component conversation={listed} composer={composer} onBack={onBack} />
        </Suspense>
      </Boundary>
    )
  return <Unlisted id={id} before={shown} onBack={onBack} />
}

type UnlistedProps = Pick<OpenedProps, 'id' | 'onBack'> & { before: Conversation | undefined }

/**
 * Fetches a conversation that is not, or no longer, in the list: the state known `before` does not prove that one is still a
 * member.
 */
const Unlisted = ({ id, before, onBack }: UnlistedProps) => {
  const { title, pane: words } = useWords(chatEn)
  const isNarrow = useIsNarrow()
  const { client } = useChat()
  const { data, error, isFetching, refetch } = useConversation(id)
  useEffect(() => {
    if (data && !error && !isFetching) client.learn(data)
  }, [client, data, error, isFetching])
  if (!error) return <LogSkeleton />
  const back = <Button onPress={onBack}>{words.back}</Button>
  const gone = before?.type === 'group' ? { title: words.removed(before.name), hint: words.removedHint } : words.gone
  return (
    <div role="alert" className="m-auto">
      {isNarrow && <h1 className="sr-only">{title}</h1>}
      {error instanceof CallError && error.status === 404 ? (
        <EmptyState drawing="door" {...gone} action={back} />
      ) : (
        <ErrorState {...errorParts(error, words.loadFailed)} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </div>
  )
}
