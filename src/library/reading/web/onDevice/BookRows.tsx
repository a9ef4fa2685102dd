import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { formatBytes, formatBytesIn, useWords } from '#web/words.ts'
import { booksEn } from '../../reading.books.en.ts'
import { Cover } from '../Cover.tsx'
import { type Book, isWhole, pieceBytes } from './books.ts'
import { useDeviceName } from './useBooks.ts'
import { useKeeping } from './useKeeping.ts'

/** Its size, what is here so far, and why. */
const Facts = ({ book }: { book: Book }) => {
  const words = useWords(booksEn)
  const { fileSize } = book.document
  const here = Math.min(fileSize, book.have * pieceBytes)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm tabular-nums">
      {isWhole(book) ? formatBytes(fileSize) : words.part(formatBytesIn(here, fileSize), formatBytes(fileSize))}
      {!isWhole(book) && <span>{book.isStopped ? words.isStopped : words.isWaiting}</span>}
      {book.why === 'recent' && <Badge>{words.recent}</Badge>}
    </p>
  )
}

type RowProps = { book: Book; open: (document: Document) => void; children?: ReactNode }

const Row = ({ book: { document }, book, open, children }: RowProps) => (
  <li className="relative flex min-h-18 items-center gap-x-3 rounded-lg px-2 py-2 hover:bg-hover">
    <Cover document={document} />
    <div className="min-w-0 flex-1">
      <PlainButton
        className="line-clamp-2 cursor-pointer text-left font-medium wrap-anywhere after:absolute after:inset-0 after:rounded-lg"
        onPress={() => open(document)}
      >
        <span dir="auto">{document.title}</span>
      </PlainButton>
      <Facts book={book} />
    </div>
    {children && <div className="relative z-10 flex items-center">{children}</div>}
  </li>
)

const Actions = ({ book: { document, isStopped } }: { book: Book }) => {
  const words = useWords(booksEn)
  const name = useDeviceName()
  const { keep, remove } = useKeeping()
  return (
    <>
      {isStopped && (
        <Button aria-label={words.continue(document.title)} onPress={() => void keep(document)}>
          {words.continueShort}
        </Button>
      )}
      <IconButton label={words.delete(document.title, name)} tone="danger" onPress={() => void remove(document)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </>
  )
}

type RowsProps = { books: readonly Book[]; open: (document: Document) => void; isManaged: boolean }

/** The books on this device, each to be opened; `isManaged` offers to delete them. */
export const BookRows = ({ books, open, isManaged }: RowsProps) => (
  <ul aria-label={useWords(booksEn).list}>
    {books.map((book) => (
      <Row key={book.document._id} {...{ book, open }}>
        {isManaged && <Actions book={book} />}
      </Row>
    ))}
  </ul>
)
