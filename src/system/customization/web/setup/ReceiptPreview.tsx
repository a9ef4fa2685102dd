import { formatRupees, useWords } from '#web/words.ts'
import { setupEn } from '../../customization.setup.en.ts'
import { toAmount } from '../typedNumber.ts'

/** Text that is not an amount becomes a value that the contract rejects with its message. */
type ReceiptPreviewProps = { systemName: string; monthlyFee: string; upiId: string; address: string }

/** The head and the one line of a receipt, as they will be printed. */
export const ReceiptPreview = ({ systemName, monthlyFee, upiId, address }: ReceiptPreviewProps) => {
  const words = useWords(setupEn).fee
  const amount = toAmount(monthlyFee)
  return (
    <figure>
      <figcaption className="mb-1 text-muted text-sm">{words.receipt}</figcaption>
      <div className="flex flex-col gap-4 rounded-lg border border-line bg-background p-6 max-md:p-4">
        <div>
          <p dir="auto" className="font-semibold text-lg wrap-anywhere">
            {systemName}
          </p>
          {address.trim() !== '' && (
            <p dir="auto" className="whitespace-pre-line text-muted text-sm wrap-anywhere">
              {address.trim()}
            </p>
          )}
        </div>
        <p className="flex flex-wrap justify-between gap-2 border-line border-y py-2">
          <span>{words.line}</span>
          <span className="font-semibold tabular-nums">{Number.isNaN(amount) ? '–' : formatRupees(amount)}</span>
        </p>
        {upiId.trim() !== '' && <p className="text-muted text-sm wrap-anywhere">{words.upi(upiId.trim())}</p>}
      </div>
    </figure>
  )
}
