import { Info } from 'lucide-react'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import type { Message } from '../../conversations.shapes.contract.ts'
import { useLogActions } from './logContext.ts'

/** Short notes about an encrypted message; pressing them shows an explanation. */
export const Marks = ({ message, isMine }: { message: Message; isMine: boolean }) => {
  const words = useWords(chatPaneEn).message
  const { about } = useLogActions()
  const labels = (message.marks ?? []).map((mark) => words.marks[mark])
  if (labels.length === 0) return null
  return (
    <PlainButton
      onPress={() => about(message)}
      className={`flex min-h-6 cursor-pointer flex-wrap items-center gap-x-1.5 rounded-sm text-left text-xs not-italic max-md:min-h-11 ${isMine ? 'text-primary-text' : 'text-muted'}`}
    >
      <Info aria-hidden="true" className="size-3.5 shrink-0" />
      {labels.map((label, at) => (
        <span key={label} className="underline decoration-dotted underline-offset-4">
          {label}
          <span className="sr-only">{at < labels.length - 1 ? ', ' : words.aboutMarks}</span>
        </span>
      ))}
    </PlainButton>
  )
}
