import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * The slip is what this window prints, until a receipt is there to be printed too: from then on only a press on its own
 * button puts it on paper.
 */
export const useSlip = () => {
  const [isPrinted, setPrinted] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const [hasReceipt, setReceipt] = useState(false)
  useEffect(() => {
    const end = () => setPrinting(false)
    window.addEventListener('afterprint', end)
    return () => window.removeEventListener('afterprint', end)
  }, [])
  const print = () => {
    flushSync(() => setPrinting(true))
    window.print()
    setPrinted(true)
  }
  const onReceipt = () => {
    // Not every browser tells that it has printed.
    setPrinting(false)
    setReceipt(true)
  }
  return { print, isPrinted, isOut: isPrinting || !hasReceipt, hasReceipt, onReceipt }
}
