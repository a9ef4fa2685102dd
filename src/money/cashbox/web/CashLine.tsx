import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '#web/api/session.ts'
import { today } from '#web/api/timeZone.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { cashboxEn } from '../cashbox.en.ts'
import type { CashInBox } from '../cashbox.shapes.contract.ts'
import { useCashInBox } from './cashbox.queries.ts'
import { CloseBoxScreen } from './cashboxScreens.ts'

export type Unclosed = Pick<CashInBox, 'expected' | 'unclosedDays' | 'unclosedSince'>

/** "2 days not closed, ₹5,300 in the box": a button that opens the closing dialog. Renders nothing if every day is closed. */
export const CashLine = ({ of: { expected, unclosedDays, unclosedSince }, className = '' }: { of: Unclosed; className?: string }) => {
  const words = useWords(cashboxEn).line
  const [isClosing, setClosing] = useState(false)
  if (unclosedDays === 0 && !isClosing) return null
  const isLate = unclosedSince !== null && unclosedSince < today()
  return (
    <>
      <PlainButton
        onHoverStart={() => void CloseBoxScreen.load()}
        onPress={() => setClosing(true)}
        className={`relative inline-flex max-w-full cursor-pointer items-center gap-2 rounded text-left underline decoration-1 underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-2.5 ${isLate ? 'text-warning-text' : 'text-muted'} ${className}`}
      >
        <Wallet aria-hidden="true" className="size-4 shrink-0" />
        <span className="truncate tabular-nums">
          {isLate ? words.days(unclosedDays, formatRupees(expected)) : words.today(formatRupees(expected))}
        </span>
      </PlainButton>
      {isClosing && <Embed screen={CloseBoxScreen} onClose={() => setClosing(false)} />}
    </>
  )
}

/** The unclosed days, shown to managers above their lists. Admins see the same figures on their dashboard. */
export const ManagersCashLine = () => {
  const isManager = useSession()?.user.role === 'manager'
  const { data } = useCashInBox(isManager)
  return isManager && data && <CashLine of={data} />
}
