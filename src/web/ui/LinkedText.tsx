import { piecesOf } from './linkedText.ts'

/**
 * A typed text: line breaks are kept, web and mail addresses become links, and everything else is text. Links have the colour of
 * the text around them, which is readable on every ground.
 */
export const LinkedText = ({ text, className = '' }: { text: string; className?: string }) => (
  <p dir="auto" className={`whitespace-pre-line wrap-anywhere ${className}`}>
    {piecesOf(text).map(({ text: piece, href }, place) =>
      href ? (
        <a
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other key.
          key={place}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className="rounded-sm underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {piece.replace(/^mailto:/i, '')}
        </a>
      ) : (
        piece
      ),
    )}
  </p>
)
