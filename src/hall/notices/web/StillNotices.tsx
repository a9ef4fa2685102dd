import { LinkedText } from '#web/ui/LinkedText.tsx'
import type { ReadableNotice } from '../notices.shapes.contract.ts'
import { Attachment } from './Attachment.tsx'
import { PriorityBadge } from './PriorityBadge.tsx'
import { priorityOf } from './priority.ts'

/** Moving notices as static text, one below the other, with their attachments. */
export const StillNotices = ({ notices }: { notices: readonly ReadableNotice[] }) => (
  <ul className="flex flex-col gap-2">
    {notices.map((notice) => (
      <li key={notice._id} className="flex flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2">
          {priorityOf(notice.priority) === 'high' && <PriorityBadge priority={notice.priority} isLong />}
          <span dir="auto" className="font-semibold wrap-anywhere">
            {notice.title}
          </span>
        </p>
        <LinkedText text={notice.content} />
        <Attachment notice={notice} isSmall />
      </li>
    ))}
  </ul>
)
