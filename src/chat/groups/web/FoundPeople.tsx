import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import type { Candidate } from '../groups.contract.ts'
import { groupsEn } from '../groups.en.ts'
import type { usePeople } from './groups.queries.ts'

export type PeopleSelection = { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void; isDisabled: boolean }

type PersonProps = { person: Candidate; isChosen: boolean; isDisabled: boolean; onToggle: () => void }

const Person = ({ person: { name, email, role, slot }, isChosen, isDisabled, onToggle }: PersonProps) => {
  const nameOf = useShiftName()
  const { roles } = useWords(shellEn)
  const details = [roles[role], ...(slot ? [nameOf(slot)] : []), ...(email ? [email] : [])]
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2 py-1 hover:bg-hover">
      <input type="checkbox" checked={isChosen} disabled={isDisabled} onChange={onToggle} className="size-5 shrink-0 accent-primary-fill" />
      <span className="min-w-0">
        <span dir="auto" className="block text-left wrap-anywhere">
          {name}
        </span>
        <span className="block text-muted text-sm wrap-anywhere">{details.join(' · ')}</span>
      </span>
    </label>
  )
}

const toggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

type Props = PeopleSelection & { people: ReturnType<typeof usePeople>; always: string | undefined }

/** The people found by the search, fifty at a time. */
export const FoundPeople = ({ people, chosen, onChange, isDisabled, always }: Props) => {
  const words = useWords(groupsEn).picker
  return (
    <Loaded of={people} skeleton={<ListSkeleton rows={3} />} failed={words.loadFailed}>
      {() =>
        people.items.length === 0 ? (
          <p className="py-2 text-muted">{words.nobody}</p>
        ) : (
          <ul aria-label={words.found} className="max-h-72 overflow-y-auto rounded-lg border border-line p-1">
            {people.items.map((person) => (
              <li key={person._id}>
                <Person
                  person={person}
                  isChosen={person._id === always || chosen.has(person._id)}
                  isDisabled={isDisabled || person._id === always}
                  onToggle={() => onChange(toggled(chosen, person._id))}
                />
              </li>
            ))}
            <li className="empty:hidden">
              <LoadMore of={people} isManual />
            </li>
          </ul>
        )
      }
    </Loaded>
  )
}
