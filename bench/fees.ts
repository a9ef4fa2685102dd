import { DatabaseSync } from 'node:sqlite'
import { newId } from '#server/db/ids.ts'

/** Months of fees that every student has; all but the last three are paid. */
const MONTHS = 36
const OPEN = 3
const FEE = 100_000

const firstPeriod = (now: Date): number => now.getUTCFullYear() * 12 + now.getUTCMonth() - MONTHS + 1
const dayOf = (period: number): string => `${Math.floor(period / 12)}-${String((period % 12) + 1).padStart(2, '0')}-05`

/** Gives every student of a database whose server is not running three years of fees and payments. Returns the last student. */
export const fillFees = (database: string): string => {
  const db = new DatabaseSync(database)
  const now = new Date()
  const at = now.toISOString()
  const clerk = String(db.prepare(`select id from users where role = 'superadmin'`).get()?.id)
  const students = db.prepare(`select id, name from users where role = 'student'`).all() as { id: string; name: string }[]
  const charge = db.prepare(
    `insert into charges (id, user_id, kind, period, original_amount, amount, paid_amount, due_on, notes, takes_credit, settled_at, created_at)
     values (?, ?, 'monthly', ?, ${FEE}, ${FEE}, ?, ?, '', 1, ?, ?)`,
  )
  const payment = db.prepare(
    `insert into payments (id, user_id, student_name, receipt_year, receipt_count, receipt_number, amount, credit, method, reference,
       reference_folded, reference_reason, received_on, booked_on, entered_at, entered_by, entered_by_name)
     values (?, ?, ?, 2000, ?, ?, ${FEE}, 0, ?, '', '', '', ?, ?, ?, ?, 'Clerk')`,
  )
  const allocation = db.prepare(`insert into allocations (id, payment_id, charge_id, amount, created_at) values (?, ?, ?, ${FEE}, ?)`)
  db.exec('begin immediate')
  let receipts = 0
  for (let month = 0; month < MONTHS; month++) {
    const period = firstPeriod(now) + month
    const day = dayOf(period)
    const isPaid = month < MONTHS - OPEN
    for (const { id, name } of students) {
      const chargeId = newId()
      charge.run(chargeId, id, period, isPaid ? FEE : 0, day, isPaid ? at : null, at)
      if (!isPaid) continue
      const paymentId = newId()
      receipts++
      payment.run(paymentId, id, name, receipts, `2000-01/${receipts}`, receipts % 3 ? 'cash' : 'upi', day, day, at, clerk)
      allocation.run(newId(), paymentId, chargeId, at)
    }
  }
  db.prepare(`insert into number_series (series, year, last) values ('receipt', 2000, ?)`).run(receipts)
  db.exec('commit')
  db.close()
  return students.at(-1)?.id ?? ''
}
