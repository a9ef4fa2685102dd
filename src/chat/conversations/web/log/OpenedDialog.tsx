import { Embed } from '#web/shell/Embed.tsx'
import { useChatSlots } from '../chatSlots.ts'
import { emojiPicker } from '../composer/emojiPickerScreen.ts'
import { useLogActions, useLogConversation } from './logContext.ts'
import { MessageMenu } from './MessageMenu.tsx'
import { ReactionsDialog, ReadersDialog } from './PeopleDialogs.tsx'
import type { Opened } from './useLogActionsOf.ts'

/** The dialog that a row has opened. */
export const OpenedDialog = ({ opened: { what, message }, onClose }: { opened: Opened; onClose: () => void }) => {
  const { report, aboutMessage } = useChatSlots()
  const conversation = useLogConversation()
  const { toggle } = useLogActions()
  if (what === 'menu') return <MessageMenu message={message} onClose={onClose} />
  if (what === 'reactions') return <ReactionsDialog message={message} onClose={onClose} />
  if (what === 'readers') return <ReadersDialog message={message} onClose={onClose} />
  if (what === 'about')
    return conversation && <Embed screen={aboutMessage} message={message} conversation={conversation} onClose={onClose} />
  if (what === 'report') return <Embed screen={report} message={message} onClose={onClose} />
  return <Embed screen={emojiPicker} onPick={(emoji) => toggle(message, emoji)} onClose={onClose} />
}
