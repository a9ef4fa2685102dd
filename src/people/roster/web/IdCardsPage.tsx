import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { limits } from '#contract/limits.ts'
import { shownName } from '#contract/shownName.ts'
import { type User, usersApi } from '#people/users/users.contract.ts'
import { queryFor } from '#people/users/web/users.queries.ts'
import { useUserFilter } from '#people/users/web/useUserFilter.ts'
import type { Customization } from '#system/customization/customization.contract.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { useCall } from '#web/api/queryClient.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { useWords } from '#web/words.ts'
import { cardsEn } from '../roster.cards.en.ts'
import { IdCard } from './IdCard.tsx'

const ON_A_PAGE = 10

/** The cards of the students whom the filters of the list show, to be chosen and printed. */
export const IdCardsPage = () => {
  const words = useWords(cardsEn)
  const { filter } = useUserFilter()
  const users = useCall(usersApi.list, { query: { limit: String(limits.listMax), ...queryFor({ ...filter, role: 'student' }) } })
  const hall = useCustomization()
  return (
    <Page title={words.title} about={words.about}>
      <TextLink to={{ pathname: '/users', search: window.location.search }}>{words.back}</TextLink>
      <Loaded of={users} skeleton={<ListSkeleton rows={6} />} failed={words.loadFailed}>
        {({ items }) => (
          <Loaded of={hall} skeleton={<ListSkeleton rows={6} />} failed={words.loadFailed}>
            {(customization) =>
              items.length === 0 ? (
                <EmptyState title={words.empty} hint={words.emptyHint} drawing="chair" />
              ) : (
                <Cards students={items} hall={customization} />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

type Props = { students: readonly User[]; hall: Customization }

const Cards = ({ students, hall }: Props) => {
  const words = useWords(cardsEn)
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const chosen = students.filter(({ _id }) => !leftOut.has(_id))
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(leftOut)
    if (isChosen) next.delete(id)
    else next.add(id)
    setLeftOut(next)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 max-md:gap-x-0">
        <p role="status" className="mr-auto text-muted tabular-nums max-md:w-full">
          {words.chosen(chosen.length, students.length)}
        </p>
        <Button variant="quiet" onPress={() => setLeftOut(new Set())} className="max-md:-ml-2 max-md:px-2">
          {words.all}
        </Button>
        <Button variant="quiet" onPress={() => setLeftOut(new Set(students.map(({ _id }) => _id)))} className="max-md:px-2">
          {words.none}
        </Button>
        <Button
          variant="primary"
          icon={<Printer />}
          isDisabled={chosen.length === 0}
          onPress={() => window.print()}
          className="max-md:ml-auto"
        >
          {words.print}
        </Button>
      </div>
      <ul aria-label={words.list} className="flex flex-wrap gap-4">
        {students.map((student) => (
          <li key={student._id}>
            <label className="relative block cursor-pointer has-checked:opacity-100 not-has-checked:opacity-60">
              <input
                type="checkbox"
                aria-label={words.card(shownName(student))}
                checked={!leftOut.has(student._id)}
                onChange={({ target }) => choose(student._id, target.checked)}
                className="absolute top-3 right-3 size-5 cursor-pointer accent-primary-fill"
              />
              <IdCard student={student} hall={hall} />
            </label>
          </li>
        ))}
      </ul>
      {createPortal(<Sheets students={chosen} hall={hall} />, document.body)}
    </>
  )
}

/** On paper alone. */
const Sheets = ({ students, hall }: Props) => (
  <div className="id-sheets" aria-hidden="true">
    {Array.from({ length: Math.ceil(students.length / ON_A_PAGE) }, (_, page) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a page has no identity but its place
      <section key={page} className="id-sheet">
        {students.slice(page * ON_A_PAGE, (page + 1) * ON_A_PAGE).map((student) => (
          <IdCard key={student._id} student={student} hall={hall} />
        ))}
      </section>
    ))}
  </div>
)
