import { ArrowDown } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { formatNumber, useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import type { Log } from '../client/chatClient.ts'

/** The content above the first loaded message. */
export const LogStart = ({ log, hasFailed, onRetry }: { log: Log; hasFailed: boolean; onRetry: () => void }) => {
  const words = useWords(chatPaneEn).log
  return (
    <div className="absolute inset-x-0 top-0 flex h-14 items-center justify-center gap-3 px-4 text-muted text-sm">
      {hasFailed ? (
        <>
          {words.moreFailed}
          <Button onPress={onRetry}>{words.retry}</Button>
        </>
      ) : log.hasOlder ? (
        <>
          <Spinner className="size-5" />
          <span className="sr-only">{words.loadingOlder}</span>
        </>
      ) : (
        words.start
      )}
    </div>
  )
}

/** Jumps to the newest message, and shows how many have arrived. */
export const ToNewest = ({ count, onPress }: { count: number; onPress: () => void }) => {
  const words = useWords(chatPaneEn).log
  return (
    <PlainButton
      aria-label={count > 0 ? words.toNewestCount(count) : words.toNewest}
      onPress={onPress}
      className="absolute right-4 bottom-3 z-20 inline-flex h-11 min-w-11 cursor-pointer items-center justify-center gap-1 rounded-full border border-line-strong bg-surface px-3 font-semibold text-ink text-sm shadow-lg hover:bg-hover"
    >
      {count > 0 && <span aria-hidden="true">{formatNumber(count)}</span>}
      <ArrowDown aria-hidden="true" className="size-5" />
    </PlainButton>
  )
}
