import { useCallback } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ExportMenu } from '#web/ui/ExportMenu.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Page } from '#web/ui/Page.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { auditEn } from '../audit.en.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditTable } from './AuditTable.tsx'
import { downloadAudit, useAudit } from './audit.queries.ts'
import { useAuditFilter } from './useAuditFilter.ts'

/** Shows who changed what and when, with the values before and after. */
export const AuditPage = () => {
  const words = useWords(auditEn)
  const filtering = useAuditFilter()
  const { filter, set } = filtering
  const audit = useAudit(filter)
  const onPerson = useCallback((id: string) => set('actor', id), [set])
  return (
    <Page
      title={words.title}
      action={<ExportMenu onExport={(format) => downloadAudit(filter, format)} />}
      filters={<AuditFilters filtering={filtering} entries={audit.items} />}
    >
      <Loaded of={audit} skeleton={<TableSkeleton rows={8} columns={4} />} failed={words.loadFailed}>
        {() =>
          audit.items.length > 0 ? (
            <div className={audit.isPlaceholderData ? 'opacity-60' : ''}>
              <AuditTable entries={audit.items} onPerson={onPerson} />
              <LoadMore of={audit} />
            </div>
          ) : (
            <Nothing isFiltered={filtering.isFiltered} onClear={filtering.clear} />
          )
        }
      </Loaded>
    </Page>
  )
}

const Nothing = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) => {
  const words = useWords(auditEn)
  if (!isFiltered) return <EmptyState title={words.empty.title} hint={words.empty.hint} />
  return (
    <EmptyState title={words.noMatch.title} hint={words.noMatch.hint} action={<Button onPress={onClear}>{words.filters.clear}</Button>} />
  )
}
