import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { cashboxApi } from '../cashbox.contract.ts'
import { cashboxEn } from '../cashbox.en.ts'
import type { BoxEntry } from '../cashbox.shapes.contract.ts'
import { useVoidBox } from './cashbox.queries.ts'

/** Asks for a reason and voids an entry of the cash box. */
export const VoidBoxDialog = ({ entry, onClose }: { entry: BoxEntry; onClose: () => void }) => {
  const words = useWords(cashboxEn).voiding
  const voidBox = useVoidBox()
  return (
    <ReasonDialog
      call={cashboxApi.voidBox}
      send={(body) => voidBox.mutateAsync({ params: { id: entry._id }, body })}
      title={words.title(entry.purpose)}
      reasons={words.reasons}
      words={words}
      onClose={onClose}
    >
      <p>{words.text(formatRupees(entry.amount))}</p>
    </ReasonDialog>
  )
}
