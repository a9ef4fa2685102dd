import { expect, test } from 'vitest'
import { addDays } from '#contract/day.ts'
import { monthOfDay } from '#contract/month.ts'
import type { Seat } from '#people/seats/seats.contract.ts'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import type { MonthBegins } from '#system/customization/customization.settings.contract.ts'
import type { Figures } from '../figures.contract.ts'
import { fillHall } from './testing/randomHall.ts'

const figuresOf = async (person: SignedInPerson): Promise<Figures> => (await person.get('/user/figures')).body

/** Counts the rows themselves, one by one. */
const counted = async ({ db, today }: Given, seats: number, monthBegins: MonthBegins): Promise<Figures> => {
  const day = today()
  const people = (await db.selectFrom('users').selectAll().execute()).filter(({ deletedAt }) => deletedAt === null)
  const charges = await db.selectFrom('charges').selectAll().execute()
  const isOver = (date: string | null) => date !== null && date < day
  const students = people.filter(({ role, seatNumber }) => role === 'student' && seatNumber !== null)
  const isDue = ({ dateJoined }: { dateJoined: string | null }) => dateJoined === null || dateJoined <= day
  const periodOf = (joined: string | null) =>
    monthOfDay(day) - (monthBegins === 'joining-day' && joined !== null && joined.slice(8) > day.slice(8) ? 1 : 0)
  const halves = (await db.selectFrom('seats').selectAll().execute()).filter(({ userId }) =>
    people.some(({ id, terminationDate }) => id === userId && !isOver(terminationDate)),
  )
  const isFull = (seatNumber: number) => halves.filter((half) => half.seatNumber === seatNumber).length === 2
  return {
    ending: students.filter(({ terminationDate: end }) => end !== null && end >= day && end <= addDays(day, 7)).length,
    ended: students.filter(({ terminationDate }) => isOver(terminationDate)).length,
    owes: people.filter(({ id }) => charges.some((fee) => fee.userId === id && fee.amount > fee.paidAmount)).length,
    freeSeats: Array.from({ length: seats }, (_, before) => before + 1).filter((number) => !isFull(number)).length,
    uncharged: students.filter(
      (student) =>
        !isOver(student.terminationDate) &&
        isDue(student) &&
        !charges.some(({ userId, kind, period }) => userId === student.id && kind === 'monthly' && period === periodOf(student.dateJoined)),
    ).length,
  }
}

/** The lengths of the lists and of the map to which the figures lead. */
const listed = async (clerk: SignedInPerson): Promise<Figures> => {
  const total = async (query: string): Promise<number> => (await clerk.get(`/user?limit=1&${query}`)).body.total
  const seats: Seat[] = (await clerk.get('/user/seats')).body.items
  const isFree = (half: Seat['morning']) => half === null || half.isExpired
  return {
    ending: await total('role=student&status=expiring-7&hasSeat=true'),
    ended: await total('role=student&status=expired&hasSeat=true'),
    owes: await total('only=owes'),
    freeSeats: seats.filter(({ morning, afternoon }) => isFree(morning) || isFree(afternoon)).length,
    uncharged: await total('only=uncharged'),
  }
}

test.each([
  ['an empty hall', 0, 38, 'first'],
  ['60 people', 60, 38, 'first'],
  ['2,000 people', 2_000, 500, 'first'],
  ['60 people whose months begin on their joining day', 60, 38, 'joining-day'],
] as const)('agrees with a second count and with the lists for %s', async (_, people, seats, monthBegins) => {
  const app = await given()
  app.setNow('2026-11-21T10:00:00.000Z')
  const admin = await app.as('admin')
  await admin.put('/customization/hall', { seats, monthBegins })
  await fillHall(app, people, seats)
  const manager = await app.as('manager')
  const figures = await figuresOf(manager)
  expect(figures).toEqual(await counted(app, seats, monthBegins))
  expect(figures).toEqual(await listed(manager))
  if (people > 0) for (const figure of Object.values(figures)) expect(figure).toBeGreaterThan(0)
})

test('follows a new fee, its payment, a new last day and the midnight of the hall', async () => {
  const app = await given()
  app.setNow('2026-11-21T18:29:00.000Z')
  const admin = await app.as('admin')
  const created = await (await app.as('superadmin')).post('/user', {
    name: 'Asha Devi',
    email: 'asha@example.org',
    password: 'a good long one',
    role: 'student',
    dateJoinedLibrary: '2026-11-01',
    seatNumber: 4,
    slot: 'full-day',
  })
  const { _id } = created.body
  expect(await figuresOf(admin)).toEqual({ ending: 0, ended: 0, owes: 0, freeSeats: 37, uncharged: 1 })
  await admin.post(`/user/fees/generate/${_id}`, { feeAmount: 900 })
  expect(await figuresOf(admin)).toMatchObject({ owes: 1, uncharged: 0 })
  await admin.post('/user/fees/payments', { studentId: _id, amount: 900, method: 'cash' })
  expect(await figuresOf(admin)).toMatchObject({ owes: 0 })
  await admin.put(`/user/${_id}/termination`, { terminationDate: '2026-11-21' })
  expect(await figuresOf(admin)).toMatchObject({ ending: 1, ended: 0, freeSeats: 37 })
  app.setNow('2026-11-21T18:30:00.000Z')
  expect(await figuresOf(admin)).toMatchObject({ ending: 0, ended: 1, freeSeats: 38 })
})

test('narrows the list together with its search and other filters, and refuses another group', async () => {
  const app = await given()
  const manager = await app.as('manager')
  const [asha, bela] = [await app.as('student', { name: 'Asha Devi' }), await app.as('student', { name: 'Bela Rao' })]
  for (const { _id } of [asha, bela])
    await manager.post('/user/fees', { studentId: _id, kind: 'locker', month: 11, year: 2026, amount: 300 })
  await app.as('student', { name: 'Asha Rao' })
  const names = async (query: string) => (await manager.get(`/user?${query}`)).body.items.map(({ name }: { name: string }) => name)
  expect(await names('only=owes')).toEqual(['Bela Rao', 'Asha Devi'])
  expect(await names('only=owes&search=asha')).toEqual(['Asha Devi'])
  expect(await names('only=owes&hasSeat=true')).toEqual([])
  expect(await names('only=owes&limit=1')).toEqual(['Bela Rao'])
  expect((await manager.get('/user?only=rich')).status).toBe(400)
  const sheet = await manager.get('/user/export?only=owes&search=bela&format=csv')
  expect([sheet.text.includes('Bela Rao'), sheet.text.includes('Asha')]).toEqual([true, false])
})
