import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import { FeeTable } from './FeeTable.tsx'
import { useFees } from './fees.queries.ts'
import type { FeeFiltering } from './useFeeFilter.ts'

/** The records that the filters show. */
export const FeeRecords = ({ filtering }: { filtering: FeeFiltering }) => {
  const words = useWords(feesEn)
  const fees = useFees(filtering.filter)
  return (
    <Card title={words.list.title(fees.total ?? fees.items.length)}>
      <Loaded of={fees} skeleton={<TableSkeleton rows={8} />} failed={words.list.loadFailed}>
        {() => (
          <div className={fees.isPlaceholderData ? 'opacity-60' : ''}>
            {fees.items.length > 0 ? (
              <>
                <FeeTable fees={fees.items} total={fees.total} />
                {/* The section below the table must be reachable. */}
                <LoadMore of={fees} isManual />
              </>
            ) : (
              <EmptyState
                title={words.list.empty}
                hint={filtering.isFiltered ? words.list.emptyFiltered : words.list.emptyHint}
                drawing={filtering.isFiltered ? 'search' : 'books'}
                action={filtering.isFiltered && <Button onPress={filtering.clear}>{words.filters.clear}</Button>}
              />
            )}
          </div>
        )}
      </Loaded>
    </Card>
  )
}
