import { expect, test } from 'vitest'
import { moneyCheck } from '#money/fees/server/fees.checks.ts'
import { features } from '#server/features.ts'
import { journalCheck } from '#server/journal/check.ts'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { chargeBegunMonths } from './charging.job.service.ts'

/*
 * The job charges while clerks work. On in-memory databases calls run one after the other; `npm run test:services` runs them
 * concurrently.
 */

const STUDENTS = 8
const joined = '2026-11-21'

const run = (app: Given) => chargeBegunMonths(app.platform)

/** A hall whose students joined on one day, with a fee that the owner has confirmed. No month is charged yet. */
const givenHall = async () => {
  const app = await given({ sessionDays: 3_650 })
  const setDay = (day: string) => app.setNow(`${day}T06:00:00.000Z`)
  setDay(joined)
  // As the first start of a new hall does.
  await run(app)
  const owner = await app.as('superadmin')
  const clerks = await Promise.all(Array.from({ length: STUDENTS }, () => app.as('manager')))
  await owner.put('/customization/hall', { monthlyFee: 900 })
  const people = Array.from({ length: STUDENTS }, (_, at) =>
    app.as('student', { dateJoined: joined, createdAt: `${joined}T06:00:00.000Z`, slot: 'full-day', seatNumber: at + 1 }),
  )
  const students = (await Promise.all(people)).map(({ _id }) => _id)
  return { app, setDay, owner, clerks, students }
}

/** How many monthly fees each student has for each month that has one, `2026-11: 1`. */
const countsOf = async (app: Given, studentId: string): Promise<string[]> => {
  const rows = await app.db.selectFrom('charges').select('period').where('userId', '=', studentId).where('kind', '=', 'monthly').execute()
  const counts = new Map<number, number>()
  for (const { period } of rows) counts.set(period, (counts.get(period) ?? 0) + 1)
  const named = (period: number) => `${Math.floor(period / 12)}-${String((period % 12) + 1).padStart(2, '0')}`
  return [...counts].toSorted(([one], [other]) => one - other).map(([period, count]) => `${named(period)}: ${count}`)
}

const once = (...months: string[]): string[] => months.map((month) => `${month}: 1`)

/** A second count of one account: all that was paid is on fees or is credit. */
const accountAgrees = async (app: Given, clerk: SignedInPerson, studentId: string): Promise<void> => {
  const charges = await app.db.selectFrom('charges').select('amount').where('userId', '=', studentId).execute()
  const payments = await app.db.selectFrom('payments').select('amount').where('userId', '=', studentId).execute()
  const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)
  const [charged, paid] = [sum(charges.map(({ amount }) => Number(amount))), sum(payments.map(({ amount }) => Number(amount)))]
  const { owed, credit } = (await clerk.get(`/user/fees/accounts/${studentId}`)).body
  expect([studentId, (owed - credit) * 100]).toEqual([studentId, charged - paid])
  expect([studentId, Math.min(owed, credit)]).toEqual([studentId, 0])
}

const wholeJournal = journalCheck(Object.values(features).flatMap(({ journal }) => journal))

const isSound = async ({ app, owner, students }: Pick<Awaited<ReturnType<typeof givenHall>>, 'app' | 'owner' | 'students'>) => {
  for (const id of students) await accountAgrees(app, owner, id)
  expect([...(await moneyCheck.run(app.platform)), ...(await wholeJournal.run(app.platform))]).toEqual([])
}

test('charges each month once while clerks generate fees, take payments and the monthly fee changes', async () => {
  const { app, setDay, owner, clerks, students } = await givenHall()
  setDay('2027-01-02')
  const pay = (at: number) => clerks[at]?.post('/user/fees/payments', { studentId: students[at], amount: 1_000, method: 'cash' })
  const generate = (at: number) => clerks[at]?.post(`/user/fees/generate/${students[at]}`, { feeAmount: 900 })
  const answers = await Promise.all([
    run(app),
    ...students.flatMap((_, at) => [at % 2 === 0 ? pay(at) : generate(at)]),
    owner.put('/customization/hall', { monthlyFee: 1_000 }),
    run(app),
    ...students.flatMap((_, at) => [pay(at), ...(at % 3 === 0 ? [generate(at)] : [])]),
    clerks[0]?.post('/user/fees/generate'),
    run(app),
  ])
  expect(answers.map((answer) => answer?.status).filter((status) => ![undefined, 200, 201].includes(status))).toEqual([])
  for (const id of students) expect(await countsOf(app, id)).toEqual(once('2026-11', '2026-12', '2027-01'))
  const amounts = await app.db.selectFrom('charges').select('amount').distinct().execute()
  expect(amounts.filter(({ amount }) => ![90_000, 100_000].includes(Number(amount)))).toEqual([])
  await isSound({ app, owner, students })
})

test('names in the run exactly those fees that the job charged, and not those of clerks who were first', async () => {
  const { app, setDay, owner, clerks, students } = await givenHall()
  setDay('2026-12-01')
  const answers = await Promise.all([
    ...students.map((id, at) => clerks[at]?.post(`/user/fees/generate/${id}`, { feeAmount: 900 })),
    run(app),
    run(app),
  ])
  const generated = answers.reduce((sum, answer) => sum + (answer?.body.created ?? 0), 0)
  const runs = await app.db.selectFrom('chargingRuns').select(['fees', 'amount']).execute()
  const listed = await app.db.selectFrom('chargingFees').select('chargeId').execute()
  const inRuns = runs.reduce((sum, { fees }) => sum + fees, 0)
  expect([inRuns + generated, inRuns]).toEqual([2 * STUDENTS, listed.length])
  expect(runs.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(inRuns * 90_000)
  for (const id of students) expect(await countsOf(app, id)).toEqual(once('2026-11', '2026-12'))
  await isSound({ app, owner, students })
})

test('charges a student who is deleted at the same time at most once, and never afterwards', async () => {
  const { app, setDay, owner, clerks, students } = await givenHall()
  setDay('2026-12-01')
  const deleted = students.filter((_, at) => at % 2 === 0)
  const removed = deleted.flatMap((id, at) => [
    owner.del(`/user/${id}`),
    clerks[at]?.post('/user/fees/payments', { studentId: id, amount: 500, method: 'cash' }),
  ])
  const answers = await Promise.all([run(app), ...removed.slice(0, 4), run(app), ...removed.slice(4), run(app)])
  expect(answers.map((answer) => answer?.status).filter((status) => ![undefined, 201, 204, 400].includes(status))).toEqual([])
  const before = await Promise.all(deleted.map((id) => countsOf(app, id)))
  for (const counts of before) expect([[], once('2026-11', '2026-12')]).toContainEqual(counts)
  setDay('2027-01-01')
  await run(app)
  expect(await Promise.all(deleted.map((id) => countsOf(app, id)))).toEqual(before)
  for (const id of students.filter((one) => !deleted.includes(one)))
    expect(await countsOf(app, id)).toEqual(once('2026-11', '2026-12', '2027-01'))
  await isSound({ app, owner, students })
})

test('withdraws a month or keeps it, and never charges it twice, while a run is undone', async () => {
  const { app, setDay, owner, clerks, students } = await givenHall()
  const admin = await app.as('admin')
  setDay('2026-12-01')
  await run(app)
  const { lastRun } = (await owner.get('/user/fees/charging')).body
  const pay = (at: number) => clerks[at]?.post('/user/fees/payments', { studentId: students[at], amount: 1_800, method: 'cash' })
  const generate = (at: number) => clerks[at]?.post(`/user/fees/generate/${students[at]}`, { feeAmount: 900 })
  // The next day, on which the job looks at everybody again.
  setDay('2026-12-02')
  const undo = (by: SignedInPerson) => by.post(`/user/fees/charging/${lastRun._id}/undo`)
  const [first, second, ...others] = await Promise.all([
    undo(owner),
    undo(admin),
    run(app),
    ...students.map((_, at) => (at % 2 === 0 ? pay(at) : generate(at))),
    run(app),
  ])
  expect([first.status, second.status].toSorted()).toEqual([200, 409])
  expect(others.map((answer) => answer?.status).filter((status) => ![undefined, 200, 201].includes(status))).toEqual([])
  const { body } = first.status === 200 ? first : second
  const withdrawn = await app.db.selectFrom('withdrawnCharges').selectAll().execute()
  expect(withdrawn).toHaveLength(body.undone.withdrawn)
  // Once more: nothing that was withdrawn comes back by itself, and it can be charged once by a clerk.
  setDay('2026-12-03')
  await run(app)
  const months = once('2026-11', '2026-12')
  for (const [at, id] of students.entries()) {
    const gone = withdrawn.filter(({ userId }) => userId === id)
    const counts = await countsOf(app, id)
    if (at % 2 === 0) expect(counts).toHaveLength(months.length - gone.length)
    await generate(at)
    expect(await countsOf(app, id)).toEqual(months)
  }
  await isSound({ app, owner, students })
})
