import { Ellipsis, NotebookPen } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { download } from '#web/api/download.ts'
import { useStore } from '#web/api/store.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { errorText, useWords } from '#web/words.ts'
import { marksApi } from '../marks.contract.ts'
import { marksEn } from '../marks.en.ts'
import type { DocumentMarks, ShownMark } from './documentMarks.ts'
import { MarkRow } from './MarkRow.tsx'
import { NoteEditor } from './NoteEditor.tsx'

const ExportNotes = ({ marks }: { marks: DocumentMarks }) => {
  const words = useWords(marksEn)
  const run = (load: () => Promise<void>) => {
    marks
      .sync()
      .then(load)
      .then(() => toast.settled('notes'))
      .catch((error: unknown) => toast.error(errorText(error, words.exportFailed), { of: 'notes' }))
  }
  return (
    <Menu
      label={words.more}
      trigger={
        <IconButton label={words.more}>
          <Ellipsis />
        </IconButton>
      }
      entries={[
        { key: 'one', label: words.export, onAction: () => run(() => download(marksApi.text, { params: { id: marks.documentId } })) },
        { key: 'all', label: words.exportAll, onAction: () => run(() => download(marksApi.allText)) },
      ]}
    />
  )
}

/** Up and down lead from mark to mark. */
const moveBetween = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-mark-row]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  if (step === undefined || at < 0) return
  event.preventDefault()
  rows[at + step]?.focus()
}

type ListProps = { marks: DocumentMarks; all: readonly ShownMark[]; onGo: (mark: ShownMark) => void }

const MarkList = ({ marks, all, onGo }: ListProps) => {
  const words = useWords(marksEn)
  const edited = useStore(marks.edited)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    if (edited !== undefined) list.current?.querySelector('form')?.scrollIntoView?.({ block: 'nearest' })
  }, [edited])
  const pages = [...Map.groupBy(all, ({ sent }) => sent.page)]
  return (
    <nav ref={list} aria-label={words.list} onKeyDown={moveBetween} className="min-h-0 flex-1 overflow-auto overscroll-contain p-1">
      {pages.map(([page, marksOfPage]) => (
        <section key={page} aria-label={words.page(page)}>
          <h3 className="px-2 pt-2 font-semibold text-muted text-sm tabular-nums">{words.page(page)}</h3>
          <ul>
            {marksOfPage.map((mark) => (
              <MarkRow key={mark.id} {...{ marks, mark, onGo }} isEdited={edited === mark.id} />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

export type MarksPanelProps = {
  /** Undefined while they are loaded. */
  marks: DocumentMarks | undefined
  current: number
  onGo: (page: number) => void
}

/** A person's own marks in a document, page by page. */
const LoadedPanel = ({ marks, current, onGo }: MarksPanelProps & { marks: DocumentMarks }) => {
  const words = useWords(marksEn)
  const all = useStore(marks.shown)
  const [isAdding, setAdding] = useState(false)
  /** The page that was current when the note was begun. */
  const [page, setPage] = useState(current)
  const go = ({ id, sent }: ShownMark) => {
    if (sent.kind === 'highlight') marks.asked.set(id)
    onGo(sent.page)
  }
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setAdding(false)
    button.current?.focus()
  }
  const add = () => {
    setPage(current)
    setAdding(true)
  }
  const list = useKeptFocus<HTMLDivElement>()
  return (
    <div ref={list} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      <div className="flex shrink-0 items-center justify-between gap-1 border-line border-b p-1">
        <Button
          ref={button}
          variant="quiet"
          icon={<NotebookPen aria-hidden="true" className="size-4 shrink-0" />}
          className="min-w-0"
          onPress={add}
        >
          {words.addNote(isAdding ? page : current)}
        </Button>
        <ExportNotes marks={marks} />
      </div>
      {isAdding && <NoteEditor note="" onSave={(note) => note !== '' && marks.save({ kind: 'note', page, note })} onClose={close} />}
      {all && all.length > 0 ? (
        <MarkList {...{ marks, all }} onGo={go} />
      ) : (
        <p role="status" className="p-4 text-muted text-sm">
          {all ? `${words.none} ${words.onlyYou}` : words.loading}
        </p>
      )}
    </div>
  )
}

export const MarksPanel = ({ marks, ...props }: MarksPanelProps) => {
  const words = useWords(marksEn)
  if (marks) return <LoadedPanel {...{ marks }} {...props} />
  return (
    <p role="status" className="p-4 text-muted text-sm">
      {words.loading}
    </p>
  )
}
