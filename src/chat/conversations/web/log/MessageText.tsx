import { memo, useState } from 'react'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import { beginningOf, messagePieces } from './messagePieces.ts'

type TextProps = { text: string; mentions: readonly { name: string }[] }

const Pieces = memo(({ text, mentions }: TextProps) =>
  messagePieces(text, mentions).map(({ text: piece, href, isMention }, place) => {
    if (href)
      return (
        <a
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing else that tells them apart.
          key={place}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className="rounded-sm underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {piece}
        </a>
      )
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    return isMention ? <strong key={place}>{piece}</strong> : piece
  }),
)

/** The text of a message: links can be pressed, mentions are highlighted, and a long text is collapsed. */
export const MessageText = ({ text, mentions }: TextProps) => {
  const words = useWords(chatPaneEn).message
  const [isOpen, setOpen] = useState(false)
  const beginning = beginningOf(text)
  return (
    <>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">
        <Pieces text={isOpen || beginning === undefined ? text : `${beginning}…`} mentions={mentions} />
      </p>
      {beginning !== undefined && (
        <PlainButton
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
          className="min-h-8 cursor-pointer rounded-sm font-medium text-sm underline underline-offset-4 max-md:min-h-11"
        >
          {isOpen ? words.less : words.more}
        </PlainButton>
      )}
    </>
  )
}
