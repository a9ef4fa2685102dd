import { EllipsisVertical } from 'lucide-react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import type { Message } from '../../conversations.shapes.contract.ts'
import { useLogActions } from './logContext.ts'
import { useMessageEntries } from './useMessageEntries.tsx'

/** Actions with their own button, if there is room; the others are in the menu. */
const quick = ['react', 'reply', 'edit', 'delete']

/** The actions of a message that is hovered or focused. */
export const MessageToolbar = ({ message, isMine }: { message: Message; isMine: boolean }) => {
  const words = useWords(chatPaneEn).actions
  const { showMenu } = useLogActions()
  const entries = useMessageEntries(message)
  const rest = entries.filter(({ key }) => !quick.includes(key))
  if (entries.length === 0) return null
  return (
    // Placed beside the message, so that it covers none; for a long one that starts above the viewport, at the top of the visible
    // part.
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
