import { shownName } from '#contract/shownName.ts'
import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { manageNoticesEn } from '../notices.manage.en.ts'
import type { NoticePerson } from '../notices.shapes.contract.ts'
import { usePeople } from './managing.queries.ts'

type Choosing = {
  isDisabled: boolean
  isChosen: (id: string) => boolean
  onAdd: (person: NoticePerson) => void
  onRemove: (id: string) => void
}

const Person = ({ person, isDisabled, isChosen, onAdd, onRemove }: Choosing & { person: NoticePerson }) => {
  const words = useWords(manageNoticesEn).targeting
  const nameOf = useShiftName()
  const { _id, name, email, slot, seatNumber, seatLabel, terminationDate } = person
  const facts = [
    ...(email ? [email] : []),
    ...(slot ? [nameOf(slot)] : []),
    ...(seatNumber ? [words.seat(seatLabel ?? seatNumber)] : []),
    ...(terminationDate ? [words.expires(terminationDate)] : []),
  ]
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2 py-1 hover:bg-hover">
      <input
        type="checkbox"
        checked={isChosen(_id)}
        disabled={isDisabled}
        onChange={(event) => (event.target.checked ? onAdd(person) : onRemove(_id))}
        className="size-5 shrink-0 accent-primary-fill"
      />
      <span className="min-w-0">
        <span dir="auto" className="block wrap-anywhere">
          {shownName({ name, email })}
        </span>
        <span className="block text-muted text-sm wrap-anywhere">{words.details(...facts)}</span>
      </span>
    </label>
  )
}

/** Search results, fifty at a time. A failure is shown discreetly: groups and the selection still work. */
export const PeopleList = ({ search, ...choosing }: Choosing & { search: string }) => {
  const words = useWords(manageNoticesEn).targeting
  const people = usePeople(search)
  if (people.isError && people.items.length === 0)
    return (
      <p className="flex flex-wrap items-center gap-3 text-muted text-sm">
        {words.loadFailed}
        <Button isPending={people.isFetching} onPress={() => void people.refetch()}>
          {words.retry}
        </Button>
      </p>
    )
  if (!people.data) return <ListSkeleton rows={3} />
  if (people.items.length === 0) return <p className="text-muted text-sm">{words.nobody}</p>
  return (
    <div>
      <ul aria-label={words.found} className="max-h-72 overflow-y-auto rounded-lg border border-line p-1">
        {people.items.map((person) => (
          <li key={person._id}>
            <Person person={person} {...choosing} />
          </li>
        ))}
        <li className="empty:hidden">
          <LoadMore of={people} isManual />
        </li>
      </ul>
    </div>
  )
}
