import { MonthStrip } from '#money/fees/web/MonthStrip.tsx'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { formatRupees, useWords } from '#web/words.ts'
import type { DuesSlip as Slip } from '../receipts.contract.ts'
import { receiptsEn } from '../receipts.en.ts'
import { UpiCard } from './UpiCard.tsx'
import { useSeatText } from './useSeatText.ts'

/** Maximum number of fees named on a slip, so that all slips have the same height. */
const NAMED = 4

/** What a student owes, to be cut out and placed on their desk. */
export const DuesSlip = ({ slip: { student, owed, owedSince, open, months } }: { slip: Slip }) => {
  const words = useWords(receiptsEn)
  const seatText = useSeatText()
  const hall = useCustomization().data?.systemName ?? ''
  const named = open.length <= NAMED ? open : open.slice(0, NAMED - 1)
  return (
    <section
      aria-label={student.name}
      className="paper-whole flex flex-col gap-3 border-line border-b border-dashed py-5 first:pt-0 last:border-b-0"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-muted text-sm">
        <p dir="auto" className="min-w-0 wrap-anywhere">
          {hall}
        </p>
        <p>{words.slips.heading}</p>
      </div>
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-48">
          <p dir="auto" className="font-semibold text-lg wrap-anywhere">
            {student.name}
          </p>
          <p className="text-muted text-sm">{seatText(student)}</p>
          <p className="mt-2 font-display font-semibold text-xl tabular-nums">{formatRupees(owed)}</p>
          <p className="text-sm">{words.slips.since(owedSince)}</p>
          <ul className="mt-2 text-sm">
            {named.map((fee, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: fees of a slip never move, and two can be alike
              <li key={index} className="flex justify-between gap-4 tabular-nums">
                <span>{words.fee(words.kinds[fee.kind], fee.year, fee.month)}</span>
                <span>{formatRupees(fee.amount)}</span>
              </li>
            ))}
            {named.length < open.length && <li>{words.slips.more(open.length - named.length)}</li>}
          </ul>
          <MonthStrip months={months} />
        </div>
        <div className="min-w-0 grow basis-56">
          <UpiCard student={student} amount={owed} isOnPaper />
        </div>
      </div>
    </section>
  )
}
