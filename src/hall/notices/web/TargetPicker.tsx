import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Slot } from '#contract/terms.ts'
import { useFilterShifts } from '#system/customization/web/useFilterShifts.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { useRested } from '#web/ui/useRested.ts'
import { useWords } from '#web/words.ts'
import { noticeLimits, noticesApi } from '../notices.contract.ts'
import { manageNoticesEn } from '../notices.manage.en.ts'
import type { NoticePerson, Target } from '../notices.shapes.contract.ts'
import { PeopleList } from './PeopleList.tsx'

type Field = { name: string; value: string; onChange: (value: string) => void; error: string | undefined }
type Props = { field: Field; present: readonly Target[]; isDisabled: boolean }

/** A group of people: those of a shift, or those who leave soon. */
type Group = { key: string; label: string; query: { slot: Slot } | { expiring: true } }

const useGroups = (): Group[] => {
  const words = useWords(manageNoticesEn).targeting
  return [
    ...useFilterShifts().map(({ key, name }) => ({ key: `slot-${key}`, label: words.slot(name), query: { slot: key } })),
    { key: 'expiring', label: words.expiring, query: { expiring: true } },
  ]
}

const idsOf = (value: string): string[] => JSON.parse(value || '[]') as string[]

/** The chosen people in the order they were chosen: the form value holds their ids, and this hook their names. */
const useChosen = ({ value, onChange }: Field, present: readonly Target[]) => {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(() => new Map(present.map(({ _id, name }) => [_id, name])))
  const ids = idsOf(value)
  const add = (people: readonly Pick<NoticePerson, '_id' | 'name'>[]): number => {
    const all = [...new Set([...ids, ...people.map(({ _id }) => _id)])]
    setNames(new Map([...names, ...people.map(({ _id, name }) => [_id, name] as const)]))
    onChange(JSON.stringify(all))
    return all.length - ids.length
  }
  const remove = (id: string) => onChange(JSON.stringify(ids.filter((each) => each !== id)))
  return { ids, nameOf: (id: string) => names.get(id) ?? '', add, remove, clear: () => onChange('[]') }
}

type Chosen = ReturnType<typeof useChosen>

/** Number of people shown by name; the rest is counted. */
const shownChips = 12

const Chips = ({ chosen, isDisabled }: { chosen: Chosen; isDisabled: boolean }) => {
  const words = useWords(manageNoticesEn).targeting
  const more = chosen.ids.length - shownChips
  return (
    <ul className="flex flex-wrap gap-2 empty:hidden">
      {chosen.ids.slice(0, shownChips).map((id) => (
        <li key={id} className="inline-flex max-w-full items-center rounded-full bg-primary-soft pl-3 text-primary-text text-sm">
          <span dir="auto" className="truncate">
            {chosen.nameOf(id)}
          </span>
          <button
            type="button"
            aria-label={words.remove(chosen.nameOf(id))}
            disabled={isDisabled}
            onClick={() => chosen.remove(id)}
            className="inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-full hover:bg-hover max-md:size-11"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      ))}
      {more > 0 && <li className="self-center text-muted text-sm">{words.more(more)}</li>}
    </ul>
  )
}

/** Adds everyone in a group. The server limits the list to the number a notice may name. */
const Groups = ({ chosen, isDisabled }: { chosen: Chosen; isDisabled: boolean }) => {
  const words = useWords(manageNoticesEn).targeting
  const [busy, setBusy] = useState<string>()
  const [said, setSaid] = useState('')
  const groups = useGroups()
  const pick = async ({ key, query }: Group) => {
    setBusy(key)
    try {
      const { items } = await call(noticesApi.people, { query: { ...query, limit: String(noticeLimits.targets) } })
      setSaid(words.added(chosen.add(items)))
    } catch {
      setSaid(words.loadFailed)
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <span className="text-muted text-sm">{words.pick}</span>
      <div className="flex flex-wrap gap-2">
        {groups.map((group) => (
          <Button key={group.key} isDisabled={isDisabled} isPending={busy === group.key} onPress={() => void pick(group)}>
            {group.label}
          </Button>
        ))}
      </div>
      <p role="status" className="text-muted text-sm empty:hidden">
        {said}
      </p>
    </div>
  )
}

/** Enter in the search field must not submit the form. */
const keepForm = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type === 'search') event.preventDefault()
}

/** Chooses people by group, or one by one from search results. */
export const TargetPicker = ({ field, present, isDisabled }: Props) => {
  const words = useWords(manageNoticesEn).targeting
  const chosen = useChosen(field, present)
  const [text, setText] = useState('')
  const search = useRested(text.trim())
  const error = useId()
  return (
    <fieldset
      name={field.name}
      tabIndex={-1}
      aria-describedby={field.error && error}
      onKeyDown={keepForm}
      className="flex min-w-0 flex-col gap-4 rounded-lg border border-line p-4"
    >
      <legend className="px-1 font-medium text-sm">{words.label}</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="font-medium tabular-nums">
          {words.chosen(chosen.ids.length)}
        </p>
        {chosen.ids.length > 0 && (
          <Button variant="quiet" isDisabled={isDisabled} onPress={chosen.clear}>
            {words.clear}
          </Button>
        )}
      </div>
      <Chips chosen={chosen} isDisabled={isDisabled} />
      {field.error && (
        <p id={error} className="text-error-text text-sm">
          {field.error}
        </p>
      )}
      <Groups chosen={chosen} isDisabled={isDisabled} />
      <SearchField label={words.search} value={text} onChange={setText} className="basis-auto!" />
      <PeopleList
        search={search}
        isDisabled={isDisabled}
        isChosen={(id) => chosen.ids.includes(id)}
        onAdd={(person) => chosen.add([person])}
        onRemove={chosen.remove}
      />
    </fieldset>
  )
}
