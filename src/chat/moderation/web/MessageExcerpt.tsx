import { useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'
import type { MonitoredMessage } from '../moderation.shapes.contract.ts'

/** A short excerpt of the message that a dialog is about. */
export const MessageExcerpt = ({ message: { sender, content, attachment, encryption } }: { message: MonitoredMessage }) => {
  const words = useWords(moderationEn).list
  return (
    <blockquote className="border-line-strong border-l-2 pl-3">
      <p dir="auto" className="text-left font-medium wrap-anywhere">
        {sender.name}
      </p>
      <p dir="auto" className="line-clamp-3 whitespace-pre-line text-left wrap-anywhere">
        {encryption ? words.encrypted : (content ?? attachment?.originalName)}
      </p>
    </blockquote>
  )
}
