/** A person who buys a seat for a day and has no account. Name and phone are null once they were erased. Unique (phoneFolded, nameFolded). */
export type VisitorsTable = {
  id: string
  /** Empty once erased. */
  name: string
  nameFolded: string | null
  phone: string | null
  phoneFolded: string | null
  createdAt: string
  createdBy: string
  erasedAt: string | null
}

/** A seat that was sold for one shift of one day. It is void exactly if its payment is. Amounts are in paise. */
export type DayPassesTable = {
  id: string
  visitorId: string
  /** The day on which the shift begins. */
  day: string
  /** The key of the shift, which may be deleted since; its name and times are as sold. */
  slot: string
  shiftName: string
  starts: number
  ends: number
  seatNumber: number
  /** Unique. */
  paymentId: string
  /** What the hall asked for. */
  price: number
  /** What was paid, as in the payment. */
  amount: number
  /** Why less than the price was paid. */
  reason: string
  soldAt: string
  soldBy: string
  soldByName: string
}

export type PassesTables = { visitors: VisitorsTable; dayPasses: DayPassesTable }
