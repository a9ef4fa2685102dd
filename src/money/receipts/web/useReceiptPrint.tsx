import { useEffect, useState } from 'react'
import { ReceiptPaper } from './ReceiptPaper.tsx'
import { useReceipt } from './receipts.queries.ts'

type Options = { /** Prints as soon as the receipt is loaded. */ printsAtOnce?: boolean; onPrinted?: () => void }

/** Returns what prints the receipt of a payment, and the paper, which must be rendered. */
export const useReceiptPrint = (paymentId: string, { printsAtOnce = false, onPrinted }: Options = {}) => {
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
