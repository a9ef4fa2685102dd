import { cashCheck } from '#money/cashbox/server/cashbox.checks.ts'
import { moneyCheck } from '#money/fees/server/fees.checks.ts'
import { seatsCheck } from '#people/seats/server/seats.checks.ts'
import { features } from '#server/features.ts'
import { journalCheck } from '#server/journal/check.ts'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { passesCheck } from '../passes.checks.ts'

/** 11:30 in the hall. */
const NOW = '2026-11-26T06:00:00.000Z'

let phones = 0

/** Returns what the doctor finds wrong with the money, the seats and the journal. */
export const checksOf = async ({ platform }: Given): Promise<string[]> => [
  ...(await moneyCheck.run(platform)),
  ...(await cashCheck.run(platform)),
  ...(await seatsCheck.run(platform)),
  ...(await passesCheck.run(platform)),
  ...(await journalCheck(Object.values(features).flatMap(({ journal }) => journal)).run(platform)),
]

/** A hall that sells day passes for ₹60, with two seats. */
export const givenPassHall = async (hall: object = {}) => {
  const app = await given()
  app.setNow(NOW)
  const [clerk, admin] = [await app.as('manager'), await app.as('superadmin')]
  await admin.put('/customization/hall', { seats: 2, dayPassFee: 60, ...hall })
  const body = (more: object = {}) => {
    phones += 1
    return {
      name: 'Meera Nair',
      phone: `98200${String(phones).padStart(5, '0')}`,
      slot: 'morning',
      seatNumber: 1,
      amount: 60,
      method: 'cash',
      ...more,
    }
  }
  const sell = (more: object = {}, who: SignedInPerson = clerk) => who.post('/user/fees/passes', body(more))
  const student = async ({ seatNumber, slot, ...more }: { seatNumber?: number; slot?: string; terminationDate?: string } = {}) => {
    const person = await app.as('student', { name: 'Asha Verma', dateJoined: '2026-10-01', ...more })
    if (seatNumber !== undefined) await admin.put(`/user/${person._id}`, { seatNumber, slot })
    return person
  }
  const seats = async () => (await clerk.get('/user/seats')).body.items
  const offer = async (query = '') => (await clerk.get(`/user/fees/passes/offer${query}`)).body
  const passes = async (query = '') => (await clerk.get(`/user/fees/passes${query}`)).body.items
  const voidPass = (pass: { paymentId: string }, who: SignedInPerson = admin) =>
    who.post(`/user/fees/payments/${pass.paymentId}/void`, { reason: 'Did not stay' })
  const checks = () => checksOf(app)
  return { app, clerk, admin, body, sell, student, seats, offer, passes, voidPass, checks }
}
