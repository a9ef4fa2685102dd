import { Dialog } from '#web/ui/Dialog.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import type { Message } from '../../conversations.shapes.contract.ts'
import { quickEmoji } from '../composer/quickEmoji.ts'
import { useLogActions } from './logContext.ts'
import { useMessageEntries } from './useMessageEntries.tsx'

type MenuProps = { message: Message; onClose: () => void }

/** The message actions as a sheet, for a press on a phone and for Enter. */
export const MessageMenu = ({ message, onClose }: MenuProps) => {
  const words = useWords(chatPaneEn).actions
  const entries = useMessageEntries(message)
  return (
    <Dialog title={words.label} size="small" isOpen onClose={onClose}>
      {entries.some(({ key }) => key === 'react') && <QuickReactions message={message} onClose={onClose} />}
      <ul>
        {entries.map(({ key, label, icon, isDanger, onAction }) => (
          <li key={key}>
            <PlainButton
              onPress={() => {
                onClose()
                onAction()
              }}
              className={`flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg px-3 text-left hover:bg-hover [&_svg]:size-5 ${isDanger ? 'text-error-text' : ''}`}
            >
              {icon}
              {label}
            </PlainButton>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const QuickReactions = ({ message, onClose }: MenuProps) => {
  const { toggle } = useLogActions()
  return (
    <div className="mb-2 flex justify-between border-line border-b pb-2">
      {quickEmoji.map((emoji) => (
        <PlainButton
          key={emoji}
          aria-label={emoji}
          onPress={() => {
            onClose()
            toggle(message, emoji)
          }}
          className="size-11 cursor-pointer rounded-full text-xl hover:bg-hover"
        >
          {emoji}
        </PlainButton>
      ))}
    </div>
  )
}
