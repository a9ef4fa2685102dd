import { CircleAlert, CircleArrowDown, CircleCheckBig } from 'lucide-react'
import type { Document } from '#library/documents/documents.contract.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { formatPercent, useWords } from '#web/words.ts'
import { booksEn } from '../../reading.books.en.ts'
import { canKeep } from '../booksHere.ts'
import { type Book, isWhole, pieceCount } from './books.ts'
import { useBooks, useDeviceName } from './useBooks.ts'
import { useKeeping } from './useKeeping.ts'

/** How much of a download is done. */
const Part = ({ share }: { share: number }) => <span className="font-semibold text-xs tabular-nums">{formatPercent(share)}</span>

type ChosenProps = { book: Book; name: string }

/** For a book that was asked for: its progress, or that it is here. */
const Chosen = ({ book, name }: ChosenProps) => {
  const words = useWords(booksEn)
  const { keep, remove } = useKeeping()
  const { document, have, isStopped } = book
  const { title } = document
  if (isStopped) {
    return (
      <IconButton label={words.continue(title)} tone="danger" onPress={() => void keep(document)}>
        <CircleAlert aria-hidden="true" />
      </IconButton>
    )
  }
  const isDone = isWhole(book)
  const share = have / pieceCount(book)
  return (
    <IconButton
      label={isDone ? words.delete(title, name) : words.keeping(title, formatPercent(share))}
      tone="accent"
      onPress={() => void remove(document)}
    >
      {isDone ? <CircleCheckBig aria-hidden="true" /> : <Part share={share} />}
    </IconButton>
  )
}

/** Keeps a document on this device. A book that was only read last is kept for good by a press. */
export const KeepButton = ({ document }: { document: Document }) => {
  const words = useWords(booksEn)
  const name = useDeviceName()
  const { keep } = useKeeping()
  const book = useBooks()?.find((each) => each.document._id === document._id)
  if (!canKeep(document)) return null
  if (book?.why === 'chosen') return <Chosen {...{ book, name }} />
  return (
    <IconButton label={words.keep(document.title, name)} onPress={() => void keep(document)}>
      <CircleArrowDown aria-hidden="true" />
    </IconButton>
  )
}
