import { Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import type { Screen } from '#web/shell/screen.ts'
import { Button } from '#web/ui/Button.tsx'
import { ExportMenu } from '#web/ui/ExportMenu.tsx'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import type { Fee, Payment } from '../fees.shapes.contract.ts'
import { FeeRecords } from './FeeRecords.tsx'
import { FeeSummaryCards } from './FeeSummaryCards.tsx'
import { FeesFrame } from './FeesFrame.tsx'
import { ChargeScreen, FeeDialogScreen, MarkUnpaidScreen } from './feeDialogs.ts'
import { downloadFees, useFees } from './fees.queries.ts'
import { GenerateSection } from './GenerateSection.tsx'
import { useFeeFilter } from './useFeeFilter.ts'

type Shown = 'charging' | { details: Fee } | { unpaying: Fee }

const generateId = 'generate'

/** The menu gives the focus back before it closes. */
const goTo = (id: string): void => {
  setTimeout(() => {
    const section = document.getElementById(id)
    section?.scrollIntoView()
    section?.focus({ preventScroll: true })
  })
}

/** Actions on a payment just made with Mark Paid. */
export type MarkedPaidProps = { payment: Payment; onClose: () => void }

type Props = {
  /** The unclosed days of the cash box. */
  cash?: Screen
  markedPaid?: Screen<MarkedPaidProps>
}

/** Fee Management: what all students owe and have paid. */
export const FeesPage = ({ cash, markedPaid }: Props) => {
  const words = useWords(feesEn)
  const filtering = useFeeFilter()
  const { isPending } = useFees(filtering.filter)
  const [shown, setShown] = useState<Shown>()
  const [marked, setMarked] = useState<Payment>()
  const close = useCallback(() => setShown(undefined), [])
  const actions = useMemo(
    () => ({
      details: (details: Fee) => setShown({ details }),
      markUnpaid: (unpaying: Fee) => setShown({ unpaying }),
      paid: setMarked,
      load: () => void FeeDialogScreen.load(),
    }),
    [],
  )
  return (
    <FeesFrame
      action={
        <Button variant="primary" icon={<Plus />} onHoverStart={() => void ChargeScreen.load()} onPress={() => setShown('charging')}>
          {words.charging.title}
        </Button>
      }
      menu={
        <ExportMenu
          onExport={(format) => downloadFees(filtering.filter, format)}
          more={[{ key: 'generate', label: words.generating.jump, onAction: () => goTo(generateId) }]}
        />
      }
    >
      <FeeSummaryCards filter={filtering.filter} end={<Embed screen={cash} />} />
      <FeeRecords filtering={filtering} actions={actions} />
      {/* Records that are fewer than their placeholders would move it. */}
      {!isPending && <GenerateSection id={generateId} />}
      {marked && <Embed screen={markedPaid} key={marked._id} payment={marked} onClose={() => setMarked(undefined)} />}
      {shown === 'charging' && <Embed screen={ChargeScreen} onClose={close} />}
      {typeof shown === 'object' && 'details' in shown && <Embed screen={FeeDialogScreen} fee={shown.details} onClose={close} />}
      {typeof shown === 'object' && 'unpaying' in shown && <Embed screen={MarkUnpaidScreen} fee={shown.unpaying} onClose={close} />}
    </FeesFrame>
  )
}
