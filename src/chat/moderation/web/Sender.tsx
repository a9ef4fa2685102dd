import { PersonName } from '#people/users/web/PersonName.tsx'
import { RoleBadge } from '#people/users/web/RoleBadge.tsx'
import { useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'
import type { MonitoredMessage } from '../moderation.shapes.contract.ts'

/** Who wrote a message, as what, and when. */
export const Sender = ({ message: { sender, createdAt, isEdited, editedBy } }: { message: MonitoredMessage }) => {
  const words = useWords(moderationEn)
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <PersonName id={sender._id} name={sender.name} />
      <RoleBadge role={sender.role} />
      <time dateTime={createdAt} className="text-muted text-sm">
        {words.at(createdAt)}
      </time>
      {isEdited && <span className="text-muted text-sm">({words.message.edited(editedBy?.name)})</span>}
    </p>
  )
}
