import type { Entry } from './money.ts'

/** A count of the cash box; several closings of one day are numbered by `nth`. */
export type ClosingsTable = {
  id: string
  day: string
  nth: number
  openingFloat: number
  cashIn: number
  cashRefunds: number
  cashVoids: number
  expected: number
  counted: number
  handedTo: string
  notes: string
  closedBy: string
  closedByName: string
  closedAt: string
  /** Counts the movements after the previous closing and up to this instant. */
  asOf: string
  paidOut: number
  otherIn: number
  /** Unique: a closing that is sent again is stored once. */
  clientId: string | null
}

export type CashMoveKind = 'payment' | 'payment-void' | 'refund' | 'refund-void' | 'out' | 'out-void' | 'in' | 'in-void'

/** Every movement of cash. The instants increase strictly, in the order of the commits. */
export type CashMovesTable = {
  id: string
  at: string
  kind: CashMoveKind
  /** The row that caused it: a payment, a refund or an entry of the box. */
  ref: string
  /** Negative if cash left the box. */
  amount: number
}

/** Cash that was paid out of the box, or came in without being a student's payment. */
export type BoxEntriesTable = Pick<
  Entry,
  | 'id'
  | 'amount'
  | 'bookedOn'
  | 'enteredAt'
  | 'enteredBy'
  | 'enteredByName'
  | 'clientId'
  | 'voidedAt'
  | 'voidedOn'
  | 'voidedBy'
  | 'voidedByName'
  | 'voidReason'
> & {
  kind: 'out' | 'in'
  purpose: string
  /** A content of `files`: the picture of a bill. */
  photoSha256: string | null
  /** Why a day was entered that is more than a week back. */
  dateReason: string
}

/** Cash that left the box at a closing. */
export type HandOversTable = {
  id: string
  closingId: string
  amount: number
  receiver: string
  createdAt: string
  createdBy: string
  createdByName: string
}

export type CashboxTables = {
  closings: ClosingsTable
  cashMoves: CashMovesTable
  boxEntries: BoxEntriesTable
  handOvers: HandOversTable
}
