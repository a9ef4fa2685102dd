import { useState } from 'react'
import { FeesFrame } from '#money/fees/web/FeesFrame.tsx'
import { useHall } from '#system/customization/web/customization.queries.ts'
import { today } from '#web/api/timeZone.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { Table } from '#web/ui/Table.tsx'
import { useWords } from '#web/words.ts'
import type { DayPass } from '../passes.contract.ts'
import { passesEn } from '../passes.en.ts'
import { DayPassButton } from './DayPassButton.tsx'
import { usePasses } from './passes.queries.ts'
import { usePassColumns } from './usePassColumns.tsx'
import { VoidPassDialog } from './VoidPassDialog.tsx'

/** The day passes of one day, today's first. */
export const PassesPage = () => {
  const words = useWords(passesEn).list
  const [day, setDay] = useState(today)
  const [voiding, setVoiding] = useState<DayPass>()
  const passes = usePasses(day)
  const isSold = useHall().dayPassFee !== null
  const columns = usePassColumns(setVoiding)
  return (
    <FeesFrame action={<DayPassButton />}>
      <DateField label={words.day} value={day} onChange={(next) => setDay(next || today())} className="max-w-60" />
      <Loaded of={passes} skeleton={<TableSkeleton columns={5} rows={6} />} failed={words.loadFailed}>
        {() =>
          passes.items.length === 0 ? (
            <EmptyState title={words.none(day)} hint={isSold ? words.noneHint : words.notSold} drawing="chair" />
          ) : (
            <>
              <Table label={words.label} columns={columns} rows={passes.items} rowKey={({ _id }) => _id} />
              <LoadMore of={passes} />
            </>
          )
        }
      </Loaded>
      {voiding && <VoidPassDialog pass={voiding} onClose={() => setVoiding(undefined)} />}
    </FeesFrame>
  )
}
