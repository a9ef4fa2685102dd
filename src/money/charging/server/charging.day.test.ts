import { expect, test } from 'vitest'
import type { Given } from '#server/testing/given.ts'
import { givenHallDay, inIndia } from '#server/testing/givenHallDay.ts'
import { chargeBegunMonths } from './charging.job.service.ts'

/** A hall that charges 900 a month, at the beginning of its days, with one student since 21 November 2026. */
const givenCharging = async (hour: number) => {
  const hall = await givenHallDay(hour)
  const { app, clockAt } = hall
  clockAt('2026-11-21T12:00')
  await chargeBegunMonths(app.platform)
  await (await app.as('admin')).put('/customization/hall', { monthlyFee: 900 })
  const joined = (dateJoined: string, local: string) => app.as('student', { dateJoined, createdAt: inIndia(local) })
  const { _id } = await joined('2026-11-21', '2026-11-21T12:00')
  /** Two nodes, which start the job at the same moment. Returns the months that are charged then. */
  const runAt = async (local: string, id = _id): Promise<string[]> => {
    clockAt(local)
    await Promise.all([chargeBegunMonths(app.platform), chargeBegunMonths(app.platform)])
    return monthsOf(app, id)
  }
  return { ...hall, joined, runAt }
}

const monthsOf = async (app: Given, id: string): Promise<string[]> =>
  (await (await app.as('admin')).get(`/user/fees/${id}`)).body.items
    .map(({ month, year }: { month: number; year: number }) => `${year}-${month}`)
    .toReversed()

const [november, december] = [['2026-11'], ['2026-11', '2026-12']]

test.each([
  [0, december, december],
  [5, november, november],
])('a month begins with the hall’s day: %i', async (hour, atHalfPastOne, beforeFive) => {
  const { runAt } = await givenCharging(hour)
  expect(await runAt('2026-11-30T23:59')).toEqual(november)
  expect(await runAt('2026-12-01T01:30')).toEqual(atHalfPastOne)
  expect(await runAt('2026-12-01T04:59')).toEqual(beforeFive)
  expect(await runAt('2026-12-01T05:00')).toEqual(december)
  expect(await runAt('2026-12-01T23:00')).toEqual(december)
})

test('a month is charged once if the day begins later from its eve on', async () => {
  const { begins, runAt } = await givenCharging(0)
  expect(await runAt('2026-11-30T12:00')).toEqual(november)
  expect((await begins(5)).status).toBe(200)
  expect(await runAt('2026-12-01T01:30')).toEqual(november)
  expect(await runAt('2026-12-01T05:00')).toEqual(december)
  expect((await begins(11)).status).toBe(409)
  expect(await runAt('2026-12-01T11:00')).toEqual(december)
  expect((await begins(11)).status).toBe(200)
  expect(await runAt('2026-12-02T10:59')).toEqual(december)
  expect(await runAt('2026-12-31T23:00')).toEqual(december)
})

test('a month is charged once if an earlier hour makes it begin at once', async () => {
  const { begins, runAt } = await givenCharging(5)
  expect(await runAt('2026-12-01T01:30')).toEqual(november)
  expect((await begins(0)).status).toBe(200)
  expect(await runAt('2026-12-01T01:31')).toEqual(december)
  // It cannot begin a second time.
  expect((await begins(5)).status).toBe(409)
  expect(await runAt('2026-12-01T05:00')).toEqual(december)
  expect((await begins(5)).status).toBe(200)
  expect(await runAt('2026-12-02T05:00')).toEqual(december)
  expect(await runAt('2027-01-01T04:59')).toEqual(december)
  expect(await runAt('2027-01-01T05:00')).toEqual([...december, '2027-1'])
})

test('a student who joins at night keeps the month of joining, whatever is set later', async () => {
  const { begins, joined, runAt, clockAt } = await givenCharging(5)
  clockAt('2026-12-01T01:30')
  const { _id } = await joined('2026-11-30', '2026-12-01T01:30')
  clockAt('2026-12-01T01:31')
  await begins(0)
  expect(await runAt('2026-12-01T01:32', _id)).toEqual(december)
})

test('a student who was entered after midnight is not charged for the month before, whatever is set later', async () => {
  const { begins, joined, runAt, clockAt } = await givenCharging(0)
  clockAt('2026-12-01T01:30')
  const { _id } = await joined('2026-11-20', '2026-12-01T01:30')
  expect(await runAt('2026-12-01T01:31', _id)).toEqual(['2026-12'])
  clockAt('2026-12-01T12:00')
  await begins(5)
  expect(await runAt('2026-12-02T05:00', _id)).toEqual(['2026-12'])
})
