import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useWords } from '#web/words.ts'
import { marksLimits } from '../marks.contract.ts'
import { marksEn } from '../marks.en.ts'

type Props = { note: string; onSave: (note: string) => void; onClose: () => void }

/** Edits a note. What was typed is saved if the panel closes before Save is pressed. */
export const NoteEditor = ({ note, onSave, onClose }: Props) => {
  const words = useWords(marksEn)
  const [typed, setTyped] = useState(note)
  const form = useRef<HTMLFormElement>(null)
  const latest = useRef({ typed, isDone: false, onSave })
  latest.current = { ...latest.current, typed, onSave }
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  useEffect(
    () => () => {
      const { typed: text, isDone, onSave: save } = latest.current
      if (!isDone && text.trim() !== note.trim()) save(text.trim())
    },
    [note],
  )
  const finish = (event?: FormEvent) => {
    event?.preventDefault()
    latest.current.isDone = true
    if (event && typed.trim() !== note.trim()) onSave(typed.trim())
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) finish(event)
    if (event.key !== 'Escape') return
    event.stopPropagation()
    finish()
  }
  return (
    <form ref={form} onSubmit={finish} onKeyDown={onKeyDown} className="flex flex-col gap-2 p-2">
      <TextArea label={words.note} name="note" value={typed} onChange={setTyped} rows={3} maxLength={marksLimits.note} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={() => finish()}>{words.cancel}</Button>
        <Button type="submit" variant="primary">
          {words.save}
        </Button>
      </div>
    </form>
  )
}
