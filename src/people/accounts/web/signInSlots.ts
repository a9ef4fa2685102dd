import type { Screen } from '#web/shell/screen.ts'

export type PaymentSlotProps = {
  student: { _id: string; name: string; seatNumber: number | null; seatLabel?: string | undefined }
  amount: number
}

/** What features of higher wings show on the sign-in page. */
export type SignInSlots = {
  /** Beside the form in wide windows: a picture of the hall, its address and its hours. */
  beside: Screen
  /** How a student whose account has ended pays an amount, in rupees. */
  payment: Screen<PaymentSlotProps>
}
