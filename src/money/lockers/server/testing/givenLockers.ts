import { chargeBegunMonths } from '#money/charging/server/charging.job.service.ts'
import { moneyCheck } from '#money/fees/server/fees.checks.ts'
import { features } from '#server/features.ts'
import { journalCheck } from '#server/journal/check.ts'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import type { Locker } from '../../lockers.shapes.contract.ts'

const start = '2026-11-20T06:00:00.000Z'

/** A hall with automatic fees on 20 November 2026, and lockers 1 to 12 with keys K1 to K12 at ₹100 a month. */
export const givenLockers = async () => {
  const app = await given({ sessionDays: 3_650 })
  app.setNow(start)
  // As the first start of a new hall does.
  await chargeBegunMonths(app.platform)
  const [owner, clerk] = [await app.as('superadmin'), await app.as('manager')]
  const { body } = await owner.post('/user/lockers', { first: 1, count: 12, keyPrefix: 'K', fee: 100 })
  const lockers = new Map((body.items as Locker[]).map(({ number, _id }) => [Number(number), _id]))
  const idOf = (number: number): string => lockers.get(number) ?? ''
  const setDay = (day: string) => app.setNow(`${day}T06:00:00.000Z`)
  const student = (more: object = {}) => app.as('student', { name: 'Asha Rao', dateJoined: '2026-10-01', createdAt: start, ...more })
  return { app, owner, clerk, idOf, setDay, student }
}
export type LockersHall = Awaited<ReturnType<typeof givenLockers>>

export const assign = ({ idOf }: LockersHall, who: SignedInPerson, number: number, studentId: string, more: object = {}) =>
  who.post(`/user/lockers/${idOf(number)}/assign`, { studentId, ...more })

export const takeBack = ({ idOf }: LockersHall, who: SignedInPerson, number: number, studentId: string, more: object = {}) =>
  who.post(`/user/lockers/${idOf(number)}/take-back`, { studentId, keyReturned: true, ...more })

/** Returns the locker fees of a student, newest month first: `2026-11 100`. */
export const lockerFees = async (app: Given, id: string): Promise<string[]> =>
  (await (await app.as('admin')).get(`/user/fees/${id}`)).body.items
    .filter(({ kind }: { kind: string }) => kind === 'locker')
    .map(({ month, year, amount }: { month: number; year: number; amount: number }) => `${year}-${month} ${amount}`)

export const soundness = async (app: Given) => [
  ...(await moneyCheck.run(app.platform)),
  ...(await journalCheck(Object.values(features).flatMap(({ journal }) => journal)).run(app.platform)),
]
