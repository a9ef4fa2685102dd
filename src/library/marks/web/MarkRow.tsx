import { Bookmark, Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import type { SentMark } from '../marks.contract.ts'
import { marksEn } from '../marks.en.ts'
import type { DocumentMarks, ShownMark } from './documentMarks.ts'
import { NoteEditor } from './NoteEditor.tsx'
import { useDelete } from './useDelete.ts'

const noteOf = (sent: SentMark): string => (sent.kind === 'bookmark' ? '' : sent.note)

/** Returns a mark with another note. A bookmark with a note is a note, and a note without a text nothing. */
const withNote = (sent: SentMark, note: string): SentMark | undefined => {
  if (sent.kind === 'highlight') return { ...sent, note }
  if (note === '') return sent.kind === 'note' ? undefined : sent
  return { kind: 'note', page: sent.page, note }
}

const Content = ({ sent }: { sent: SentMark }) => {
  const words = useWords(marksEn)
  if (sent.kind === 'bookmark') {
    return (
      <span className="flex items-center gap-2">
        <Bookmark aria-hidden="true" className="size-4 fill-current" />
        {words.bookmark}
      </span>
    )
  }
  return (
    <>
      {sent.kind === 'highlight' && (
        <span className="flex gap-2">
          <span className="mark-color w-1 shrink-0 rounded" data-color={sent.color} />
          <span dir="auto" className="wrap-anywhere line-clamp-4 min-w-0">
            {sent.quote}
          </span>
        </span>
      )}
      {sent.note && (
        <span dir="auto" className={`wrap-anywhere block whitespace-pre-wrap ${sent.kind === 'highlight' ? 'pt-1 pl-3 text-muted' : ''}`}>
          {sent.note}
        </span>
      )}
    </>
  )
}

type Props = { marks: DocumentMarks; mark: ShownMark; isEdited: boolean; onGo: (mark: ShownMark) => void }

/** One mark of the list: it leads to its place, and can be edited and deleted. */
export const MarkRow = ({ marks, mark, isEdited, onGo }: Props) => {
  const words = useWords(marksEn)
  const onDelete = useDelete(marks)
  const { id, sent, refused } = mark
  const what = words[`${sent.kind}Of`](sent.page)
  const row = useRef<HTMLButtonElement>(null)
  const close = () => {
    marks.edited.set(undefined)
    row.current?.focus()
  }
  const save = (note: string) => {
    const next = withNote(sent, note)
    if (next) marks.save(next, id)
    else onDelete(mark)
  }
  const edit = noteOf(sent) === '' ? words.addNoteTo(what) : sent.kind === 'note' ? words.editNote(what) : words.editNoteOf(what)
  return (
    <li className="rounded-lg hover:bg-hover">
      <div className="flex items-start">
        <PlainButton
          ref={row}
          data-mark-row={id}
          className="min-h-10 min-w-0 flex-1 cursor-pointer rounded-lg px-2 py-2 text-left text-sm leading-normal max-md:min-h-11"
          onPress={() => onGo(mark)}
        >
          <Content sent={sent} />
        </PlainButton>
        {!isEdited && (
          <IconButton label={edit} onPress={() => marks.edited.set(id)}>
            <Pencil />
          </IconButton>
        )}
        <IconButton label={words.delete(what)} onPress={() => onDelete(mark)}>
          <Trash2 />
        </IconButton>
      </div>
      {refused !== undefined && (
        <p role="alert" className="px-2 pb-2 text-error-text text-sm">
          {words.notSaved(refused)}{' '}
          <PlainButton className="cursor-pointer underline" onPress={() => marks.save(sent, id)}>
            {words.retry}
          </PlainButton>
        </p>
      )}
      {isEdited && <NoteEditor note={noteOf(sent)} onSave={save} onClose={close} />}
    </li>
  )
}
