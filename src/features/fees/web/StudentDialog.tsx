import { useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { TextField } from 'react-aria-components/TextField'
import { limits } from '#contract/limits.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { inputStyle } from '#web/ui/Field.tsx'
import { useRested } from '#web/ui/useRested.ts'
import { errorText, useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import { useStudents } from './fees.queries.ts'
import { useStudentLabel } from './useStudentLabel.ts'

export type StudentDialogProps = { everybody: string | undefined; onChoose: (id: string) => void; onClose: () => void }

/** Stands for nobody in particular, since a key cannot be blank. */
const all = 'all'

/** Finds one student by a few letters; the keyboard alone is enough. */
export const StudentDialog = ({ everybody, onChoose, onClose }: StudentDialogProps) => {
  const words = useWords(feesEn).choosing
  const labelOf = useStudentLabel()
  const [text, setText] = useState('')
  const query = useRested(text.trim())
  const students = useStudents(query)
  const found = students.items.map(({ student }) => ({ id: student._id, label: labelOf(student) }))
  const choices = everybody !== undefined && query === '' ? [{ id: all, label: everybody }, ...found] : found
  const state =
    students.error && !students.data ? errorText(students.error, words.loadFailed) : students.data && found.length === 0 ? words.none : ''
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <TextField type="search" aria-label={words.search} autoFocus>
          <Input
            placeholder={words.search}
            maxLength={limits.search}
            className={`${inputStyle} [&::-webkit-search-cancel-button]:hidden`}
          />
        </TextField>
        <p role="status" className="py-2 text-muted text-sm wrap-anywhere empty:py-1">
          {state}
        </p>
        <ListBox
          aria-label={words.list}
          items={choices}
          onAction={(key) => onChoose(key === all ? '' : String(key))}
          className="min-h-64 outline-none"
        >
          {({ id, label }) => (
            <ListBoxItem
              id={id}
              textValue={label}
              className="flex min-h-11 cursor-pointer items-center rounded-lg px-3 py-1.5 outline-none data-[focused]:bg-hover"
            >
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {label}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </Dialog>
  )
}
