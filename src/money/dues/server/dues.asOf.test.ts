import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#contract/day.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { isHard } from '#server/testing/hard.ts'

type Hall = { clerk: SignedInPerson; students: string[]; today: string }
type Account = {
  open: { _id: string; amount: number }[]
  payments: { _id: string; voided: unknown }[]
  refunds: { _id: string; voided: unknown }[]
}

const pickOf = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)]
const accountOf = async ({ clerk, students }: Hall, pick: number): Promise<Account> =>
  (await clerk.get(`/user/fees/accounts/${pickOf(students, pick)}`)).body
const lasting = <T extends { voided: unknown }>(all: readonly T[]): T[] => all.filter(({ voided }) => voided === null)

/** What is entered on a day. Calls that do not fit the account are refused, which changes nothing. */
const deeds: Record<string, (hall: Hall, pick: number) => Promise<unknown>> = {
  charge: ({ clerk, students, today }, pick) => {
    const dueOn = addDays(today, 20 - (pick % 140))
    const kind = pick % 3 ? 'late' : 'deposit'
    return clerk.post('/user/fees', { studentId: pickOf(students, pick), kind, month: 1 + (pick % 3), year: 2026, amount: 300, dueOn })
  },
  pay: ({ clerk, students }, pick) =>
    clerk.post('/user/fees/payments', { studentId: pickOf(students, pick), amount: 50 + (pick % 500), method: 'cash' }),
  void: async (hall, pick) => {
    const { payments } = await accountOf(hall, pick)
    return hall.clerk.post(`/user/fees/payments/${pickOf(lasting(payments), pick)?._id}/void`, { reason: 'Mistake' })
  },
  waive: async (hall, pick) => {
    const fee = pickOf((await accountOf(hall, pick)).open, pick)
    return hall.clerk.put(`/user/fees/${fee?._id}`, { amount: pick % 320, adjustment: 'waiver', reason: 'Sibling' })
  },
  refund: ({ clerk, students }, pick) =>
    clerk.post('/user/fees/refunds', { studentId: pickOf(students, pick), amount: 1 + (pick % 60), method: 'cash', reason: 'Left' }),
  'refund a fee': async (hall, pick) => {
    const fee = pickOf((await accountOf(hall, pick)).open, pick)
    const sent = { studentId: pickOf(hall.students, pick), feeId: fee?._id, amount: 1 + (pick % 60), method: 'cash', reason: 'Left' }
    return hall.clerk.post('/user/fees/refunds', sent)
  },
  'void a refund': async (hall, pick) => {
    const { refunds } = await accountOf(hall, pick)
    return hall.clerk.post(`/user/fees/refunds/${pickOf(lasting(refunds), pick)?._id}/void`, { reason: 'Mistake' })
  },
  delete: async ({ clerk, students }, pick) => (pick % 5 ? undefined : clerk.del(`/user/${pickOf(students, pick)}`)),
}

test('returns for every earlier day what was owed at its end, whatever was entered later', { timeout: 120_000 }, async () => {
  const deed = fc.tuple(fc.constantFrom('charge', 'charge', 'pay', ...Object.keys(deeds)), fc.nat(10_000))
  const days = fc.array(fc.array(deed, { maxLength: 5 }), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(days, async (all) => {
      const app = await given()
      app.setNow('2026-01-10T06:00:00.000Z')
      const students = await Promise.all([1, 2, 3].map(async () => (await app.as('student'))._id))
      const figures = async (clerk: SignedInPerson, asOf = '') => [
        (await clerk.get(`/user/fees/ageing${asOf && `?asOf=${asOf}`}`)).body,
        { ...(await clerk.get(`/user/fees/months?from=2026-01&to=2026-03${asOf && `&asOf=${asOf}`}`)).body, asOf: undefined },
      ]
      const seen = new Map<string, unknown>()
      let today = '2026-01-10'
      for (const done of all) {
        app.setNow(`${today}T06:00:00.000Z`)
        const clerk = await app.as('superadmin')
        for (const [name, pick] of done) await deeds[name]?.({ clerk, students, today }, pick)
        seen.set(today, await figures(clerk))
        today = addDays(today, 1 + (done.length % 2) * 30)
      }
      const clerk = await app.as('superadmin')
      for (const [day, then] of seen) expect([day, await figures(clerk, day)]).toEqual([day, then])
    }),
    { numRuns: isHard ? 60 : 5 },
  )
})

test('returns for an earlier day the same, while payments are being entered', async () => {
  const app = await given()
  app.setNow('2026-01-10T06:00:00.000Z')
  const students = await Promise.all([1, 2, 3].map(async () => (await app.as('student'))._id))
  const clerk = await app.as('superadmin')
  for (const studentId of students)
    await clerk.post('/user/fees', { studentId, kind: 'late', month: 1, year: 2026, amount: 3_000, dueOn: '2026-01-05' })
  app.setNow('2026-01-11T06:00:00.000Z')
  const figures = async () => [
    (await clerk.get('/user/fees/ageing?asOf=2026-01-10')).body,
    (await clerk.get('/user/fees/months?from=2026-01&to=2026-03&asOf=2026-01-10')).body,
  ]
  const first = await figures()
  expect(first[0].owed).toBe(9_000)
  const paying = students.map(async (studentId) => {
    for (let paid = 0; paid < 20; paid++)
      expect((await clerk.post('/user/fees/payments', { studentId, amount: 10, method: 'cash' })).status).toBe(201)
  })
  let isPaying = true
  const watching = [1, 2, 3].map(async () => {
    while (isPaying) expect(await figures()).toEqual(first)
  })
  await Promise.all(paying).finally(() => {
    isPaying = false
  })
  await Promise.all(watching)
})
