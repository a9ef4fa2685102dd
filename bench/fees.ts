import { DatabaseSync } from 'node:sqlite'
import { dayOfMonth, financialYear, financialYearName, monthNumber } from '#contract/month.ts'
import { cashMoveKind, closingKind, handOverKind } from '#money/cashbox/server/cashbox.journal.ts'
import { allocationKind, chargeKinds, numberKind, paymentKind, settledKind } from '#money/fees/server/fees.journal.ts'
import { newId } from '#server/db/ids.ts'
import type { CashMovesTable, ClosingsTable, HandOversTable } from '#server/db/tables/money.cashbox.ts'
import type { AllocationsTable, ChargesTable, PaymentsTable } from '#server/db/tables/money.ts'
import { type Books, openBooks } from './books.ts'

/** Months of fees that every student has; all but the last three are paid. */
const MONTHS = 36
const OPEN = 3
const FEE = 100_000
const DUE_DAY = 5

type Student = { id: string; name: string }
type Clerk = { id: string; name: string }
/** A day on which all students are charged or pay, one after the other in the same morning. */
type Morning = { day: string; instant: () => string }

const morningOf = (period: number): Morning => {
  const day = dayOfMonth(period, DUE_DAY)
  let at = Date.parse(`${day}T04:00:00.000Z`)
  return { day, instant: () => new Date(at++).toISOString() }
}

const chargeStudent = ({ insert }: Books, { day, instant }: Morning, { id: userId }: Student, period: number): ChargesTable => {
  const money = { originalAmount: FEE, amount: FEE, paidAmount: 0, dueOn: day }
  const rest = { notes: '', takesCredit: 1, settledAt: null, createdBy: null, createdAt: instant() } as const
  const charge: ChargesTable = { id: newId(), userId, kind: 'monthly', period, ...money, ...rest }
  insert('charges', chargeKinds, charge)
  return charge
}

const paymentOf = ({ day, instant }: Morning, student: Student, clerk: Clerk, count: number): PaymentsTable => {
  const year = financialYear(day)
  const none = { voidedAt: null, voidedOn: null, voidedBy: null, voidedByName: null, voidReason: null, replaces: null }
  const reference = {
    reference: '',
    referenceFolded: '',
    referenceReason: '',
    referenceSkipped: count % 3 ? 0 : 1,
    dateReason: '',
  } as const
  return {
    id: newId(),
    ...{ userId: student.id, visitorId: null, studentName: student.name, amount: FEE, credit: 0, method: count % 3 ? 'cash' : 'upi' },
    ...{ receiptYear: year, receiptCount: count, receiptNumber: `${financialYearName(year)}/${String(count).padStart(6, '0')}` },
    ...{ receivedOn: day, bookedOn: day, enteredAt: instant(), enteredBy: clerk.id, enteredByName: clerk.name },
    ...{ clientId: null, clientDigest: null, ...reference, ...none },
  }
}

/** Settles a fee with one payment and everything that the product writes for it except the audit. Returns the cash amount. */
const pay = (books: Books, charge: ChargesTable, payment: PaymentsTable): number => {
  const { enteredAt: createdAt, id: paymentId, receiptYear: year, receiptCount: last } = payment
  books.record(numberKind, { series: 'receipt', year, last })
  books.insert('payments', [paymentKind], payment)
  const isCash = payment.method === 'cash'
  const move: CashMovesTable = { id: newId(), at: createdAt, kind: 'payment', ref: paymentId, amount: FEE }
  if (isCash) books.insert('cashMoves', [cashMoveKind], move)
  const allocation: AllocationsTable = { id: newId(), paymentId, chargeId: charge.id, amount: FEE, createdAt }
  books.insert('allocations', [allocationKind], allocation)
  books.settle(charge.id, FEE, createdAt)
  books.record(settledKind, { id: charge.id, settledAt: createdAt })
  return isCash ? FEE : 0
}

/** Closes the cash box of a morning and hands over all of its cash. */
const closeBox = ({ insert }: Books, { day, instant }: Morning, { id: by, name: byName }: Clerk, cash: number): void => {
  const at = instant()
  const figures = { openingFloat: 0, cashIn: cash, cashRefunds: 0, cashVoids: 0, paidOut: 0, otherIn: 0, expected: cash, counted: cash }
  const closed = { notes: '', handedTo: 'Owner', closedBy: by, closedByName: byName, closedAt: at, asOf: at, clientId: null }
  const closing: ClosingsTable = { id: newId(), day, nth: 1, ...figures, ...closed }
  insert('closings', [closingKind], closing)
  const created = { createdAt: at, createdBy: by, createdByName: byName }
  const handOver: HandOversTable = { id: newId(), closingId: closing.id, amount: cash, receiver: 'Owner', ...created }
  insert('handOvers', [handOverKind], handOver)
}

/** Gives every student in the database of a stopped server three years of fees and payments. Returns the last student. */
export const fillFees = (database: string): string => {
  const db = new DatabaseSync(database)
  const now = new Date()
  const clerk = db.prepare(`select id, name from users where role = 'superadmin'`).get() as Clerk
  const students = db.prepare(`select id, name from users where role = 'student'`).all() as Student[]
  db.exec('begin immediate')
  const books = openBooks(db)
  const receipts = new Map<number, number>()
  const first = monthNumber(now.getUTCFullYear(), now.getUTCMonth() + 1) - MONTHS + 1
  for (let month = 0; month < MONTHS; month++) {
    const morning = morningOf(first + month)
    const year = financialYear(morning.day)
    let cash = 0
    for (const student of students) {
      const charge = chargeStudent(books, morning, student, first + month)
      if (month >= MONTHS - OPEN) continue
      const count = (receipts.get(year) ?? 0) + 1
      receipts.set(year, count)
      cash += pay(books, charge, paymentOf(morning, student, clerk, count))
    }
    if (cash > 0) closeBox(books, morning, clerk, cash)
  }
  const series = db.prepare(`insert into number_series (series, year, last) values ('receipt', ?, ?)`)
  for (const [year, last] of receipts) series.run(year, last)
  db.exec('commit')
  db.close()
  return students.at(-1)?.id ?? ''
}
