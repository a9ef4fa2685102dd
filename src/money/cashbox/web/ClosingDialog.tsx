import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useBranding } from '#web/shell/Branding.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { formatDay, formatInstant, formatRupees, useWords } from '#web/words.ts'
import { cashboxEn } from '../cashbox.en.ts'
import type { Closing } from '../cashbox.shapes.contract.ts'
import { Difference } from './Difference.tsx'

/** One closing with its verification code, for printing. The person who receives the cash signs it. */
export const ClosingDialog = ({ closing, onClose }: { closing: Closing; onClose: () => void }) => {
  const words = useWords(cashboxEn).slip
  return (
    <Dialog title={words.title(formatDay(closing.day), closing.nth)} isOpen onClose={onClose}>
      <div className="flex flex-col gap-4 pt-2">
        <ClosingFacts closing={closing} />
      </div>
      <DialogActions>
        <Button icon={<Printer />} onPress={() => window.print()}>
          {words.print}
        </Button>
        <Button variant="primary" onPress={onClose} autoFocus>
          {words.close}
        </Button>
      </DialogActions>
      {createPortal(<ClosingPaper closing={closing} />, document.body)}
    </Dialog>
  )
}

const useLines = (closing: Closing): [string, string][] => {
  const words = useWords(cashboxEn).slip
  const { openingFloat, cashIn, cashRefunds, cashVoids, paidOut, otherIn } = closing
  const amounts: [string, number][] = [
    [words.float, openingFloat],
    [words.cashIn, cashIn],
    [words.refunds, -cashRefunds],
    [words.voids, -cashVoids],
    [words.paidOut, -paidOut],
    [words.otherIn, otherIn],
  ]
  return amounts.filter(([, amount], at) => at < 2 || amount !== 0).map(([name, amount]) => [name, formatRupees(amount)])
}

const Row = ({ name, children, isStrong = false }: { name: string; children: ReactNode; isStrong?: boolean }) => (
  <div className={`flex justify-between gap-4 ${isStrong ? 'border-line border-t pt-1 font-semibold' : ''}`}>
    <dt className={isStrong ? '' : 'text-muted'}>{name}</dt>
    <dd className="text-right wrap-anywhere">{children}</dd>
  </div>
)

const ClosingFacts = ({ closing }: { closing: Closing }) => {
  const words = useWords(cashboxEn).slip
  const { counted, expected, difference, handedOver, receiver, notes, closedBy, closedAt, asOf, code } = closing
  return (
    <>
      <dl className="flex flex-col gap-1 tabular-nums">
        {useLines(closing).map(([name, amount]) => (
          <Row key={name} name={name}>
            {amount}
          </Row>
        ))}
        <Row name={words.expected} isStrong>
          {formatRupees(expected)}
        </Row>
        <Row name={words.counted}>{formatRupees(counted)}</Row>
        <Row name={words.difference}>
          <Difference amount={difference} />
        </Row>
        {handedOver > 0 && <Row name={words.handedOver(receiver)}>{formatRupees(handedOver)}</Row>}
        <Row name={words.left} isStrong>
          {formatRupees(Math.round((counted - handedOver) * 100) / 100)}
        </Row>
        {notes && <Row name={words.notes}>{notes}</Row>}
        <Row name={words.until}>{formatInstant(asOf)}</Row>
        <Row name={words.closed}>{words.by(closedBy, formatInstant(closedAt))}</Row>
      </dl>
      {code && (
        <div className="rounded-lg border border-line p-4">
          <p className="text-muted text-sm">{words.code}</p>
          <p className="select-all font-mono font-semibold text-lg wrap-anywhere">{code}</p>
          <p className="text-muted text-sm">{words.codeHint}</p>
        </div>
      )}
    </>
  )
}

/** The printed page: only the closing, with a signature line for the person who receives the cash. */
const ClosingPaper = ({ closing }: { closing: Closing }) => {
  const words = useWords(cashboxEn).slip
  const { systemName } = useBranding()
  return (
    <article aria-hidden="true" className="alone-on-paper on-paper hidden flex-col gap-4 p-4 print:flex">
      <p>{systemName}</p>
      <p className="font-display font-semibold text-xl">{words.title(formatDay(closing.day), closing.nth)}</p>
      <ClosingFacts closing={closing} />
      {closing.handedOver > 0 && <p className="mt-12 border-line border-t pt-1 text-sm">{words.signature}</p>}
    </article>
  )
}
