import { expect, test } from 'vitest'
import { addDays } from '#contract/day.ts'
import { type Given, given } from '#server/testing/given.ts'
import { isHard } from '#server/testing/hard.ts'
import { chargeBegunMonths } from './charging.job.service.ts'

/*
 * Years of a hall by the clock, with a second program that counts which months each student is to be charged for. It goes through
 * every day of the calendar and asks what begins on it; it shares no code with the product and knows nothing of when the machine ran.
 */

/** A generator whose numbers repeat for the same seed. */
const randomOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

type Stay = { from: string; to: string | null }
type Student = {
  id: string
  createdOn: string
  stays: Stay[]
  withdrawn: Set<string>
  /** The last day on which a stay of theirs was changed. */
  changedOn: string
  deletedOn: string | null
}

const isIn = (day: string, { from, to }: Stay): boolean => from <= day && (to === null || day <= to)

/** The months, `2026-11`, that begin for a student between the day on which charging began and `today`. */
const expected = ({ createdOn, stays, withdrawn, deletedOn }: Student, since: string, today: string, begins: string): string[] => {
  const months = new Set<string>()
  const last = deletedOn ?? today
  const first = createdOn > since ? createdOn : since
  for (let day = '2026-01-01'; day <= last; day = addDays(day, 1)) {
    const isLast = addDays(day, 1).slice(8) === '01'
    for (const stay of stays.filter((one) => isIn(day, one))) {
      const joins = day === stay.from
      const own = Number(stay.from.slice(8))
      const isDay = begins === 'first' ? day.slice(8) === '01' : Number(day.slice(8)) === own || (isLast && own > Number(day.slice(8)))
      const joinsNow = joins && createdOn.slice(0, 7) === day.slice(0, 7)
      // The month of joining has begun already: its next day of beginning is in the month after.
      const isLater = day.slice(0, 7) !== stay.from.slice(0, 7)
      if (joinsNow || (joins && day >= first) || (isDay && isLater && day >= first)) months.add(day.slice(0, 7))
    }
  }
  return [...months].filter((month) => !withdrawn.has(month)).sort()
}

const charged = async (app: Given, id: string): Promise<string[]> =>
  (await app.db.selectFrom('charges').select('period').where('userId', '=', id).where('kind', '=', 'monthly').execute())
    .map(({ period }) => `${Math.floor(period / 12)}-${String((period % 12) + 1).padStart(2, '0')}`)
    .sort()

/** Few, so that people often want a seat that someone else has. */
const SEATS = 6

const givenYears = async (seed: number, begins: string, days: number) => {
  const random = randomOf(seed)
  const app = await given({ sessionDays: 3_650 })
  const since = '2026-11-21'
  let today = since
  const at = (day: string) => app.setNow(`${day}T06:00:00.000Z`)
  at(today)
  await chargeBegunMonths(app.platform)
  const owner = await app.as('superadmin')
  await owner.put('/customization/hall', { monthlyFee: 900, monthBegins: begins })
  const students: Student[] = []
  const done = { seats: 0, exchanges: 0, deleted: 0 }
  const later = (most: number) => addDays(today, random(most))

  const join = async (): Promise<void> => {
    const from = addDays(today, random(60) - 40)
    const to = random(3) === 0 ? null : later(200)
    const account = { dateJoined: from, terminationDate: to, createdAt: `${today}T06:00:00.000Z` }
    const { _id: id } = await app.as('student', account)
    students.push({ id, createdOn: today, stays: [{ from, to }], withdrawn: new Set(), changedOn: today, deletedOn: null })
  }
  const one = (): Student => students[random(students.length)] as Student
  const renew = async (student: Student): Promise<void> => {
    const current = student.stays.at(-1)
    if (!current || current.to === null || student.deletedOn) return
    const to = later(150)
    const extend = (withoutSeat: boolean) => owner.put(`/user/${student.id}/termination`, { terminationDate: to, withoutSeat })
    let { body, status } = await extend(false)
    // Their seat was given away in between.
    if (status === 409) ({ body, status } = await extend(true))
    expect(status).toBe(200)
    student.changedOn = today
    if (body.dateJoinedLibrary === current.from) current.to = to
    else student.stays.push({ from: body.dateJoinedLibrary, to })
  }
  const takeSeat = async ({ id, deletedOn }: Student): Promise<void> => {
    const seat = { seatNumber: 1 + random(SEATS), slot: ['morning', 'afternoon', 'full-day'][random(3)] }
    const { status } = await owner.put(`/user/${id}`, seat)
    expect([status, deletedOn]).toEqual(deletedOn ? [404, deletedOn] : [status === 409 ? 409 : 200, null])
    if (status === 200) done.seats++
  }
  const exchange = async (): Promise<void> => {
    const seated = await app.db.selectFrom('users').select('id').where('seatNumber', 'is not', null).orderBy('id').execute()
    const [first, second] = [seated[random(seated.length)]?.id, seated[random(seated.length)]?.id]
    if (!first || !second || first === second) return
    const { status } = await owner.post('/user/seats/exchange', { first, second })
    expect([200, 204, 409]).toContain(status)
    if (status !== 409) done.exchanges++
  }
  /** Not someone whose stay was changed today: whether the job has seen that is chance. */
  const leave = async (student: Student): Promise<void> => {
    if (student.deletedOn || student.changedOn === today) return
    expect((await owner.del(`/user/${student.id}`)).status).toBe(204)
    student.deletedOn = today
    done.deleted++
  }
  const undo = async (): Promise<void> => {
    const { lastRun } = (await owner.get('/user/fees/charging')).body
    if (!lastRun || lastRun.undone) return
    const before = await Promise.all(students.map(({ id }) => charged(app, id)))
    await owner.post(`/user/fees/charging/${lastRun._id}/undo`)
    for (const [index, student] of students.entries()) {
      const after = await charged(app, student.id)
      for (const month of before[index]?.filter((known) => !after.includes(known)) ?? []) student.withdrawn.add(month)
    }
  }
  const deeds = [
    join,
    () => renew(one()),
    () => owner.post('/user/fees/payments', { studentId: one().id, amount: 900, method: 'cash' }),
    undo,
    () => takeSeat(one()),
    exchange,
    () => leave(one()),
  ]
  await join()
  for (let day = 0; day < days; day++) {
    today = addDays(today, 1)
    // The machine is off on some days, and for three weeks now and then.
    if (random(40) === 0) day += random(21)
    today = addDays(since, day + 1)
    if (random(4) === 0) continue
    at(today)
    // Two nodes, which start the job at the same moment.
    await Promise.all([chargeBegunMonths(app.platform), chargeBegunMonths(app.platform)])
    for (let left = random(3); left > 0; left--) await deeds[random(10) < 4 ? 0 : 1 + random(deeds.length - 1)]?.()
  }
  at(addDays(today, 1))
  today = addDays(today, 1)
  await chargeBegunMonths(app.platform)
  return { app, students, since, today, done }
}

const years = isHard ? 2 : 0.4

test.each([
  ['first', 1],
  ['joining-day', 2],
])('every month is charged exactly once, however often the machine is off: months begin on the %s', async (begins, seed) => {
  const { app, students, since, today, done } = await givenYears(seed, begins, Math.round(365 * years))
  expect(students.length).toBeGreaterThan(20)
  expect(Object.entries(done).filter(([, times]) => times === 0)).toEqual([])
  for (const student of students)
    expect([student.deletedOn, await charged(app, student.id)]).toEqual([student.deletedOn, expected(student, since, today, begins)])
})
