import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#contract/day.ts'
import { toPaise } from '#contract/money.ts'
import { cashCheck } from '#money/cashbox/server/cashbox.checks.ts'
import { features } from '#server/features.ts'
import { hallToday } from '#server/hallDay.ts'
import { journalCheck } from '#server/journal/check.ts'
import { type Answer, given, type SignedInPerson } from '#server/testing/given.ts'
import { isHard } from '#server/testing/hard.ts'
import type { Fee, Payment } from '../fees.shapes.contract.ts'
import { moneyCheck } from './fees.checks.ts'
import { boxAgrees, boxDeeds } from './testing/boxDeeds.ts'
import { newLedger } from './testing/ledger.ts'
import { monthDeeds, monthsAgree, refusals, sendDated } from './testing/monthDeeds.ts'
import { passDeeds, passNumbers, passPrice } from './testing/passDeeds.ts'
import { screensAgree } from './testing/screens.ts'

/*
 * Property test: after any sequence of actions, every figure of every reply equals that of a second, independent program. No paisa
 * appears or vanishes, and rejected calls change nothing.
 */

const monthOf = ({ year, month }: Pick<Fee, 'year' | 'month'>): string => `${year}-${String(month).padStart(2, '0')}`

/** How many deeds were done, and how many calls that write were accepted and refused. */
const done = { deeds: 0, accepted: 0, refused: 0 }

const counted = (clerk: SignedInPerson): SignedInPerson => {
  const count = async (answer: Promise<Answer>): Promise<Answer> => {
    if ((await answer).status < 300) done.accepted++
    else done.refused++
    return answer
  }
  return { ...clerk, post: (...sent) => count(clerk.post(...sent)), put: (...sent) => count(clerk.put(...sent)) }
}

const givenHall = async () => {
  const app = await given()
  app.setNow('2026-06-10T06:00:00.000Z')
  await (await app.as('superadmin')).put('/customization/hall', { dayPassFee: passPrice })
  const clerk = counted(await app.as('manager'))
  const joined = ['2026-04-30', '2026-05-31', '2026-06-01']
  const students = await Promise.all(joined.map((dateJoined, at) => app.as('student', { dateJoined, name: `Student ${at}` })))
  const ledger = newLedger()
  ledger.months.setToday('2026-06-10')
  return { app, clerk, students: students.map(({ _id }) => _id), ledger }
}
type Hall = Awaited<ReturnType<typeof givenHall>>

const allFees = async ({ clerk }: Hall): Promise<Fee[]> => (await clerk.get('/user/fees')).body.items
const noteFees = (hall: Hall, fees: readonly Fee[]): void => {
  for (const fee of fees)
    hall.ledger.charge({
      id: fee._id,
      student: fee.student?._id ?? '',
      kind: fee.kind,
      month: monthOf(fee),
      due: fee.dueOn,
      amount: toPaise(fee.amount),
    })
  for (const student of new Set(fees.map((fee) => fee.student?._id ?? ''))) hall.ledger.settle(student)
}

/** One action of a person; `pick` and `amount` select the student and the amount. */
type Deed = (hall: Hall, pick: number, amount: number) => Promise<void>

const pickOf = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)]
const person = ({ students }: Hall, pick: number): string => students[pick % students.length] ?? ''
const todayIn = ({ app }: Hall): string => hallToday({ config: app.config, dayStarts: [], now: app.platform.clock() })
const pass = async (hall: Hall, days: number): Promise<void> => {
  hall.app.advance(days * 24 * 3_600)
  // Sessions have expired since then.
  hall.clerk = counted(await hall.app.as('manager'))
  hall.ledger.months.setToday(todayIn(hall))
}
const payments = async (hall: Hall, student: string): Promise<Payment[]> =>
  (await hall.clerk.get(`/user/fees/accounts/${student}`)).body.payments

const deeds: Record<string, Deed> = {
  generate: async (hall, pick) => {
    const { body } = await hall.clerk.post(`/user/fees/generate/${person(hall, pick)}`, { feeAmount: 1000 })
    noteFees(hall, body.items)
  },
  'generate for all': async (hall) => {
    const { body } = await hall.clerk.post('/user/fees/generate')
    noteFees(hall, body.items)
  },
  'a month passes': (hall) => pass(hall, 31),
  'some days pass': (hall, pick) => pass(hall, 1 + (pick % 6)),
  'charge something else': async (hall, pick, amount) => {
    const kind = ['late', 'deposit', 'locker'][pick % 3]
    const sent = { studentId: person(hall, pick), kind, month: 5, year: 2026, amount: amount / 100 }
    const { body } = await hall.clerk.post('/user/fees', sent)
    noteFees(hall, [body])
  },
  pay: async (hall, pick, amount) => {
    const student = person(hall, pick)
    // Some payments are backdated, which must not affect the cash box.
    const day = pick % 4 === 0 ? addDays(todayIn(hall), -(pick % 7)) : undefined
    const sent = { studentId: student, amount: amount / 100, method: 'cash' }
    const { body, on } = await sendDated(hall.ledger, day, (receivedOn) => hall.clerk.post('/user/fees/payments', { ...sent, receivedOn }))
    hall.ledger.pay({ id: body._id, student, amount, isCash: true, on })
  },
  'pay three months ahead': async (hall, pick) => deeds.pay?.(hall, pick, 300_000),
  'pay one fee': async (hall, pick, amount) => {
    const fee = pickOf(await allFees(hall), pick)
    if (!fee) return
    const { status, body } = await hall.clerk.post(`/user/fees/${fee._id}/payments`, {
      amount: amount / 100,
      method: 'upi',
      referenceSkipped: true,
    })
    const isOpen = hall.ledger.balance(fee._id) > 0
    expect(status).toBe(isOpen ? 201 : 409)
    if (isOpen) hall.ledger.pay({ id: body._id, student: fee.student?._id ?? '', amount, isCash: false }, fee._id)
  },
  'mark paid': async (hall, pick) => {
    const fee = pickOf(await allFees(hall), pick)
    if (!fee) return
    const balance = hall.ledger.balance(fee._id)
    const { status } = await hall.clerk.put(`/user/fees/${fee._id}`, { paid: true })
    expect(status).toBe(balance > 0 ? 200 : 409)
    if (balance === 0) return
    const student = fee.student?._id ?? ''
    const [newest] = await payments(hall, student)
    hall.ledger.pay({ id: newest?._id ?? '', student, amount: balance, isCash: true }, fee._id)
  },
  'mark unpaid': async (hall, pick) => {
    const fee = pickOf(await allFees(hall), pick)
    if (!fee) return
    const { status } = await hall.clerk.put(`/user/fees/${fee._id}`, { paid: false })
    expect(status).toBe(hall.ledger.markUnpaid(fee._id) ? 200 : 409)
  },
  'void a payment': async (hall, pick) => {
    const payment = pickOf(await payments(hall, person(hall, pick)), pick)
    if (!payment) return
    const { status } = await hall.clerk.post(`/user/fees/payments/${payment._id}/void`, { reason: 'Mistake' })
    expect(status).toBe(hall.ledger.voidPayment(payment._id) ? 200 : 409)
  },
  'use credit': async (hall, pick) => {
    const fee = pickOf(await allFees(hall), pick)
    if (!fee) return
    const { status } = await hall.clerk.post(`/user/fees/${fee._id}/credit`)
    expect(status).toBe(hall.ledger.spendCredit(fee._id) ? 200 : 409)
  },
  'change an amount': async (hall, pick, amount) => {
    const fee = pickOf(await allFees(hall), pick)
    if (!fee) return
    const { status } = await hall.clerk.put(`/user/fees/${fee._id}`, { amount: amount / 100, adjustment: 'concession', reason: 'Sibling' })
    expect(status).toBe(hall.ledger.setAmount(fee._id, amount) ? 200 : 409)
  },
  'give credit back': async (hall, pick, amount) => {
    const student = person(hall, pick)
    const sent = { studentId: student, amount: amount / 100, method: 'cash', reason: 'Left' }
    const { status, body } = await hall.clerk.post('/user/fees/refunds', sent)
    const isThere = hall.ledger.refundable(student) >= amount
    expect(status).toBe(isThere ? 201 : 409)
    if (isThere) hall.ledger.refund({ id: body._id, student, amount })
  },
  'give a fee back': async (hall, pick, amount) => {
    const fee = pickOf(await allFees(hall), pick)
    if (!fee) return
    const student = fee.student?._id ?? ''
    const sent = { studentId: student, feeId: fee._id, amount: amount / 100, method: 'cash', reason: 'Left' }
    const { status, body } = await hall.clerk.post('/user/fees/refunds', sent)
    const isThere = hall.ledger.refundable(student, fee._id) >= amount
    expect(status).toBe(isThere ? 201 : 409)
    if (isThere) hall.ledger.refund({ id: body._id, student, chargeId: fee._id, amount })
  },
  'void a refund': async (hall, pick) => {
    const { refunds } = (await hall.clerk.get(`/user/fees/accounts/${person(hall, pick)}`)).body
    const refund = pickOf<{ _id: string }>(refunds, pick)
    if (!refund) return
    const { status } = await hall.clerk.post(`/user/fees/refunds/${refund._id}/void`, { reason: 'Mistake' })
    expect(status).toBe(hall.ledger.voidRefund(refund._id) ? 200 : 409)
  },
}

Object.assign(deeds, boxDeeds, monthDeeds, passDeeds)

/** Compares every figure with the second program. */
const agree = async (hall: Hall): Promise<void> => {
  const { clerk, ledger, students } = hall
  const fees = await allFees(hall)
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  const shown = fees.map((fee) => ({ id: fee._id, amount: toPaise(fee.amount), paid: toPaise(fee.paidAmount), settled: fee.paid }))
  expect(shown.toSorted(byId)).toEqual(ledger.charges().toSorted(byId))
  const accounts = (await clerk.get('/user/fees/accounts')).body.items
  const entered: Payment[] = []
  for (const student of students) {
    const account = (await clerk.get(`/user/fees/accounts/${student}`)).body
    const figures = { owed: toPaise(account.owed), credit: toPaise(account.credit) }
    expect(figures).toEqual(ledger.account(student))
    const listed = accounts.find((one: { student: { _id: string } }) => one.student._id === student)
    expect({ owed: toPaise(listed.owed), credit: toPaise(listed.credit) }).toEqual(figures)
    entered.push(...account.payments)
  }
  const told = entered.map(({ _id, credit, voided }) => ({ id: _id, isVoid: voided !== null, credit: toPaise(credit) }))
  expect(told.toSorted(byId)).toEqual(ledger.payments().toSorted(byId))
  // A receipt lists its allocations; the rest was refunded.
  const givenBack = entered
    .filter(({ voided }) => voided === null)
    .map(({ amount, credit, lines }) => toPaise(amount) - toPaise(credit) - lines.reduce((all, line) => all + toPaise(line.amount), 0))
  for (const left of givenBack) expect(left).toBeGreaterThanOrEqual(0)
  const summary = (await clerk.get('/user/fees/summary')).body
  const total = (of: (fee: ReturnType<typeof ledger.charges>[number]) => number) => ledger.charges().reduce((all, fee) => all + of(fee), 0)
  expect([summary.totalAmount, summary.paidAmount, summary.unpaidAmount, summary.paidCount, summary.unpaidCount].map(toPaise)).toEqual([
    total(({ amount }) => amount),
    total(({ paid }) => paid),
    total(({ amount, paid }) => amount - paid),
    100 * total(({ settled }) => Number(settled)),
    100 * total(({ settled }) => Number(!settled)),
  ])
  const credits = students.reduce((all, student) => all + ledger.account(student).credit, 0)
  expect(total(({ paid }) => paid) + credits).toBe(ledger.kept() - ledger.passes.amount())
}

const receiptNumbers = async (hall: Hall): Promise<string[]> => {
  const found = await Promise.all(hall.students.map((student) => payments(hall, student)))
  return [...found.flat().map(({ receiptNumber }) => receiptNumber), ...(await passNumbers(hall.clerk))]
}

const Amount = fc.oneof(fc.constantFrom(100_000, 50_000, 1, 99_999, 250_000), fc.integer({ min: 1, max: 400_000 }))
const Todo = fc.tuple(fc.constantFrom(...Object.keys(deeds)), fc.nat(50), Amount)

const wholeJournal = journalCheck(Object.values(features).flatMap(({ journal }) => journal))

/** A fixed case: a hall that meets a locked month in the ledger and in the box, and hands cash over. */
const lockedMonths: [string, number, number][] = [
  ['a month passes', 0, 0],
  ['pay', 1, 50_000],
  ['pay with an old date', 3, 100_000],
  ['lock a month', 1, 0],
  ['pay with an old date', 20, 100_000],
  ['enter an old bill', 20, 2_500],
  ['close the box', 2, 0],
  ['pay with an old date', 3, 70_000],
]

/** The box is closed on 30 June. Cash dated on that day but entered on 2 July counts in June, and in the next closing. */
const closedDay: [string, number, number][] = [
  ['some days pass', 5, 0],
  ['some days pass', 5, 0],
  ['some days pass', 5, 0],
  ['some days pass', 1, 0],
  ['pay', 1, 50_000],
  ['close the box', 1, 0],
  ['some days pass', 1, 0],
  ['pay', 16, 100_000],
]

/** Number of halls; each performs 15 to 30 actions. */
const RUNS = Number(process.env.LEDGER_RUNS ?? (isHard ? 40 : 5))

test('agrees with a second program in every figure after any sequence of actions', {
  timeout: 120_000 + RUNS * 10_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Todo, { minLength: 15, maxLength: 30 }), async (todo) => {
      const hall = await givenHall()
      await deeds['generate for all']?.(hall, 0, 0)
      for (const [name, pick, amount] of todo) await deeds[name]?.(hall, pick, amount)
      done.deeds += todo.length
      await agree(hall)
      await screensAgree(hall.clerk, hall.ledger, hall.students, todayIn(hall))
      await boxAgrees(hall.clerk, hall.ledger)
      await monthsAgree(hall.clerk, hall.ledger)
      for (const check of [moneyCheck, cashCheck, wholeJournal]) expect(await check.run(hall.app.platform)).toEqual([])
      const numbers = (await receiptNumbers(hall)).toSorted()
      expect(numbers).toEqual(numbers.map((_, at) => `2026-27/${String(at + 1).padStart(6, '0')}`))
    }),
    { numRuns: RUNS, examples: [[lockedMonths], [closedDay]] },
  )
  expect(refusals.count).toBeGreaterThan(0)
  expect(done.accepted).toBeGreaterThan(RUNS)
  if (process.env.LEDGER_RUNS) process.stderr.write(`${RUNS} halls: ${JSON.stringify(done)}\n`)
})

test('keeps every figure right for a student who pays ahead, pauses, returns, gets a concession and a refund', async () => {
  const hall = await givenHall()
  const { app, ledger } = hall
  const student = hall.students[2] ?? ''
  const generate = async () => noteFees(hall, (await hall.clerk.post('/user/fees/generate', { feeAmount: 1000 })).body.items)
  const today = () => hallToday({ config: app.config, dayStarts: [], now: app.platform.clock() })
  const check = async () => {
    await agree(hall)
    await screensAgree(hall.clerk, ledger, hall.students, today())
    await boxAgrees(hall.clerk, ledger)
    await monthsAgree(hall.clerk, ledger)
  }
  const on = async (instant: string) => {
    app.setNow(instant)
    hall.clerk = await app.as('manager')
    ledger.months.setToday(today())
  }
  await generate()
  const { body: paid } = await hall.clerk.post('/user/fees/payments', {
    studentId: student,
    amount: 4000,
    method: 'upi',
    reference: '40123456',
  })
  ledger.pay({ id: paid._id, student, amount: 400_000, isCash: false })
  expect(ledger.account(student)).toEqual({ owed: 0, credit: 300_000 })
  await check()

  await on('2026-08-10T06:00:00.000Z')
  await (await app.as('admin')).put(`/user/${student}/termination`, { terminationDate: '2026-07-31' })
  await generate()
  expect(ledger.account(student)).toEqual({ owed: 0, credit: 200_000 })
  await check()

  await on('2026-10-05T06:00:00.000Z')
  await (await app.as('admin')).put(`/user/${student}/termination`, { terminationDate: null })
  await generate()
  expect(ledger.chargedMonths(student)).toEqual(['2026-06', '2026-07', '2026-10'])
  await check()

  await on('2026-11-05T06:00:00.000Z')
  await generate()
  const [november] = (await hall.clerk.get(`/user/fees/${student}`)).body.items
  await hall.clerk.put(`/user/fees/${november._id}`, { paid: false })
  ledger.markUnpaid(november._id)
  await hall.clerk.put(`/user/fees/${november._id}`, { amount: 750.25, adjustment: 'concession', reason: 'Sibling' })
  ledger.setAmount(november._id, 75_025)
  const again = await hall.clerk.post('/user/fees/payments', { studentId: student, amount: 4000, method: 'bank', referenceSkipped: true })
  ledger.pay({ id: again.body._id, student, amount: 400_000, isCash: false })
  expect(ledger.account(student)).toEqual({ owed: 0, credit: 24_975 })
  const back = { studentId: student, amount: 249.75, method: 'cash', reason: 'Moved away' }
  const { status, body } = await hall.clerk.post('/user/fees/refunds', back)
  expect(status).toBe(201)
  ledger.refund({ id: body._id, student, amount: 24_975 })
  expect(ledger.account(student)).toEqual({ owed: 0, credit: 0 })
  await check()
  expect(await moneyCheck.run(app.platform)).toEqual([])
})
