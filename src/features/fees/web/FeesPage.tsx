import { FeeFilters } from './FeeFilters.tsx'
import { FeeRecords } from './FeeRecords.tsx'
import { FeeSummaryCards } from './FeeSummaryCards.tsx'
import { FeesFrame } from './FeesFrame.tsx'
import { useFeeFilter } from './useFeeFilter.ts'

/** Fee Management: what everybody owes and has paid. */
export const FeesPage = () => {
  const filtering = useFeeFilter()
  return (
    <FeesFrame>
      <FeeSummaryCards filter={filtering.filter} />
      <FeeFilters filtering={filtering} />
      <FeeRecords filtering={filtering} />
    </FeesFrame>
  )
}
