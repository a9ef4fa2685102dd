import type { Document } from '#library/documents/documents.contract.ts'
import { Card } from '#web/ui/Card.tsx'
import { useWords } from '#web/words.ts'
import { booksEn } from '../../reading.books.en.ts'
import { BookRows } from './BookRows.tsx'
import { isWhole } from './books.ts'
import { useBooks, useDeviceName } from './useBooks.ts'

/** The books that open without a connection. */
export const OfflineBooks = ({ open }: { open: (document: Document) => void }) => {
  const words = useWords(booksEn)
  const name = useDeviceName()
  const books = useBooks()?.filter(isWhole) ?? []
  if (books.length === 0) return null
  return (
    <Card title={words.title(name)}>
      <BookRows {...{ books, open }} isManaged={false} />
    </Card>
  )
}
