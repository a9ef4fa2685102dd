import { lazyScreen } from '#web/shell/screen.ts'

export type UpiCardProps = {
  student: { _id: string; name: string; seatNumber: number | null }
  /** In rupees. */
  amount: number
  /** Small, and without what paper cannot do. */
  isOnPaper?: boolean
}

/** Paying by UPI, with the code that draws QR codes: `<Slot screen={UpiPayment} student={…} amount={…} />`. */
export const UpiPayment = lazyScreen<UpiCardProps>(async () => (await import('./UpiCard.tsx')).UpiCard)
