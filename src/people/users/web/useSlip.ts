import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The slip is printed by this window until there is a receipt; from then on, only its own button prints it. */
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
    // Not every browser fires an event after printing.
    setPrinting(false)
    setReceipt(true)
  }
  return { print, isPrinted, isOut: isPrinting || !hasReceipt, hasReceipt, onReceipt }
}
