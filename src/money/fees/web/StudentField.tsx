import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { usersApi } from '#people/users/users.contract.ts'
import { useCall } from '#web/api/queryClient.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { Field, inputStyle } from '#web/ui/Field.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import type { StudentDialogProps } from './StudentDialog.tsx'
import { useStudentLabel } from './useStudentLabel.ts'

export const StudentChooser = lazyScreen<StudentDialogProps>(async () => (await import('./StudentDialog.tsx')).StudentDialog)

type Props = {
  label: string
  /** The id of the selected student, or blank. */
  value: string
  onChange: (id: string) => void
  /** Label of the option for all students, if there is one. */
  everybody?: string | undefined
  error?: string | undefined
  isRequired?: boolean
  isDisabled?: boolean
  className?: string
}

/** Selects one of thousands of students: looks like a select and opens a search. */
export const StudentField = ({ label, value, onChange, everybody, error, isRequired = false, isDisabled, className }: Props) => {
  const words = useWords(feesEn).choosing
  const [isOpen, setOpen] = useState(false)
  const labelOf = useStudentLabel()
  const student = useCall(usersApi.profile, { params: { id: value } }, { enabled: value !== '' }).data
  const chosen = value === '' ? (everybody ?? words.placeholder) : student ? labelOf(student) : '…'
  const choose = (id: string) => {
    setOpen(false)
    onChange(id)
  }
  return (
    <Field label={label} error={error} isRequired={isRequired} className={`${value === '' ? 'off-paper' : ''} ${className ?? ''}`}>
      {(wiring) => (
        <div className="relative">
          <PlainButton
            id={wiring.id}
            aria-describedby={wiring['aria-describedby']}
            aria-haspopup="dialog"
            isDisabled={isDisabled}
            onPress={() => setOpen(true)}
            onHoverStart={() => void StudentChooser.load()}
            aria-label={`${label}: ${chosen}`}
            className={`${inputStyle} cursor-pointer truncate pr-10 text-left`}
          >
            <span dir="auto" className={value === '' && everybody === undefined ? 'text-muted' : ''}>
              {chosen}
            </span>
          </PlainButton>
          <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted" />
          {isOpen && <Embed screen={StudentChooser} everybody={everybody} onChoose={choose} onClose={() => setOpen(false)} />}
        </div>
      )}
    </Field>
  )
}
