import { useSearchParams } from 'react-router'
import { BoxEntryButton } from '#money/cashbox/web/BoxEntryButton.tsx'
import { BoxSection } from '#money/cashbox/web/BoxSection.tsx'
import { CloseBoxButton } from '#money/cashbox/web/CloseBoxButton.tsx'
import { ClosingsSection } from '#money/cashbox/web/ClosingsSection.tsx'
import { FeesFrame } from '#money/fees/web/FeesFrame.tsx'
import { LockedMonths } from '#money/locks/web/LockedMonths.tsx'
import { AsOf } from '#web/ui/AsOf.tsx'
import { useAsOf } from '#web/ui/useAsOf.ts'
import { AgeingSection } from './AgeingSection.tsx'
import { CollectionsSection } from './CollectionsSection.tsx'
import { MoneySection } from './MoneySection.tsx'
import { MonthsSection } from './MonthsSection.tsx'

/**
 * The month-end page: what was due, what was collected and by whom, what was paid out, who still owes, and the cash box. As of an
 * earlier day, it shows only figures: the forms and the locks are hidden.
 */
export const MonthEndPage = () => {
  const [parameters] = useSearchParams()
  const { asOf, setAsOf } = useAsOf()
  const collections = <CollectionsSection />
  // Counts of a day link here, and the collections are then shown first.
  const asksForDays = parameters.get('show') === 'days'
  return (
    <FeesFrame
      action={
        asOf === undefined && (
          <>
            <BoxEntryButton kind="out" />
            <CloseBoxButton />
          </>
        )
      }
    >
      <AsOf asOf={asOf} onChange={setAsOf} />
      {asksForDays && collections}
      <MonthsSection />
      <MoneySection />
      <AgeingSection />
      {!asksForDays && collections}
      <BoxSection />
      <ClosingsSection />
      {asOf === undefined && <LockedMonths />}
    </FeesFrame>
  )
}
