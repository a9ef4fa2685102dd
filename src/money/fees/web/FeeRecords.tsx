import { useId } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import type { RowActions } from './FeeActions.tsx'
import { FeeTable } from './FeeTable.tsx'
import { useFees } from './fees.queries.ts'
import type { FeeFiltering } from './useFeeFilter.ts'

type Props = {
  filtering: FeeFiltering
  actions: RowActions
  /** The id of the section that generates missing fees, below a table that may be long. */
  generateId: string
}

const goTo = (id: string) => {
  const section = document.getElementById(id)
  section?.scrollIntoView()
  section?.focus({ preventScroll: true })
}

/** The records that match the filters. */
export const FeeRecords = ({ filtering, actions, generateId }: Props) => {
  const words = useWords(feesEn)
  const fees = useFees(filtering.filter)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={titleId} className="font-semibold text-lg tabular-nums">
          {words.list.title(fees.total ?? fees.items.length)}
        </h2>
        <Button variant="quiet" className="-mr-4" onPress={() => goTo(generateId)}>
          {words.generating.jump}
        </Button>
      </div>
      <Loaded of={fees} skeleton={<TableSkeleton rows={8} columns={6} />} failed={words.list.loadFailed}>
        {() => (
          <div className={fees.isPlaceholderData ? 'opacity-60' : ''}>
            {fees.items.length > 0 ? (
              <>
                <FeeTable fees={fees.items} total={fees.total} actions={actions} />
                {/* An automatically growing list would keep the section below it out of reach. */}
                <LoadMore of={fees} isManual />
              </>
            ) : (
              <Nothing filtering={filtering} />
            )}
          </div>
        )}
      </Loaded>
    </section>
  )
}

const Nothing = ({ filtering: { isFiltered, clear } }: Pick<Props, 'filtering'>) => {
  const words = useWords(feesEn)
  return (
    <EmptyState
      title={words.list.empty}
      hint={isFiltered ? words.list.emptyFiltered : words.list.emptyHint}
      drawing="drawer"
      action={isFiltered && <Button onPress={clear}>{words.filters.clear}</Button>}
    />
  )
}
