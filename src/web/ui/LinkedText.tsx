import { piecesOf } from './linkedText.ts'

/**
 * What someone typed: line breaks stay, web and mail addresses can be pressed, and everything else is text. Links have the
 * color of the text around them, which can be read on every ground.
 */
export const LinkedText = ({ text, className = '' }: { text: string; className?: string }) => (
  <p dir="auto" className={`whitespace-pre-line wrap-anywhere ${className}`}>
    {piecesOf(text).map(({ text: piece, href }, place) =>
      href ? (
        <a
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing else that tells them apart.
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
