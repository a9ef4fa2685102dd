import { Slot } from '#web/shell/Slot.tsx'
import { useChatSlots } from '../chatSlots.ts'
import { emojiPicker } from '../composer/emojiPickerScreen.ts'
import { useLogActions, useLogConversation } from './logContext.ts'
import { MessageMenu } from './MessageMenu.tsx'
import { ReactionsDialog, ReadersDialog } from './PeopleDialogs.tsx'
import type { Opened } from './useLogActionsOf.ts'

/** What a row has asked for. */
export const OpenedDialog = ({ opened: { what, message }, onClose }: { opened: Opened; onClose: () => void }) => {
  const { report, aboutMessage } = useChatSlots()
  const conversation = useLogConversation()
  const { toggle } = useLogActions()
  if (what === 'menu') return <MessageMenu message={message} onClose={onClose} />
  if (what === 'reactions') return <ReactionsDialog message={message} onClose={onClose} />
  if (what === 'readers') return <ReadersDialog message={message} onClose={onClose} />
  if (what === 'about')
    return conversation && <Slot screen={aboutMessage} message={message} conversation={conversation} onClose={onClose} />
  if (what === 'report') return <Slot screen={report} message={message} onClose={onClose} />
  return <Slot screen={emojiPicker} onPick={(emoji) => toggle(message, emoji)} onClose={onClose} />
}
