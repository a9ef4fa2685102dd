import type { ChangeShiftProps } from '#people/users/web/userSlots.ts'
import { formatMonth, useWords } from '#web/words.ts'
import type { ShiftPrice } from '../shift-change.contract.ts'
import { shiftChangeEn } from '../shift-change.en.ts'

type Props = { student: ChangeShiftProps['student']; price: ShiftPrice }

/** What changes in the fees, with the result at the end. */
export const PriceLines = ({ student, price }: Props) => {
  const words = useWords(shiftChangeEn).price
  const { before, after, hasOwnFee, month, rule, fees, amount, credit } = price
  const isCharged = month.state === 'charged'
  const result = amount === 0 ? words.nothing : (amount > 0 ? words.more : words.less)(student.name, Math.abs(amount), fees)
  return (
    <section aria-label={words.label} className="flex flex-col gap-2">
      {hasOwnFee ? (
        <p>{words.ownFee(after.monthlyFee)}</p>
      ) : (
        <dl>
          <Row label={words.monthlyFee} value={words.change(before.monthlyFee, after.monthlyFee)} />
          {fees.map((fee) => (
            <Row key={fee.feeId} label={formatMonth(fee.year, fee.month)} value={words.change(fee.before, fee.after)} />
          ))}
        </dl>
      )}
      {!hasOwnFee && isCharged && before.monthlyFee !== after.monthlyFee && (
        <p className="text-muted text-sm">
          {words.days(month, month.daysLeft, month.days)}. {words.rules[rule]}
        </p>
      )}
      {month.state === 'not-charged' && <p>{words.notCharged(month, after.monthlyFee)}</p>}
      {month.state === 'paid-before' && <p>{words.paidBefore(month)}</p>}
      <p dir="auto" className="font-semibold wrap-anywhere">
        {result}
      </p>
      {credit > 0 && <p>{words.credit(credit)}</p>}
    </section>
  )
}

const Row = ({ label, value }: { label: string; value: string }) => (
  <div className="flex justify-between gap-4 border-line border-b py-2">
    <dt className="min-w-0">{label}</dt>
    <dd className="shrink-0 tabular-nums">{value}</dd>
  </div>
)
