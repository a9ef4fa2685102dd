import { useId } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import type { RowActions } from './FeeActions.tsx'
import { FeeFilters } from './FeeFilters.tsx'
import { FeeTable } from './FeeTable.tsx'
import { useFees } from './fees.queries.ts'
import type { FeeFiltering } from './useFeeFilter.ts'

type Props = { filtering: FeeFiltering; actions: RowActions }

/** The records that match the filters, with their number beside the filters. */
export const FeeRecords = ({ filtering, actions }: Props) => {
  const words = useWords(feesEn)
  const fees = useFees(filtering.filter)
  const titleId = useId()
  const title = (
    <h2 id={titleId} className="min-w-[10rem] whitespace-nowrap font-semibold tabular-nums">
      {words.list.title(fees.total ?? fees.items.length)}
    </h2>
  )
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col">
      <FeeFilters filtering={filtering} title={title} />
      <Loaded of={fees} skeleton={<TableSkeleton rows={14} columns={6} />} failed={words.list.loadFailed}>
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
