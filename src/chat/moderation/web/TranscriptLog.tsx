import { useLayoutEffect, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { errorText, useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'
import type { MonitoredMessage } from '../moderation.shapes.contract.ts'
import { type MessageActions, MessageItem } from './MessageItem.tsx'
import type { Transcript } from './useTranscript.ts'

/** Begins at the newest message, and stays where it is while older ones come in above. */
const useKeptPlace = (messages: readonly MonitoredMessage[] | undefined) => {
  const list = useRef<HTMLElement>(null)
  const before = useRef<{ first: string | undefined; height: number }>(undefined)
  const first = messages?.[0]?._id
  useLayoutEffect(() => {
    const here = list.current
    if (!here) return
    const was = before.current
    if (was === undefined) here.scrollTop = here.scrollHeight
    else if (was.first !== first) here.scrollTop += here.scrollHeight - was.height
    before.current = { first, height: here.scrollHeight }
  })
  return list
}

type Props = { name: string; transcript: Transcript; actions: MessageActions }

const Older = ({ transcript }: Pick<Props, 'transcript'>) => {
  const words = useWords(moderationEn).pane
  if (!transcript.hasOlder) return <p className="py-4 text-center text-muted text-sm">{words.begin}</p>
  return (
    <div className="flex flex-col items-center gap-2 py-2">
      {transcript.error && <p className="text-error-text text-sm">{errorText(transcript.error, words.loadFailed)}</p>}
      <Button isPending={transcript.isLoading} pendingText={words.loadingOlder} onPress={transcript.loadOlder}>
        {words.older}
      </Button>
    </div>
  )
}

const Messages = ({ name, transcript, actions, messages }: Props & { messages: readonly MonitoredMessage[] }) => {
  const words = useWords(moderationEn).pane
  const list = useKeptPlace(messages)
  if (messages.length === 0) return <EmptyState title={words.empty} drawing="bell" />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section ref={list} aria-label={words.log(name)} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <Older transcript={transcript} />
      <ol className="flex flex-col pb-2">
        {messages.map((message) => (
          <li key={message._id}>
            <MessageItem message={message} actions={actions} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The messages of a conversation, oldest first. */
export const TranscriptLog = (props: Props) => {
  const words = useWords(moderationEn).pane
  const { messages, error, isLoading, reload } = props.transcript
  return (
    <Loaded
      of={{ data: messages, error, isFetching: isLoading, refetch: reload }}
      skeleton={<ListSkeleton rows={6} />}
      failed={words.loadFailed}
    >
      {(loaded) => <Messages {...props} messages={loaded} />}
    </Loaded>
  )
}
