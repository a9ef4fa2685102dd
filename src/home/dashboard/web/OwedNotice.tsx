import { useState } from 'react'
import type { OwedFees } from '#money/fees/fees.shapes.contract.ts'
import { OwedLines } from '#money/fees/web/OwedLines.tsx'
import { UpiDialogScreen } from '#money/receipts/web/upi.ts'
import { useHall } from '#system/customization/web/customization.queries.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { homeEn } from '../dashboard.en.ts'

/** What the student owes, in one line of the dashboard, with the way to pay it if the hall accepts UPI. Nothing if nothing is owed. */
export const OwedNotice = ({ studentId, fees }: { studentId: string; fees: OwedFees }) => {
  const words = useWords(homeEn).fees
  const { upiId } = useHall()
  const [isPaying, setPaying] = useState(false)
  if (fees.owed === 0 && fees.uncharged.length === 0) return null
  return (
    <section
      aria-label={words.title}
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-2"
    >
      <OwedLines fees={fees} />
      {fees.owed > 0 && upiId !== '' && <Button onPress={() => setPaying(true)}>{words.payByUpi}</Button>}
      {isPaying && <Embed screen={UpiDialogScreen} studentId={studentId} onClose={() => setPaying(false)} />}
    </section>
  )
}
