import { ArrowLeft, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MB } from '#contract/limits.ts'
import type { Document } from '#library/documents/documents.contract.ts'
import { freeSpace } from '#web/offline/pieceFiles.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { formatBytes, useWords } from '#web/words.ts'
import { booksEn } from '../../reading.books.en.ts'
import { bookSettings, canKeepBooks } from '../booksHere.ts'
import { BookRows } from './BookRows.tsx'
import { BookSettingsCard } from './BookSettingsCard.tsx'
import { type Book, pieceBytes } from './books.ts'
import { useBooks, useDeviceName } from './useBooks.ts'
import { useKeeping } from './useKeeping.ts'

/** Free space as the browser estimates it, measured again whenever the books have changed. */
const useFreeSpace = (books: readonly Book[]): number | undefined => {
  const [free, setFree] = useState<number>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: books that are added or deleted change the free space
  useEffect(() => {
    void freeSpace().then(setFree, () => undefined)
  }, [books])
  return free
}

const Space = ({ books, megabytes }: { books: readonly Book[]; megabytes: number }) => {
  const words = useWords(booksEn)
  const free = useFreeSpace(books)
  const used = books.reduce((sum, { document, have }) => sum + Math.min(document.fileSize, have * pieceBytes), 0)
  return (
    <p role="status" className="text-muted text-sm tabular-nums">
      {words.free(formatBytes(used), formatBytes(megabytes * MB))}
      {/* Its line is there before the browser has answered, so that nothing below moves. */}
      <span className="block min-h-5">{free !== undefined && words.freeOnDevice(formatBytes(free))}</span>
    </p>
  )
}

type Opening = { open: (document: Document) => void }

const Books = ({ books, open }: Opening & { books: readonly Book[] }) => {
  const words = useWords(booksEn)
  const name = useDeviceName()
  const [settings, setSettings] = useState(bookSettings)
  return (
    <>
      <Space books={books} megabytes={settings.megabytes} />
      {books.length === 0 ? (
        <EmptyState title={words.none(name)} hint={words.noneHint(words.keepShort(name))} />
      ) : (
        <BookRows {...{ books, open }} isManaged />
      )}
      <BookSettingsCard {...{ settings }} count={books.length} onChange={setSettings} />
    </>
  )
}

const Content = ({ open }: Opening) => {
  const words = useWords(booksEn)
  const name = useDeviceName()
  const books = useBooks()
  if (!canKeepBooks()) {
    return (
      <Notice tone="info" title={words.cannot(name)}>
        {window.isSecureContext ? words.unsupported : words.insecure}
      </Notice>
    )
  }
  return books ? <Books {...{ books, open }} /> : <ListSkeleton rows={3} />
}

/** The books on this device with their sizes, the free space, and the settings of the device. */
export const BooksPage = ({ open }: Opening) => {
  const words = useWords(booksEn)
  const name = useDeviceName()
  const { removeAll } = useKeeping()
  const count = useBooks()?.length ?? 0
  const action = (
    <>
      {count > 0 && (
        <Button icon={<Trash2 aria-hidden="true" />} onPress={() => void removeAll(count)}>
          {words.deleteAll}
        </Button>
      )}
      <ButtonLink to="/documents" icon={<ArrowLeft aria-hidden="true" />}>
        {words.back}
      </ButtonLink>
    </>
  )
  return (
    <Page title={words.title(name)} about={words.about} action={action}>
      <Content open={open} />
    </Page>
  )
}
