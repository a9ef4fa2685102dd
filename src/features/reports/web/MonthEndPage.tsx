import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { FeesFrame } from '#features/fees/web/FeesFrame.tsx'
import { Slot } from '#web/shell/Slot.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { reportsEn } from '../reports.en.ts'
import { AgeingSection } from './AgeingSection.tsx'
import type { CloseDayProps } from './CloseDayDialog.tsx'
import { ClosingsSection } from './ClosingsSection.tsx'
import { CollectionsSection } from './CollectionsSection.tsx'
import { MonthsSection } from './MonthsSection.tsx'

/** Rarely opened, and not before the evening. */
export const CloseDayScreen = lazyScreen<CloseDayProps>(async () => (await import('./CloseDayDialog.tsx')).CloseDayDialog)

/** What was due, what came in and through whom, who still owes, and the cash box of each day. */
export const MonthEndPage = () => {
  const words = useWords(reportsEn)
  const [isClosing, setClosing] = useState(false)
  const [parameters] = useSearchParams()
  const collections = <CollectionsSection />
  // A count of a day leads here, and what it counted comes first.
  const asksForDays = parameters.get('show') === 'days'
  return (
    <FeesFrame
      about={words.about}
      action={
        <Button variant="primary" icon={<Wallet />} onHoverStart={() => void CloseDayScreen.load()} onPress={() => setClosing(true)}>
          {words.closing.open}
        </Button>
      }
    >
      {asksForDays && collections}
      <MonthsSection />
      <AgeingSection />
      {!asksForDays && collections}
      <ClosingsSection />
      {isClosing && <Slot screen={CloseDayScreen} onClose={() => setClosing(false)} />}
    </FeesFrame>
  )
}
