import { useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { shownName } from '#contract/shownName.ts'
import { useHall } from '#system/customization/web/customization.queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useRested } from '#web/ui/useRested.ts'
import { useWords } from '#web/words.ts'
import type { feesApi } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import type { StudentCard } from '../fees.shapes.contract.ts'
import { useGenerateAllFees, useGenerateFees, useMissingFees, useStudents } from './fees.queries.ts'

/** Number of cards shown at once, since a hall may have thousands of students. */
const cardsAtOnce = 24

type Joined = { student: StudentCard; dateJoinedLibrary: string }

/** Loads as many students with a join date as requested. Students without one may fill whole pages in between. */
const useJoined = (search: string) => {
  const students = useStudents(search)
  const [wanted, setWanted] = useState(cardsAtOnce)
  const joined = students.items.flatMap(({ student, dateJoinedLibrary }): Joined[] =>
    dateJoinedLibrary === null ? [] : [{ student, dateJoinedLibrary }],
  )
  const { hasNextPage, isFetching, isError, fetchNextPage } = students
  const needsMore = joined.length < wanted && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (needsMore) void fetchNextPage()
  }, [needsMore, fetchNextPage])
  return {
    students,
    shown: joined.slice(0, wanted),
    isWhole: !hasNextPage,
    hasMore: joined.length > wanted || hasNextPage,
    more: () => setWanted(wanted + cardsAtOnce),
  }
}

/** Shows how many fees are missing and for which months. When expanded, it charges them for all students or, by card, for one. */
export const GenerateSection = ({ id }: { id: string }) => {
  const words = useWords(feesEn).generating
  const [isOpen, setOpen] = useState(false)
  const missing = useMissingFees()
  return (
    <div id={id} tabIndex={-1} className="off-paper outline-none">
      <Card title={words.title}>
        <p className="-mt-3 mb-2 text-muted">{words.about}</p>
        <Loaded of={missing} skeleton={<ListSkeleton rows={1} />} failed={words.missingFailed}>
          {(found) => (
            <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
              <summary className="min-h-11 cursor-pointer py-2.5 font-medium tabular-nums wrap-anywhere">
                {missingText(words, found)}
              </summary>
              {isOpen && (
                <>
                  {found.fees > 0 && <GenerateAllButton missing={missingText(words, found)} />}
                  <Cards />
                </>
              )}
            </details>
          )}
        </Loaded>
      </Card>
    </div>
  )
}

const missingText = (words: (typeof feesEn)['generating'], { fees, students, amount, from, to }: Reply<typeof feesApi.missing>): string =>
  from === null || to === null ? words.nothingMissing : words.missing(fees, students, amount, from, to)

/** One card per student with a join date, to charge the months that have no fee yet. */
const Cards = () => {
  const words = useWords(feesEn).generating
  const [text, setText] = useState('')
  const search = useRested(text.trim())
  const { students, shown, isWhole, hasMore, more } = useJoined(search)
  const isEmpty = isWhole && shown.length === 0
  return (
    <>
      {!(isEmpty && search === '') && (
        <SearchField isMinor label={words.search} value={text} onChange={setText} className="my-4 max-w-md" />
      )}
      <Loaded of={students} skeleton={<ListSkeleton rows={3} />} failed={words.loadFailed}>
        {() =>
          isEmpty ? (
            <Nobody isSearched={search !== ''} />
          ) : (
            <div className={students.isPlaceholderData ? 'opacity-60' : ''}>
              <ul aria-label={words.list} className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3">
                {shown.map((each) => (
                  <GenerateCard key={each.student._id} {...each} />
                ))}
              </ul>
              {hasMore && (
                <div className="flex justify-center pt-4">
                  <Button onPress={more}>{words.more}</Button>
                </div>
              )}
            </div>
          )
        }
      </Loaded>
    </>
  )
}

const Nobody = ({ isSearched }: { isSearched: boolean }) => {
  const words = useWords(feesEn).generating
  return isSearched ? (
    <EmptyState title={words.noMatch} hint={words.noMatchHint} drawing="chair" />
  ) : (
    <EmptyState title={words.empty} hint={words.emptyHint} drawing="chair" />
  )
}

const GenerateAllButton = ({ missing }: { missing: string }) => {
  const words = useWords(feesEn).generating
  const { monthlyFee } = useHall()
  const generate = useGenerateAllFees()
  const press = async () => {
    if (await confirm({ ...words.ask, text: words.ask.text(missing) })) generate.mutate({ body: { feeAmount: monthlyFee } })
  }
  return (
    <Button onPress={() => void press()} isPending={generate.isPending} pendingText={words.busy}>
      {words.all}
    </Button>
  )
}

const GenerateCard = ({ student, dateJoinedLibrary }: Joined) => {
  const words = useWords(feesEn).generating
  const { monthlyFee } = useHall()
  const generate = useGenerateFees()
  const name = shownName(student)
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-lg border border-line p-3">
      <Avatar id={student._id} name={name} src={student.profilePictureUrl} />
      <div className="min-w-0 flex-1 basis-[7rem]">
        <p dir="auto" className="font-medium wrap-anywhere">
          {name}
        </p>
        <p className="text-muted text-sm">{words.joined(dateJoinedLibrary)}</p>
      </div>
      <Button
        aria-label={words.oneOf(name)}
        isPending={generate.isPending}
        pendingText={words.busy}
        onPress={() => generate.mutate({ params: { id: student._id }, body: { feeAmount: monthlyFee } })}
      >
        {words.one}
      </Button>
    </li>
  )
}
