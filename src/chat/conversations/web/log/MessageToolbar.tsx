import { EllipsisVertical } from 'lucide-react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { chatEn } from '../../chat.en.ts'
import type { Message } from '../../chat.shapes.contract.ts'
import { useLogActions } from './logContext.ts'
import { useMessageEntries } from './useMessageEntries.tsx'

/** What has a button of its own, where there is room; the rest is in the menu behind them. */
const quick = ['react', 'reply', 'edit', 'delete']

/** The actions of a message that is pointed at or has the focus. */
export const MessageToolbar = ({ message, isMine }: { message: Message; isMine: boolean }) => {
  const words = useWords(chatEn).actions
  const { showMenu } = useLogActions()
  const entries = useMessageEntries(message)
  const rest = entries.filter(({ key }) => !quick.includes(key))
  if (entries.length === 0) return null
  return (
    // Beside the message, so that it hides none; of a long one that begins out of sight, at the top of what is seen.
    <div className={`pointer-events-none absolute inset-y-0 z-10 ${isMine ? 'right-full mr-1' : 'left-full ml-1'}`}>
      <div
        role="toolbar"
        aria-label={words.label}
        className="pointer-events-auto sticky top-1 flex rounded-lg border border-line bg-surface p-0.5 shadow-lg"
      >
        {quick.map((key) => {
          const entry = entries.find((each) => each.key === key)
          return (
            entry && (
              <IconButton
                key={key}
                label={entry.label}
                title={entry.label}
                tone={entry.isDanger ? 'danger' : 'plain'}
                onPress={entry.onAction}
                className="size-8 @max-xl:hidden"
              >
                {entry.icon}
              </IconButton>
            )
          )
        })}
        <IconButton
          label={words.more}
          title={words.more}
          aria-haspopup="dialog"
          onPress={() => showMenu(message)}
          className={`size-8 ${rest.length > 0 ? '' : '@xl:hidden'}`}
        >
          <EllipsisVertical />
        </IconButton>
      </div>
    </div>
  )
}
