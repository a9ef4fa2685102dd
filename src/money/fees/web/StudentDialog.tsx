import { useState } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SearchList } from '#web/ui/SearchList.tsx'
import { useRested } from '#web/ui/useRested.ts'
import { errorText, useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import { useStudents } from './fees.queries.ts'
import { useStudentLabel } from './useStudentLabel.ts'

export type StudentDialogProps = { everybody: string | undefined; onChoose: (id: string) => void; onClose: () => void }

/** Value of the option for all students, since a key cannot be blank. */
const all = 'all'

/** Finds one student by a few letters, with full keyboard support. */
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
      <SearchList
        label={words.search}
        text={text}
        onType={setText}
        state={state}
        list={words.list}
        choices={choices}
        onChoose={(id) => onChoose(id === all ? '' : id)}
        autoFocus
      />
    </Dialog>
  )
}
