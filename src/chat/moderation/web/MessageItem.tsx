import { Ban, EllipsisVertical, Flag, FlagOff, Trash2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useSession } from '#web/api/session.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry } from '#web/ui/menuProps.ts'
import { useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'
import { moderationPolicy } from '../moderation.policy.ts'
import type { MonitoredMessage } from '../moderation.shapes.contract.ts'
import { isErased, MessageContent } from './MessageContent.tsx'
import { Sender } from './Sender.tsx'

export type MessageActions = {
  flag: (message: MonitoredMessage) => void
  unflag: (message: MonitoredMessage) => void
  stop: (message: MonitoredMessage) => void
  remove: (message: MonitoredMessage) => void
}

type Props = { message: MonitoredMessage; actions: MessageActions }

/** Returns whether the signed-in person may ban the sender. */
export const useMayStop = ({ sender }: Pick<MonitoredMessage, 'sender'>): boolean => {
  const me = useSession()?.user
  return me !== undefined && moderationPolicy.whyNotStop(me, sender) === undefined
}

const Buttons = ({ message, actions }: Props) => {
  const words = useWords(moderationEn).message
  const { sender, flagged, isDeleted } = message
  const mayStop = useMayStop(message)
  const entries: MenuEntry[] = [
    ...(mayStop ? [{ key: 'stop', label: words.stop(sender.name), icon: <Ban />, onAction: () => actions.stop(message) }] : []),
    ...(isDeleted
      ? []
      : [{ key: 'remove', label: words.remove, icon: <Trash2 />, isDanger: true, onAction: () => actions.remove(message) }]),
  ]
  const more = (
    <IconButton label={words.more(sender.name)}>
      <EllipsisVertical />
    </IconButton>
  )
  return (
    <div className="flex shrink-0">
      {flagged.isFlagged && (
        <IconButton label={words.unflag(sender.name)} tone="danger" onPress={() => actions.unflag(message)}>
          <FlagOff />
        </IconButton>
      )}
      {!flagged.isFlagged && !isErased(message) && (
        <IconButton label={words.flag(sender.name)} onPress={() => actions.flag(message)}>
          <Flag />
        </IconButton>
      )}
      {entries.length > 0 && <Menu label={words.more(sender.name)} trigger={more} entries={entries} />}
    </div>
  )
}

const Mark = ({ icon, text, reason }: { icon: ReactNode; text: string; reason: string }) => (
  <li className="flex gap-2 text-error-text text-sm [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
    {icon}
    <span className="min-w-0 wrap-anywhere">
      {text}
      {reason && `: ${reason}`}
    </span>
  </li>
)

const Marks = ({ message: { flagged, reports } }: { message: MonitoredMessage }) => {
  const words = useWords(moderationEn).message
  return (
    <ul className="flex flex-col gap-1 empty:hidden">
      {flagged.isFlagged && flagged.flaggedBy && flagged.flaggedAt && (
        <Mark
          icon={<Flag aria-hidden="true" />}
          text={words.flaggedBy(flagged.flaggedBy.name, flagged.flaggedAt)}
          reason={flagged.reason ?? ''}
        />
      )}
      {reports.map(({ _id, reporter, createdAt, reason, outcome }) => (
        <Mark
          key={_id}
          icon={<Flag aria-hidden="true" />}
          text={words.reportedBy(reporter.name, createdAt) + (outcome ? ` (${words.outcomes[outcome]})` : '')}
          reason={reason}
        />
      ))}
    </ul>
  )
}

/** One message as administrators see it. */
export const MessageItem = memo(({ message, actions }: Props) => {
  const { sender, flagged } = message
  return (
    <article className={`flex items-start gap-3 border-l-4 px-3 py-3 ${flagged.isFlagged ? 'border-error' : 'border-transparent'}`}>
      <Avatar id={sender._id} name={sender.name} src={sender.profilePicture} className="size-9 max-md:hidden" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Sender message={message} />
        <MessageContent message={message} />
        <Marks message={message} />
      </div>
      <Buttons message={message} actions={actions} />
    </article>
  )
})
MessageItem.displayName = 'MessageItem'
