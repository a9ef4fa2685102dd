import { formatRupees, useWords } from '#web/words.ts'
import { cashboxEn } from '../cashbox.en.ts'
import type { CashInBox } from '../cashbox.shapes.contract.ts'
import { DayLines } from './DayLines.tsx'

/** The cash expected in the box, and the figures it is made of. */
export const CashLines = ({ cash }: { cash: CashInBox }) => {
  const words = useWords(cashboxEn).closing
  const lines = [
    [words.float, cash.openingFloat, true],
    [words.cashIn, cash.cashIn, true],
    [words.refunds, -cash.cashRefunds, cash.cashRefunds !== 0],
    [words.voids, -cash.cashVoids, cash.cashVoids !== 0],
    [words.paidOut, -cash.paidOut, cash.paidOut !== 0],
    [words.otherIn, cash.otherIn, cash.otherIn !== 0],
  ] as const
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line p-4 tabular-nums">
      <dl className="flex flex-col gap-1">
        {lines
          .filter(([, , isShown]) => isShown)
          .map(([name, amount]) => (
            <div key={name} className="flex justify-between gap-4">
              <dt className="text-muted">{name}</dt>
              <dd>{formatRupees(amount)}</dd>
            </div>
          ))}
        <div className="flex justify-between gap-4 border-line border-t pt-1 font-semibold">
          <dt>{words.expected}</dt>
          <dd>{formatRupees(cash.expected)}</dd>
        </div>
      </dl>
      {cash.unclosedDays > 1 && <DayLines cash={cash} />}
    </div>
  )
}
