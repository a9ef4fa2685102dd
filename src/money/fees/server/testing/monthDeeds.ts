import { expect } from 'vitest'
import { toPaise } from '#contract/money.ts'
import type { MonthLock } from '#money/locks/locks.contract.ts'
import type { MonthMoney } from '#money/month-end/month-end.contract.ts'
import type { Answer, Given, Person } from '#server/testing/given.ts'
import type { Ledger } from './ledger.ts'

/* Actions on dates and locked months, and the comparison of each month's figures with the second ledger. */

const nameOf = ({ year, month }: { year: number; month: number }): string => `${year}-${String(month).padStart(2, '0')}`

type Hall = { app: Given; clerk: Person; students: readonly string[]; ledger: Ledger }
type Deed = (hall: Hall, pick: number, amount: number) => Promise<void>

/** Number of rejections by locked months over all runs, so that the test can require some. */
export const refusals = { count: 0 }

/** Sends a backdated entry. If its month is locked, the entry is rejected and sent again with today's date. */
export const sendDated = async (
  ledger: Pick<Ledger, 'months'>,
  day: string | undefined,
  send: (day: string | undefined) => Promise<Answer>,
): Promise<{ body: Answer['body']; on: string | undefined }> => {
  if (day === undefined || !ledger.months.isLocked(day)) {
    const { status, body } = await send(day)
    expect(status).toBe(201)
    return { body, on: day }
  }
  const refused = await send(day)
  expect([refused.status, refused.body.code]).toEqual([400, 'fees.month_locked'])
  refusals.count++
  return sendDated(ledger, undefined, send)
}

/** Returns a day up to five months ago. */
const longAgo = ({ months }: Ledger, pick: number): string => months.daysAgo((pick * 3) % 150)

export const monthDeeds: Record<string, Deed> = {
  'lock a month': async ({ app, ledger }, pick) => {
    const last = ledger.months.lastMonth()
    // Sometimes the current month, which is not over.
    const month = pick % 5 === 0 ? ledger.months.daysAgo(0).slice(0, 7) : last
    const admin = await app.as('admin')
    const { status, body } = await admin.post('/user/fees/locks', { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) })
    if (month > last) return expect([status, body.code]).toEqual([400, 'fees.month_not_over'])
    expect(status).toBe(201)
    ledger.months.lock(month)
    const [newest]: MonthLock[] = body.items
    expect(newest && nameOf(newest)).toBe(ledger.months.lastLocked())
  },
  'pay with an old date': async ({ app, students, ledger }, pick, amount) => {
    const admin = await app.as('admin')
    const student = students[pick % students.length] ?? ''
    const sent = { studentId: student, amount: amount / 100, method: 'cash', reason: 'Found in the old book' }
    const { body, on } = await sendDated(ledger, longAgo(ledger, pick), (receivedOn) =>
      admin.post('/user/fees/payments', { ...sent, receivedOn }),
    )
    ledger.pay({ id: body._id, student, amount, isCash: true, on })
  },
  'enter an old bill': async ({ app, ledger }, pick, amount) => {
    const admin = await app.as('admin')
    const kind = pick % 2 === 0 ? 'out' : 'in'
    const { body, on } = await sendDated(ledger, longAgo(ledger, pick), (paidOn) =>
      admin.post('/user/fees/box', { kind, amount: amount / 100, purpose: 'Repairs', paidOn, reason: 'Found the bill' }),
    )
    ledger.box.enter({ id: body._id, kind, amount, on })
  },
}

/** Compares what each month collected, paid out and handed over, and which months are locked. */
export const monthsAgree = async (clerk: Person, { months }: Ledger): Promise<void> => {
  const items: MonthMoney[] = (await clerk.get('/user/fees/months/money?from=2026-01&to=2029-12')).body.items
  for (const item of items) {
    const { collected, otherIn, paidOut, handedOver, left } = item
    const { collected: ours, otherIn: other, paidOut: out, handedOver: handed } = months.booked(nameOf(item))
    expect([nameOf(item), ...[collected, otherIn, paidOut, handedOver, left].map(toPaise)]).toEqual([
      nameOf(item),
      ...[ours, other, out, handed, ours + other - out],
    ])
  }
}
