import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import type { NewUser } from '../users.contract.ts'
import { userFormsEn } from '../users.forms.en.ts'
import type { CreateUserForm } from './useUserForm.ts'

type Props = { form: CreateUserForm; names: readonly (keyof NewUser)[]; children: ReactNode }

/** The fields that are rarely changed. They appear on a press, and by themselves while one of them has a problem. */
export const MoreFields = ({ names, form, children }: Props) => {
  const words = useWords(userFormsEn).form
  const id = useId()
  const [isChosen, setChosen] = useState(false)
  const picture = form.fileField()
  const hasProblem = picture.error !== undefined || names.some((name) => form.field(name).error !== undefined)
  const isOpen = isChosen || hasProblem
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <PlainButton
        aria-expanded={isOpen}
        aria-controls={id}
        onPress={() => setChosen(!isOpen)}
        className="flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border border-line px-3 py-2 text-left text-sm transition-colors duration-150 hover:bg-hover"
      >
        <ChevronDown aria-hidden="true" className={`size-5 shrink-0 transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`} />
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium">{words.more}</span> <span className="text-muted">{words.moreHint}</span>
        </span>
      </PlainButton>
      <div id={id} hidden={!isOpen} className="flex min-w-0 flex-col gap-4">
        {wasOpen ? children : [...names, picture.name].map((name) => <input key={name} type="hidden" name={name} />)}
      </div>
    </div>
  )
}
