import type { DatabaseSync } from 'node:sqlite'
import { dayOfMonth, financialYear, financialYearName, monthNumber } from '#contract/month.ts'
import { newId } from '#server/db/ids.ts'
import { filling, type Insert } from './filling.ts'

/** Months of fees that every student has; all but the last three are paid. */
const MONTHS = 36
const OPEN = 3
const FEE = 100_000
const DUE_DAY = 5

type Person = { id: string; name: string }
/** A day on which all students are charged or pay, one after the other in the same morning. */
type Morning = { day: string; instant: () => string }

const morningOf = (period: number): Morning => {
  const day = dayOfMonth(period, DUE_DAY)
  let at = Date.parse(`${day}T04:00:00.000Z`)
  return { day, instant: () => new Date(at++).toISOString() }
}

const charge = (insert: Insert, { day, instant }: Morning, userId: string, period: number, isPaid: boolean): string => {
  const [id, createdAt] = [newId(), instant()]
  const money = { originalAmount: FEE, amount: FEE, paidAmount: isPaid ? FEE : 0, dueOn: day, settledAt: isPaid ? createdAt : null }
  insert('charges', { id, userId, kind: 'monthly', period, ...money, notes: '', takesCredit: 1, createdBy: null, createdAt })
  return id
}

/** Pays a fee with a receipt of its own. Returns the cash amount. */
const pay = (insert: Insert, { day, instant }: Morning, student: Person, clerk: Person, chargeId: string, count: number): number => {
  const [id, at, year] = [newId(), instant(), financialYear(day)]
  const isCash = count % 3 !== 0
  insert('payments', {
    ...{ id, userId: student.id, visitorId: null, studentName: student.name, amount: FEE, credit: 0, method: isCash ? 'cash' : 'upi' },
    ...{ receiptYear: year, receiptCount: count, receiptNumber: `${financialYearName(year)}/${String(count).padStart(6, '0')}` },
    ...{ receivedOn: day, bookedOn: day, enteredAt: at, enteredBy: clerk.id, enteredByName: clerk.name },
    ...{ reference: '', referenceFolded: '', referenceReason: '', referenceSkipped: isCash ? 0 : 1, dateReason: '' },
  })
  insert('allocations', { id: newId(), paymentId: id, chargeId, amount: FEE, createdAt: at })
  if (!isCash) return 0
  insert('cashMoves', { id: newId(), at, kind: 'payment', ref: id, amount: FEE })
  return FEE
}

/** Closes the cash box of a morning and hands over all of its cash. */
const closeBox = (insert: Insert, { day, instant }: Morning, { id: by, name: byName }: Person, cash: number): void => {
  const [id, at] = [newId(), instant()]
  const figures = { openingFloat: 0, cashIn: cash, cashRefunds: 0, cashVoids: 0, paidOut: 0, otherIn: 0, expected: cash, counted: cash }
  const closed = { notes: '', handedTo: 'Owner', closedBy: by, closedByName: byName, closedAt: at, asOf: at }
  insert('closings', { id, day, nth: 1, ...figures, ...closed })
  const created = { createdAt: at, createdBy: by, createdByName: byName }
  insert('handOvers', { id: newId(), closingId: id, amount: cash, receiver: 'Owner', ...created })
}

/** The sums that the triggers of fees maintain; without the triggers, filling takes a fifth of the time. */
const sums = [
  'delete from fee_totals',
  `insert into fee_totals (period, settled, charges, amount, paid_amount)
    select period, settled_at is not null, count(*), sum(amount), sum(paid_amount) from charges group by 1, 2`,
  `insert into fee_accounts (user_id, charges, open_charges, amount, paid_amount, since, is_deleted)
    select user_id, count(*), count(*) filter (where settled_at is null), sum(amount), sum(paid_amount),
      min(due_on) filter (where settled_at is null), 0 from charges group by 1`,
  `insert into fee_due_days (user_id, due_on, is_deleted, until, charges, owed)
    select user_id, due_on, 0, coalesce(lead(due_on) over (partition by user_id order by due_on), 'never'), count(*), sum(amount - paid_amount)
    from charges where settled_at is null group by user_id, due_on`,
  `insert into fee_dues (is_deleted, due_on, until, students, charges, owed)
    select 0, due_on, until, count(*), sum(charges), sum(owed) from fee_due_days group by due_on, until`,
  `insert into money_months (month, source, amount)
    select substr(booked_on, 1, 7), 'payment', sum(amount) from payments where true group by 1
    on conflict (month, source) do update set amount = money_months.amount + excluded.amount`,
  'insert into issued_names (name) select distinct lower(student_name) from payments where true on conflict (name) do nothing',
]

const fill = (db: DatabaseSync, insert: Insert): string => {
  const now = new Date()
  const clerk = db.prepare(`select id, name from users where role = 'superadmin'`).get() as Person
  const students = db.prepare(`select id, name from users where role = 'student'`).all() as Person[]
  const receipts = new Map<number, number>()
  const first = monthNumber(now.getUTCFullYear(), now.getUTCMonth() + 1) - MONTHS + 1
  for (let month = 0; month < MONTHS; month++) {
    const morning = morningOf(first + month)
    const year = financialYear(morning.day)
    let cash = 0
    for (const student of students) {
      const isPaid = month < MONTHS - OPEN
      const id = charge(insert, morning, student.id, first + month, isPaid)
      if (!isPaid) continue
      const count = (receipts.get(year) ?? 0) + 1
      receipts.set(year, count)
      cash += pay(insert, morning, student, clerk, id, count)
    }
    if (cash > 0) closeBox(insert, morning, clerk, cash)
  }
  for (const [year, last] of receipts) insert('numberSeries', { series: 'receipt', year, last })
  for (const statement of sums) db.exec(statement)
  return students.at(-1)?.id ?? ''
}

/**
 * Gives every student in the database of a stopped server three years of fees and payments. Returns the last student. The journal,
 * which no list reads, does not have them.
 */
export const fillFees = (database: string): string =>
  filling(database, ['charges', 'payments', 'allocations', 'cash_moves', 'fee_accounts', 'fee_due_days', 'fee_dues'], fill)
