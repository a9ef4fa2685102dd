import { Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { Slot } from '#web/shell/Slot.tsx'
import type { Screen } from '#web/shell/screen.ts'
import { Button } from '#web/ui/Button.tsx'
import { ExportMenu } from '#web/ui/ExportMenu.tsx'
import { useWords } from '#web/words.ts'
import type { Fee } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import { FeeFilters } from './FeeFilters.tsx'
import { FeeRecords } from './FeeRecords.tsx'
import { FeeSummaryCards } from './FeeSummaryCards.tsx'
import { FeesFrame } from './FeesFrame.tsx'
import { ChargeScreen, FeeDialogScreen, MarkUnpaidScreen } from './feeDialogs.ts'
import { downloadFees } from './fees.queries.ts'
import { GenerateSection } from './GenerateSection.tsx'
import { useFeeFilter } from './useFeeFilter.ts'

type Shown = 'charging' | { details: Fee } | { unpaying: Fee }

const generateId = 'generate'

type Props = { /** The line below the title, or what of the cash box is not closed. */ cash?: Screen<{ about: string }> }

/** Fee Management: what everybody owes and has paid. */
export const FeesPage = ({ cash }: Props) => {
  const words = useWords(feesEn)
  const filtering = useFeeFilter()
  const [shown, setShown] = useState<Shown>()
  const close = useCallback(() => setShown(undefined), [])
  const actions = useMemo(
    () => ({
      details: (details: Fee) => setShown({ details }),
      markUnpaid: (unpaying: Fee) => setShown({ unpaying }),
      load: () => void FeeDialogScreen.load(),
    }),
    [],
  )
  return (
    <FeesFrame
      about={<Slot screen={cash} instead={words.about} about={words.about} />}
      action={
        <>
          <ExportMenu onExport={(format) => downloadFees(filtering.filter, format)} />
          <Button variant="primary" icon={<Plus />} onHoverStart={() => void ChargeScreen.load()} onPress={() => setShown('charging')}>
            {words.charging.title}
          </Button>
        </>
      }
    >
      <FeeSummaryCards filter={filtering.filter} />
      <FeeFilters filtering={filtering} />
      <FeeRecords filtering={filtering} actions={actions} generateId={generateId} />
      <GenerateSection id={generateId} />
      {shown === 'charging' && <Slot screen={ChargeScreen} onClose={close} />}
      {typeof shown === 'object' && 'details' in shown && <Slot screen={FeeDialogScreen} fee={shown.details} onClose={close} />}
      {typeof shown === 'object' && 'unpaying' in shown && <Slot screen={MarkUnpaidScreen} fee={shown.unpaying} onClose={close} />}
    </FeesFrame>
  )
}
