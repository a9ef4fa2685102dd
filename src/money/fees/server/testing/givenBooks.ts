import { expect } from 'vitest'
import { chargeBegunMonths } from '#money/charging/server/charging.job.service.ts'
import { beginEpoch } from '#server/backup/restore.db.ts'
import { transact } from '#server/db/transact.ts'
import { checksOf } from '#server/feature/checks.ts'
import type { Platform } from '#server/feature/platform.ts'
import { features } from '#server/features.ts'
import { type Given, given } from '#server/testing/given.ts'
import { sealAudit } from '#system/audit/server/audit.service.ts'

const checks = checksOf(Object.values(features)).filter(({ name }) => name === 'journal' || name === 'money')

/** What the doctor reports about the journal and the money. */
export const problems = async ({ platform }: { platform: Platform }, head?: string): Promise<string[]> => {
  const found: string[] = []
  for (const { run } of checks) found.push(...(await run({ ...platform, head })))
  return found
}

/** A hall in which everything that moves money has happened at least once. */
export const givenBooks = async () => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const owner = await app.as('superadmin')
  const student = { password: 'correct horse battery', role: 'student', dateJoinedLibrary: '2026-10-15' }
  const opened = {
    ...student,
    name: 'Old',
    email: 'old@example.org',
    paidUpTo: '2026-09',
    oldDues: 500,
    reason: 'Paper register',
    phone: '98765 43210',
  }
  await owner.post('/user', opened)
  await sellPass(owner)
  const { _id: studentId } = (await owner.post('/user', { ...student, name: 'Asha', email: 'asha@example.org' })).body
  await owner.post('/user/fees/generate')
  await moveToAfternoon(owner, studentId)
  await assignLocker(owner, studentId)
  const pay = async (amount: number) => (await owner.post('/user/fees/payments', { studentId, amount, method: 'cash' })).body
  const wrong = await pay(100)
  await owner.post(`/user/fees/payments/${wrong._id}/void`, { reason: 'Wrong student' })
  const { lines, _id: printed } = await pay(2700)
  await owner.get(`/user/fees/receipts/${printed}`)
  const refund = { studentId, amount: 200, method: 'cash', reason: 'Left' }
  await owner.post('/user/fees/refunds', refund)
  const back = (await owner.post('/user/fees/refunds', { ...refund, feeId: lines[0].feeId })).body
  for (const more of [{}, { referenceReason: 'One transfer' }])
    await owner.post('/user/fees/refunds', { ...refund, amount: 10, method: 'upi', reference: '401234', ...more })
  await owner.post(`/user/fees/refunds/${back._id}/void`, { reason: 'Stays' })
  const fee = { studentId, kind: 'late', month: 11, year: 2026, amount: 80 }
  const { _id: late } = (await owner.post('/user/fees', fee)).body
  await owner.put(`/user/fees/${late}`, { amount: 60, notes: 'Came early', adjustment: 'concession', reason: 'Sibling' })
  await owner.put('/user/fees/receipt-book', { last: '2026-27/000043' })
  await owner.post('/user/fees/locks', { month: 9, year: 2026 })
  const left = { ...student, name: 'Left', email: 'left@example.org', dateJoinedLibrary: '2026-07-15', terminationDate: '2026-08-31' }
  const { _id: former } = (await owner.post('/user', left)).body
  await owner.put(`/user/${former}/termination`, { terminationDate: '2027-03-31', chargeGap: false })
  await chargeAndUndo(app, owner)
  const leaving = { lastDay: '2026-12-31', share: 'none', net: 0, settle: true, method: 'cash', clientId: crypto.randomUUID() }
  await owner.post(`/user/${former}/leave`, leaving)
  await closeTheBox(owner)
  await beginEpoch(app.db, 'carrel.tar', new Date('2026-11-21T06:00:00.000Z'))
  await owner.put('/user/fees/receipt-book', { last: '' })
  await transact(app.db, sealAudit)
  return { app, owner, studentId, pay }
}

/** Sells a day pass below its price. */
const sellPass = async (owner: Awaited<ReturnType<Given['as']>>): Promise<void> => {
  await owner.put('/customization/hall', { dayPassFee: 60 })
  const visitor = { name: 'Meera', phone: '98200 11111', slot: 'morning', seatNumber: 4 }
  await owner.post('/user/fees/passes', { ...visitor, amount: 50, reason: 'Came late', method: 'cash' })
}

/** Assigns a locker without a fee, so that the sums of the fees stay the same. */
const assignLocker = async (owner: Awaited<ReturnType<Given['as']>>, studentId: string): Promise<void> => {
  const { items } = (await owner.post('/user/lockers', { first: 1, count: 1 })).body
  expect((await owner.post(`/user/lockers/${items[0]._id}/assign`, { studentId })).status).toBe(200)
}

/** Changes the shift of a student whose fees stay the same. */
const moveToAfternoon = async (owner: Awaited<ReturnType<Given['as']>>, studentId: string): Promise<void> => {
  const answer = await owner.post('/user/fees/shift-change', {
    studentId,
    slot: 'afternoon',
    seatNumber: null,
    from: '2026-11-21',
    expected: 0,
    clientId: crypto.randomUUID(),
  })
  expect(answer.status).toBe(201)
}

/** Charges a month automatically and withdraws it. */
const chargeAndUndo = async (app: Given, owner: Awaited<ReturnType<Given['as']>>): Promise<void> => {
  await app.as('student', { dateJoined: '2026-11-20', monthlyFee: 70_000, createdAt: '2026-11-21T06:00:00.000Z' })
  await chargeBegunMonths(app.platform)
  const { lastRun } = (await owner.get('/user/fees/charging')).body
  await owner.post(`/user/fees/charging/${lastRun._id}/undo`)
}

const closeTheBox = async (owner: Awaited<ReturnType<Given['as']>>): Promise<void> => {
  await owner.post('/user/fees/box', { kind: 'out', amount: 60, purpose: 'Water', paidOn: '2026-11-10', reason: 'Found the bill' })
  const { _id } = (await owner.post('/user/fees/box', { kind: 'in', amount: 90, purpose: 'Old books sold' })).body
  await owner.post(`/user/fees/box/${_id}/void`, { reason: 'Entered twice' })
  const { expected } = (await owner.get('/user/fees/closings/cash')).body
  await owner.post('/user/fees/closings', { counted: expected, handedOver: expected - 100, receiver: 'Owner', clientId: 'evening' })
}
