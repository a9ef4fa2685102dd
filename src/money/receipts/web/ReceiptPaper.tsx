import { useEffect, useState } from 'react'
import { readableReason } from '#contract/reason.ts'
import { MonthStrip } from '#money/fees/web/MonthStrip.tsx'
import { formatDay, formatInstant, formatRupees, useWords } from '#web/words.ts'
import type { Receipt } from '../receipts.contract.ts'
import { receiptsEn } from '../receipts.en.ts'
import { PaperFacts, PaperHead } from './PaperHead.tsx'
import './papers.css'
import { useReceipt } from './receipts.queries.ts'
import { useSeatText } from './useSeatText.ts'

/** From this number of lines on, the text is smaller, so that the receipt fits on one page. */
const MANY_LINES = 14

type Props = { receipt: Receipt /** On paper alone, such as below the counter. */; isUnseen?: boolean }

/** A receipt or voucher as it is printed. */
export const ReceiptPaper = ({ receipt, isUnseen = false }: Props) => {
  const words = useWords(receiptsEn)
  const of = words.receipt
  const seatText = useSeatText()
  const { kind, voided, pass } = receipt
  const facts = [
    { label: of.number[kind], value: receipt.number },
    { label: of.day[kind], value: formatDay(receipt.day) },
    { label: of.student[kind], value: receipt.studentName },
    { label: of.seat, value: seatText(receipt) },
    ...(pass === null ? [] : [{ label: of.pass.label, value: of.pass.valid(pass.day, pass.shiftName, pass) }]),
    { label: of.method, value: words.methods[receipt.method] },
    { label: of.entered, value: formatInstant(receipt.enteredAt) },
    ...(receipt.reference === '' ? [] : [{ label: of.reference(receipt.method), value: receipt.reference }]),
    ...(receipt.validUntil === null ? [] : [{ label: of.validUntil, value: formatDay(receipt.validUntil) }]),
    ...(receipt.reason === '' ? [] : [{ label: of.reason, value: readableReason(receipt.reason, words.reasonCodes) }]),
  ]
  const size = receipt.lines.length >= MANY_LINES ? 'paper-many' : ''
  return (
    <article
      aria-label={of.titles[kind](receipt.number)}
      className={`paper paper-a5 @container relative mx-auto w-full max-w-[34rem] rounded-lg border border-line bg-surface p-6 max-md:p-4 ${size} ${isUnseen ? 'paper-unseen' : ''}`}
    >
      {voided && (
        // Drawn in CSS: it is faint on purpose, and the sentence below has the same information for everybody.
        <p aria-hidden="true" data-mark={of.void} className="paper-void" />
      )}
      <PaperHead />
      <h2 className="mt-4 font-display font-semibold text-xl">{of.headings[kind]}</h2>
      {voided && <p className="mt-1 font-semibold wrap-anywhere">{of.voided(formatInstant(voided.at), voided.reason, voided.by)}</p>}
      <p className="mt-3 font-display font-semibold text-2xl leading-[1.125] tabular-nums">{formatRupees(receipt.amount)}</p>
      <p>{words.inWords(receipt.amount)}</p>
      <PaperFacts facts={facts} />
      <Lines receipt={receipt} />
      {pass === null && <p className="mt-3 tabular-nums">{of.balance(receipt.owed)}</p>}
      {pass === null && <MonthStrip months={receipt.months} />}
      <PaperFacts facts={[{ label: of.signed[kind], value: receipt.enteredBy }]} />
      {receipt.code !== null && <p className="mt-3 text-muted text-xs tabular-nums">{of.code(receipt.code)}</p>}
    </article>
  )
}

const rowStyle =
  'border-line border-b [&>*]:py-1.5 [&>*:last-child]:text-right [&>*:last-child]:tabular-nums [&>*]:text-left [&>*]:align-top'

const Lines = ({ receipt: { kind, lines, credit, amount, pass } }: Pick<Props, 'receipt'>) => {
  const words = useWords(receiptsEn)
  const of = words.receipt
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className={`text-muted text-xs ${rowStyle}`}>
          <th scope="col">{of.what}</th>
          <th scope="col">{of.amount}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a receipt never move, and two can be alike
          <tr key={index} className={rowStyle}>
            <td>{words.fee(words.kinds[line.kind], line.year, line.month)}</td>
            <td>{formatRupees(line.amount)}</td>
          </tr>
        ))}
        {pass !== null && (
          <tr className={rowStyle}>
            <td>{of.pass.label}</td>
            <td>{formatRupees(amount)}</td>
          </tr>
        )}
        {credit > 0 && (
          <tr className={rowStyle}>
            <td>{of.credit[kind]}</td>
            <td>{formatRupees(credit)}</td>
          </tr>
        )}
        <tr className={`font-semibold ${rowStyle}`}>
          <th scope="row">{of.total}</th>
          <td>{formatRupees(amount)}</td>
        </tr>
      </tbody>
    </table>
  )
}

type PrintOptions = { /** Prints as soon as the receipt is loaded. */ printsAtOnce?: boolean; onPrinted?: () => void }

/** Returns what prints the receipt of a payment, and the paper, which must be rendered. */
export const useReceiptPrint = (paymentId: string, { printsAtOnce = false, onPrinted }: PrintOptions = {}) => {
  const receipt = useReceipt('receipt', paymentId)
  const [isPrinting, setPrinting] = useState(printsAtOnce)
  // A press before the receipt is loaded prints it once it is.
  useEffect(() => {
    if (!isPrinting || !receipt.data) return
    setPrinting(false)
    window.print()
    onPrinted?.()
  }, [isPrinting, receipt.data, onPrinted])
  return {
    /** True until the receipt is loaded, unless that failed. */
    isPrinting: isPrinting && !receipt.error,
    print: () => {
      if (receipt.error) void receipt.refetch()
      setPrinting(true)
    },
    paper: receipt.data && <ReceiptPaper receipt={receipt.data} isUnseen />,
  }
}
