import { useEffect } from 'react'
import { ReceiptPaper } from '#money/receipts/web/ReceiptPaper.tsx'
import { useReceipt } from '#money/receipts/web/receipts.queries.ts'

type Props = { paymentId: string; onPrinted: () => void; onFailed: () => void }

/**
 * Prints a receipt once it is loaded. The receipt is fetched only for printing, because an opened receipt counts as given to the
 * student.
 */
export const ReceiptPrint = ({ paymentId, onPrinted, onFailed }: Props) => {
  const { data, error } = useReceipt('receipt', paymentId)
  const isLoaded = data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: it prints once for each time that it is mounted
  useEffect(() => {
    if (isLoaded) {
      window.print()
      onPrinted()
    } else if (error) onFailed()
  }, [isLoaded, error])
  return data ? <ReceiptPaper receipt={data} isUnseen /> : null
}
