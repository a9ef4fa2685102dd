import type { ReactNode } from 'react'
import { MonthStrip } from '#money/fees/web/MonthStrip.tsx'
import { AsOfLine } from '#web/ui/AsOf.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { formatDay, formatRupees, useWords } from '#web/words.ts'
import type { Statement, StatementEntry } from '../receipts.contract.ts'
import { receiptsEn } from '../receipts.en.ts'
import { PaperFacts, PaperHead } from './PaperHead.tsx'
import './papers.css'
import { useSeatText } from './useSeatText.ts'

/** A statement as it is printed. On narrow screens, payments have a minus sign instead of a column of their own. */
export const StatementPaper = ({ statement }: { statement: Statement }) => {
  const words = useWords(receiptsEn).statement
  const seatText = useSeatText()
  const { student, from, to, asOf, entries, opening, closing, charged, paid } = statement
  const facts = [
    { label: words.student, value: student.name },
    { label: words.seat, value: seatText(student) },
    { label: words.period, value: words.periodOf(from, to) },
  ]
  return (
    <article
      aria-label={words.of(student.name)}
      className="paper paper-a4 @container w-full rounded-lg border border-line bg-surface p-6 max-md:p-3"
    >
      <PaperHead />
      <h2 className="mt-4 font-display font-semibold text-xl">{words.title}</h2>
      {asOf !== null && <AsOfLine day={asOf} />}
      <PaperFacts facts={facts} />
      <MonthStrip months={statement.months} />
      <table className="w-full border-collapse">
        <thead>
          <tr className={`statement-titles text-muted text-xs ${rowStyle}`}>
            <th scope="col">{words.columns.day}</th>
            <th scope="col">{words.columns.what}</th>
            <th scope="col" className={figure}>
              {words.columns.charged}
            </th>
            <th scope="col" className={figure}>
              {words.columns.paid}
            </th>
            <th scope="col" className={figure}>
              {words.columns.balance}
            </th>
          </tr>
        </thead>
        <tbody>
          <Line day={from} what={words.opening} balance={opening} />
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a statement is drawn again as a whole, and two entries can be alike
            <Entry key={index} entry={entry} />
          ))}
          <Line day={to} what={words.closing} charged={charged} paid={paid} balance={closing} isStrong />
        </tbody>
      </table>
      <p className="mt-4 font-semibold">
        {closing === 0 ? words.even : closing > 0 ? words.owes(formatRupees(closing)) : words.ahead(formatRupees(-closing))}
      </p>
    </article>
  )
}

const rowStyle = 'border-line border-b text-left align-top [&>*]:py-1.5 [&>*]:pr-2 [&>*:last-child]:pr-0'
const figure = 'text-right tabular-nums'

type LineProps = {
  day: string
  what: ReactNode
  charged?: number | undefined
  paid?: number | undefined
  balance: number
  isStrong?: boolean
}

const amountOf = (amount: number | undefined): string => (amount === undefined ? '' : formatRupees(amount))

const Line = ({ day, what, charged, paid, balance, isStrong = false }: LineProps) => (
  <tr className={`statement-row text-sm ${rowStyle} ${isStrong ? 'statement-closing font-semibold' : ''}`}>
    <td className="whitespace-nowrap">{formatDay(day)}</td>
    <td className="wrap-anywhere">{what}</td>
    <td className={figure}>{amountOf(charged)}</td>
    <td className={figure}>
      {paid !== undefined && <span className="statement-minus">{'\u2212'}</span>}
      {amountOf(paid)}
    </td>
    <td className={figure}>{formatRupees(balance)}</td>
  </tr>
)

const Entry = ({ entry: { day, kind, fee, number, receiptId, amount, balance } }: { entry: StatementEntry }) => {
  const words = useWords(receiptsEn)
  const text = words.statement.entries[kind]({ number, fee: fee ? words.fee(words.kinds[fee.kind], fee.year, fee.month) : '' })
  const what =
    receiptId === null ? (
      text
    ) : (
      <TextLink to={`/receipts/${receiptId}`} className="statement-link">
        {text}
      </TextLink>
    )
  return amount < 0 ? (
    <Line day={day} what={what} paid={-amount} balance={balance} />
  ) : (
    <Line day={day} what={what} charged={amount} balance={balance} />
  )
}
