import { expect, test } from 'vitest'
import { addDays } from '#contract/day.ts'
import { connectMemory, type Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations.ts'
import { type Given, given } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import { installTriggers } from '#server/testing/writes.ts'
import { chargeBegunMonths } from './charging.job.service.ts'

/* A hall of the release before monthly fees were charged automatically, whose books have gaps. */

const STUDENTS = 200
const chargingAt = migrations.findIndex(({ name }) => name === '0002_charging')
const upgradedOn = '2026-11-25'

/** `2026-11` as a number. */
const period = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1

type Kind = 'no joining date' | 'ended' | 'ends in November' | 'paid up to January' | 'own fee' | 'hall’s fee'

/** What kind of student the one with this number is; of each ten, three have a fee of their own and three pay the hall's. */
const kindOf = (at: number): Kind =>
  (['no joining date', 'ended', 'ends in November', 'paid up to January'] as const)[at % 10] ?? (at % 10 < 7 ? 'own fee' : 'hall’s fee')

const accountOf = (at: number) => {
  const kind = kindOf(at)
  const { phoneFolded: _, ...account } = newAccount('student', {
    name: `Student ${at}`,
    dateJoined: kind === 'no joining date' ? null : addDays('2026-01-05', at),
    terminationDate: { ended: '2026-10-31', 'ends in November': '2026-11-30' }[kind as string] ?? (at % 2 === 0 ? null : '2027-06-30'),
    monthlyFee: kind === 'own fee' ? 120_000 : null,
    slot: 'full-day',
    // Some of those without a joining date have a seat, so that they are on the list of those who are not charged.
    seatNumber: kind === 'no joining date' && at < 100 ? at / 10 + 1 : null,
    createdAt: '2026-01-05T06:00:00.000Z',
  })
  return account
}

const earlierDatabase = async (): Promise<Database> => {
  if (process.env.TEST_DATABASE === 'postgres') return connectTestPostgres()
  return connectMemory()
}

/** Fees for some of the months since joining: July and September have one, the months between and after do not. */
const givenEarlierHall = async () => {
  const database = await earlierDatabase()
  await migrate(database, chargingAt)
  const { db } = database
  for (let at = 0; at < STUDENTS; at++) {
    const account = accountOf(at)
    await db.insertInto('users').values(account).execute()
    const common = { userId: account.id, kind: 'monthly' as const, notes: '', takesCredit: 1 as const, settledAt: null, createdBy: null }
    const old = { amount: 90_000, originalAmount: 90_000, paidAmount: 0, createdAt: '2026-09-01T06:00:00.000Z', dueOn: '2026-09-05' }
    if (at % 3 === 0)
      for (const month of ['2026-07', '2026-09'])
        await db
          .insertInto('charges')
          .values({ ...common, ...old, id: `${account.id}-${month}`, period: period(month) })
          .execute()
    if (kindOf(at) === 'paid up to January')
      await db
        .insertInto('openings')
        .values({
          userId: account.id,
          chargeFrom: period('2027-02'),
          paidUpTo: period('2027-01'),
          oldDues: null,
          createdBy: account.id,
          createdAt: '',
        })
        .execute()
  }
  await migrate(database)
  await installTriggers(db)
  const app = await given({ sessionDays: 3_650 }, { database })
  app.setNow(`${upgradedOn}T06:00:00.000Z`)
  return { app, admin: await app.as('admin') }
}

const fees = async ({ db }: Given) =>
  (await db.selectFrom('charges').select(['userId', 'period', 'amount']).orderBy('id').execute()).map((fee) => ({
    ...fee,
    amount: Number(fee.amount),
  }))

/** Runs the job at the start of each day, as a machine does that is switched on in the morning. */
const passDays = async (app: Given, from: string, days: number): Promise<string> => {
  let day = from
  for (let passed = 0; passed < days; passed++) {
    day = addDays(from, passed)
    app.setNow(`${day}T02:00:00.000Z`)
    await chargeBegunMonths(app.platform)
  }
  return day
}

const count = (...kinds: Kind[]): number =>
  Array.from({ length: STUDENTS }, (_, at) => kindOf(at)).filter((kind) => kinds.includes(kind)).length

test('an upgraded hall with 200 students and gaps charges nothing until its owner presses, and then only months that begin afterwards', async () => {
  const { app, admin } = await givenEarlierHall()
  const before = await fees(app)
  expect(before.length).toBeGreaterThan(100)
  const state = async () => (await admin.get('/user/fees/charging')).body

  // December begins. Nothing was pressed.
  await passDays(app, upgradedOn, 9)
  expect(await fees(app)).toEqual(before)
  const [own, hall] = [count('own fee'), count('hall’s fee')]
  const skipped = { feeNotConfirmed: hall, noJoiningDate: 10 }
  const first = { from: '2027-01-01', to: '2027-01-01', fees: own, amount: own * 1_200 }
  expect(await state()).toEqual({ isOn: false, since: null, next: first, lastRun: null, skipped })

  // That the hall's fee is right does not switch charging on.
  await admin.put('/customization/hall', { monthlyFee: 900 })
  await passDays(app, '2026-12-04', 3)
  expect(await fees(app)).toEqual(before)
  const next = { ...first, fees: own + hall, amount: own * 1_200 + hall * 900 }
  expect(await state()).toMatchObject({ isOn: false, next, skipped: { feeNotConfirmed: 0 } })

  const { body } = await admin.put('/user/fees/charging', { isOn: true })
  expect(body).toMatchObject({ isOn: true, since: '2026-12-06', next })
  // December began before that, and stays as it was.
  await passDays(app, '2026-12-06', 26)
  expect(await fees(app)).toEqual(before)

  await passDays(app, '2027-01-01', 2)
  const made = (await fees(app)).slice(before.length)
  expect([made.length, new Set(made.map(({ userId }) => userId)).size]).toEqual([next.fees, next.fees])
  expect(made.map((fee) => fee.period)).toEqual(made.map(() => period('2027-01')))
  expect(made.reduce((sum, { amount }) => sum + amount, 0)).toBe(next.amount * 100)
  expect(await state()).toMatchObject({ lastRun: { day: '2027-01-01', fees: next.fees, amount: next.amount } })
  // In February also those who had paid up to January; the gaps stay.
  await passDays(app, '2027-02-01', 1)
  const later = (await fees(app)).slice(before.length + next.fees)
  expect(later.map((fee) => fee.period)).toEqual(Array(next.fees + count('paid up to January')).fill(period('2027-02')))
})
