import { BoxEntryButton } from '#money/cashbox/web/BoxEntryButton.tsx'
import { BoxSection } from '#money/cashbox/web/BoxSection.tsx'
import { CloseBoxButton } from '#money/cashbox/web/CloseBoxButton.tsx'
import { ClosingsSection } from '#money/cashbox/web/ClosingsSection.tsx'
import { useClosings } from '#money/cashbox/web/cashbox.queries.ts'
import { FeesFrame } from '#money/fees/web/FeesFrame.tsx'
import { lockedMonths } from '#money/locks/web/lockScreens.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { AsOf } from '#web/ui/AsOf.tsx'
import { useAsOf } from '#web/ui/useAsOf.ts'
import { AgeingSection } from './AgeingSection.tsx'
import { CollectionsSection } from './CollectionsSection.tsx'
import { MoneySection } from './MoneySection.tsx'
import { MonthsSection } from './MonthsSection.tsx'

/**
 * The month-end page: what was collected and by whom, what was due, what was paid out, who still owes, and the cash box. As of an
 * earlier day, it shows only figures: the forms and the locks are hidden.
 */
export const MonthEndPage = () => {
  const { asOf, setAsOf } = useAsOf()
  // The last section is far below; its code comes after the section above it.
  const hasClosings = useClosings(asOf).isFetched
  return (
    <FeesFrame action={asOf === undefined && <CloseBoxButton />}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <AsOf asOf={asOf} onChange={setAsOf} />
        {asOf === undefined && <BoxEntryButton kind="out" />}
      </div>
      <CollectionsSection />
      <MonthsSection />
      <MoneySection />
      <AgeingSection />
      <BoxSection />
      <ClosingsSection />
      {asOf === undefined && hasClosings && <Embed screen={lockedMonths} />}
    </FeesFrame>
  )
}
