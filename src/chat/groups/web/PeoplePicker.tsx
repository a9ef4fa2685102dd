import { type KeyboardEvent, useState } from 'react'
import { type Role, roles } from '#contract/actor.ts'
import { useFilterShifts } from '#system/customization/web/useFilterShifts.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { Button } from '#web/ui/Button.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { useRested } from '#web/ui/useRested.ts'
import { useWords } from '#web/words.ts'
import { groupsEn } from '../groups.en.ts'
import { FoundPeople, type PeopleSelection } from './FoundPeople.tsx'
import { type PeopleFilter, usePeople } from './groups.queries.ts'

/** Prevents Enter in the search field from submitting the form. */
const keepForm = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type === 'search') event.preventDefault()
}

const useFilter = (notIn: string | undefined) => {
  const [text, setText] = useState('')
  const [role, setRole] = useState('')
  const [slot, setSlot] = useState('')
  const search = useRested(text.trim())
  const query: PeopleFilter = {
    ...(search && { search }),
    ...(role && { role: role as Role }),
    ...(slot && { slot }),
    ...(notIn && { notIn }),
  }
  return { text, setText, role, setRole, slot, setSlot, query }
}

const Filters = ({ text, setText, role, setRole, slot, setSlot }: Omit<ReturnType<typeof useFilter>, 'query'>) => {
  const words = useWords(groupsEn).picker
  const roleNames = useWords(shellEn).roles
  const shifts = useFilterShifts(slot)
  return (
    <div className="flex flex-col gap-3">
      <SearchField label={words.search} value={text} onChange={setText} isMinor className="basis-auto!" />
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={words.role}
          value={role}
          onChange={setRole}
          placeholder={words.everyRole}
          options={roles.map((value) => ({ value, label: roleNames[value] }))}
        />
        <SelectField
          label={words.slot}
          value={slot}
          onChange={setSlot}
          placeholder={words.everySlot}
          options={shifts.map(({ key, name }) => ({ value: key, label: name }))}
        />
      </div>
    </div>
  )
}

type PickerProps = PeopleSelection & {
  legend: string
  hint?: string
  /** A group whose members are not offered. */
  notIn?: string
  /** A person who is always chosen. */
  always?: string | undefined
}

/** Chooses people from the results of a search with filters. */
export const PeoplePicker = ({ legend, hint, chosen, onChange, isDisabled, notIn, always }: PickerProps) => {
  const words = useWords(groupsEn).picker
  const { query, ...filter } = useFilter(notIn)
  const people = usePeople(query)
  const unchosen = people.items.filter(({ _id }) => _id !== always && !chosen.has(_id))
  return (
    <fieldset onKeyDown={keepForm} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 font-medium text-sm">{legend}</legend>
      {hint && <p className="text-muted text-sm">{hint}</p>}
      <Filters {...filter} />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="font-medium text-sm tabular-nums">
          {words.chosen(chosen.size + (always === undefined ? 0 : 1))}
        </p>
        <div className="flex flex-wrap">
          {chosen.size > 0 && (
            <Button variant="quiet" isDisabled={isDisabled} onPress={() => onChange(new Set())}>
              {words.clear}
            </Button>
          )}
          {unchosen.length > 1 && (
            <Button
              variant="quiet"
              isDisabled={isDisabled}
              onPress={() => onChange(new Set([...chosen, ...unchosen.map(({ _id }) => _id)]))}
            >
              {words.addAll(people.items.length)}
            </Button>
          )}
        </div>
      </div>
      <FoundPeople people={people} chosen={chosen} onChange={onChange} isDisabled={isDisabled} always={always} />
    </fieldset>
  )
}
