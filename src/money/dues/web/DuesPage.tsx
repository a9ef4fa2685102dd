import type { Reply } from '#contract/endpoint.ts'
import { FeesFrame } from '#money/fees/web/FeesFrame.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ExportMenu } from '#web/ui/ExportMenu.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import type { duesApi } from '../dues.contract.ts'
import { duesEn } from '../dues.en.ts'
import { ChosenBar } from './ChosenBar.tsx'
import { DuesFilters } from './DuesFilters.tsx'
import { DuesTable } from './DuesTable.tsx'
import { downloadDues, useDues } from './dues.queries.ts'
import { useChosenDues } from './useChosenDues.ts'
import { type DuesFiltering, useDuesFilter } from './useDuesFilter.ts'

/** The worklist of dues: whom to call, who was reminded, and who pays now. */
export const DuesPage = () => {
  const words = useWords(duesEn)
  const filtering = useDuesFilter()
  const { filter } = filtering
  const dues = useDues(filter)
  const whole = dues.data?.pages[0]
  const choosing = useChosenDues()
  return (
    <FeesFrame
      about={filter.deleted ? words.aboutDeleted : undefined}
      menu={<ExportMenu onExport={(format) => downloadDues(filter, format)} />}
    >
      <DuesFilters filtering={filtering} />
      <Loaded of={dues} skeleton={<TableSkeleton rows={8} columns={5} />} failed={words.loadFailed}>
        {() =>
          whole && (
            <div className={`flex flex-col ${dues.isPlaceholderData ? 'opacity-60' : ''}`}>
              <div className="-my-1 flex min-h-10 flex-wrap items-center justify-between gap-x-4 max-md:min-h-11">
                <Sums of={whole} isDeleted={filter.deleted} />
                {!filter.deleted && dues.items.length > 0 && (
                  <Button
                    variant="quiet"
                    className="-mr-2 px-2!"
                    title={words.choosing.severalHint}
                    onPress={() => choosing.chooseNext(dues.items)}
                  >
                    {words.choosing.several}
                  </Button>
                )}
              </div>
              {dues.items.length > 0 ? (
                <>
                  <DuesTable
                    dues={dues.items}
                    total={dues.total}
                    age={filter.age}
                    parts={whole.reminder}
                    isDeleted={filter.deleted}
                    choosing={choosing}
                  />
                  <LoadMore of={dues} />
                </>
              ) : (
                <Nothing filtering={filtering} />
              )}
              {!filter.deleted && <ChosenBar choosing={choosing} parts={whole.reminder} />}
            </div>
          )
        }
      </Loaded>
    </FeesFrame>
  )
}

/** The total of all students that match the filters, and a link to deleted students. */
const Sums = ({ of: { owed, total, deleted }, isDeleted }: { of: Reply<typeof duesApi.list>; isDeleted: boolean }) => {
  const words = useWords(duesEn)
  if (isDeleted) {
    return (
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="font-semibold tabular-nums">{words.summaryDeleted(formatRupees(owed), total)}</span>
        <TextLink to="/fees/dues">{words.showOthers}</TextLink>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      {total > 0 && <p className="font-semibold tabular-nums">{words.summary(formatRupees(owed), total)}</p>}
      {deleted.students > 0 && (
        <p className="text-muted text-sm">
          {words.summaryDeleted(formatRupees(deleted.owed), deleted.students)}{' '}
          <TextLink to="/fees/dues?deleted=true">{words.showDeleted}</TextLink>
        </p>
      )}
    </div>
  )
}

const Nothing = ({ filtering: { isFiltered, clear } }: { filtering: DuesFiltering }) => {
  const words = useWords(duesEn)
  if (!isFiltered) return <EmptyState title={words.empty.title} hint={words.empty.hint} drawing="drawer" />
  return (
    <EmptyState
      title={words.noMatch.title}
      hint={words.noMatch.hint}
      drawing="drawer"
      action={<Button onPress={clear}>{words.filters.clear}</Button>}
    />
  )
}
