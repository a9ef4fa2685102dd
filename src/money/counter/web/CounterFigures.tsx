import { CashSinceClosing } from '#money/cashbox/web/CashSinceClosing.tsx'
import { FigureStrip } from '#money/figures/web/FigureStrip.tsx'
import { ScrollRow } from '#web/ui/ScrollRow.tsx'

/** The figures above the list of people, which they lead to, and the cash since the last closing. */
export const CounterFigures = () => (
  <div className="mt-3 flex flex-col gap-2">
    <ScrollRow>
      <FigureStrip />
    </ScrollRow>
    <CashSinceClosing />
  </div>
)
