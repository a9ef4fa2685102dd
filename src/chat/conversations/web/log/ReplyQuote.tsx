import { Info } from 'lucide-react'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import { previewOf } from '../../conversations.preview.policy.ts'
import type { Quoted } from '../../conversations.shapes.contract.ts'
import { useLogActions } from './logContext.ts'

/** Returns a formatter for a quote in one line; a message without text is described by its kind. */
export const useQuoteText = () => {
  const words = useWords(chatPaneEn).message
  const { types } = useWords(chatEn).message
  return ({ isDeleted, content, type, unreadable }: Quoted): string => {
    if (isDeleted) return words.quoteDeleted
    return unreadable ? words.unreadableQuote[unreadable] : (previewOf(content) ?? types[type])
  }
}

/** A quote; pressing it jumps to the quoted message. */
export const ReplyQuote = ({ quoted }: { quoted: Quoted }) => {
  const words = useWords(chatPaneEn).message
  const quoteText = useQuoteText()
  const { jumpTo } = useLogActions()
  return (
    <PlainButton
      title={words.toQuoted}
      onPress={() => jumpTo(quoted)}
      className="mb-1 block w-full cursor-pointer rounded border-primary border-l-4 bg-tint px-2 py-1 text-left text-ink text-sm max-md:min-h-11"
    >
      <span dir="auto" className={`line-clamp-2 wrap-anywhere ${quoted.isDeleted || quoted.unreadable ? 'italic' : ''}`}>
        {words.replyingTo(quoted.sender.name, quoteText(quoted))}
      </span>
      {quoted.marks?.map((mark) => (
        <span key={mark} className="mr-2 inline-flex items-center gap-1 text-muted text-xs">
          <Info aria-hidden="true" className="size-3.5 shrink-0" />
          {words.marks[mark]}
        </span>
      ))}
    </PlainButton>
  )
}
