import { expect, test } from 'vitest'
import type { Document } from '#library/documents/documents.contract.ts'
import type { ReadDocument } from '#library/reading/reading.contract.ts'
import type { Seat } from '#people/seats/seats.contract.ts'
import { type Given, given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'

const extractionOf = async ({ db }: Given, id: string, pages: number) => {
  const { fileSha256: sha256 } = await db.selectFrom('documents').select('fileSha256').where('id', '=', id).executeTakeFirstOrThrow()
  return { sha256, outcome: 'done' as const, pages, coverSha256: null, at: '2026-11-21T05:30:00.000Z' }
}

test('counts the library’s contents and shows the five newest documents', async () => {
  const app = await given()
  const admin = await app.as('admin')
  const student = await app.as('student')
  const physics = await givenCategory(admin, 'Physics')
  await givenCategory(admin, 'Optics', physics._id)
  for (let number = 1; number <= 7; number++) await givenDocument(admin, `Chapter ${number}`, physics._id)
  const { items } = (await admin.get('/document')).body
  await admin.del(`/document/${items[0]._id}`)
  const { status, body } = await student.get('/user/dashboard')
  expect(status).toBe(200)
  expect(body).toMatchObject({ totalDocuments: 6, totalCategories: 2, totalUsers: 1 })
  expect(body.recentDocuments.map(({ title }: Document) => title)).toEqual([6, 5, 4, 3, 2].map((number) => `Chapter ${number}`))
  expect(body.recentDocuments[0]).toEqual(items[1])
})

test('an empty library has an empty dashboard', async () => {
  const manager = await (await given()).as('manager')
  expect((await manager.get('/user/dashboard')).body).toEqual({
    totalDocuments: 0,
    totalCategories: 0,
    totalUsers: 0,
    recentDocuments: [],
    thought: null,
    continueReading: [],
    fees: null,
    seats: { endingSoon: 0, freeMorning: 38, freeAfternoon: 38 },
    inside: 0,
    money: { collectedToday: 0, collectedThisMonth: 0, overdue: 0, overdueStudents: 0 },
    figuresToConfirm: null,
    box: null,
    charging: null,
    toCheck: null,
  })
})

test('offers started and unfinished documents, most recently read first', async () => {
  const app = await given()
  const admin = await app.as('admin')
  const student = await app.as('student')
  const { _id } = await givenCategory(admin, 'Physics')
  const books: Document[] = []
  for (const title of ['Waves', 'Optics', 'Heat', 'Sound', 'Light', 'Gone']) books.push(await givenDocument(admin, title, _id))
  const read = async (title: string, page: number) => {
    app.advance(60)
    await student.put(`/document/${books.find((book) => book.title === title)?._id}/progress`, { page })
  }
  await app.db
    .insertInto('extractions')
    .values(await extractionOf(app, books[3]?._id ?? '', 12))
    .execute()
  for (const [title, page] of [
    ['Waves', 4],
    ['Optics', 1],
    ['Heat', 40],
    ['Sound', 12],
    ['Light', 2],
    ['Gone', 9],
    ['Waves', 7],
  ] as const)
    await read(title, page)
  await admin.del(`/document/${books[5]?._id}`)
  const { body } = await student.get('/user/dashboard')
  expect(body.continueReading.map(({ title, page }: ReadDocument) => [title, page])).toEqual([
    ['Waves', 7],
    ['Light', 2],
    ['Heat', 40],
  ])
  expect((await admin.get('/user/dashboard')).body.continueReading).toEqual([])
})

test('updates the number of students when one is added, deleted or expires', async () => {
  const app = await given()
  app.setNow('2026-11-21T12:00:00.000Z')
  const superadmin = await app.as('superadmin')
  const students = async () => (await superadmin.get('/user/dashboard')).body.totalUsers
  const enrol = async (email: string, terminationDate?: string) =>
    (await superadmin.post('/user', { name: 'Asha', email, password: 'correct horse battery', role: 'student', terminationDate })).body._id
  expect(await students()).toBe(0)
  const asha = await enrol('asha@example.org')
  await enrol('binod@example.org', '2026-11-22')
  expect(await students()).toBe(2)
  await superadmin.del(`/user/${asha}`)
  expect(await students()).toBe(1)
  app.setNow('2026-11-22T18:29:59.000Z')
  expect(await students()).toBe(1)
  app.setNow('2026-11-22T18:30:00.000Z')
  expect(await students()).toBe(0)
})

/** A hall at noon on 21 November 2026: one student leaves in two days, one owes since August, one since today. */
const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-20T06:00:00.000Z')
  const clerk = await app.as('manager')
  const enrol = async (name: string, seat: object) => {
    const { body } = await clerk.post('/user', {
      name,
      email: `${name}@example.org`,
      password: 'a good long one',
      role: 'student',
      ...seat,
    })
    return body
  }
  const asha = await enrol('Asha', { seatNumber: 1, slot: 'morning', terminationDate: '2026-11-23' })
  const bela = await enrol('Bela', { seatNumber: 2, slot: 'full-day' })
  const charge = (studentId: string, month: number, dueOn: string) =>
    clerk.post('/user/fees', { studentId, kind: 'late', month, year: 2026, amount: 1000, dueOn })
  await charge(asha._id, 8, '2026-08-10')
  await charge(bela._id, 11, '2026-11-21')
  const pay = async (studentId: string, amount: number) =>
    (await clerk.post('/user/fees/payments', { studentId, amount, method: 'cash' })).body
  await pay(asha._id, 100)
  app.setNow('2026-11-21T06:30:00.000Z')
  const figures = async (me = clerk) => (await me.get('/user/dashboard')).body
  return { app, clerk, asha, bela, charge, pay, figures }
}

test('counts what the owner should check, for superadmins only', async () => {
  const { app, figures } = await givenHall()
  const superadmin = await app.as('superadmin')
  const { count } = (await superadmin.get('/user/fees/check')).body
  expect(count).toBeGreaterThan(0)
  expect((await figures(superadmin)).toCheck).toBe(count)
  expect((await figures(await app.as('admin'))).toCheck).toBeNull()
})

test('each figure of the day is the length or the sum of the linked list', async () => {
  const { app, clerk, asha, bela, pay, figures } = await givenHall()
  const wrong = await pay(bela._id, 250)
  await pay(bela._id, 300)
  await clerk.post(`/user/fees/payments/${wrong._id}/void`, { reason: 'Wrong student' })
  const listed = async (day: string) => {
    const ending = (await clerk.get('/user?role=student&status=expiring-7&hasSeat=true')).body
    const seats: Seat[] = (await clerk.get('/user/seats')).body.items
    const free = (half: 'morning' | 'afternoon') => seats.filter((seat) => seat[half]?.isExpired ?? true).length
    const collected = async (query: string) => (await clerk.get(`/user/fees/collections${query}`)).body.total.net
    const overdue = (await clerk.get('/user/fees/dues?age=overdue')).body
    return {
      seats: { endingSoon: ending.items.length, freeMorning: free('morning'), freeAfternoon: free('afternoon') },
      money: {
        collectedToday: await collected(`?from=${day}&to=${day}`),
        collectedThisMonth: await collected(''),
        overdue: overdue.owed,
        overdueStudents: overdue.items.length,
      },
    }
  }
  const today = {
    seats: { endingSoon: 1, freeMorning: 36, freeAfternoon: 37 },
    money: { collectedToday: 300, collectedThisMonth: 400, overdue: 900, overdueStudents: 1 },
  }
  expect(await figures()).toMatchObject(today)
  expect(await listed('2026-11-21')).toEqual(today)
  // Midnight in the hall's time zone.
  app.setNow('2026-11-21T18:30:00.000Z')
  const tomorrow = { ...today, money: { ...today.money, collectedToday: 0, overdue: 1600, overdueStudents: 2 } }
  expect(await figures()).toMatchObject(tomorrow)
  expect(await listed('2026-11-22')).toEqual(tomorrow)
  // The seat of a person who has left is free, and the dues of a deleted student are on a separate list.
  app.setNow('2026-11-24T06:00:00.000Z')
  await (await app.as('superadmin')).del(`/user/${asha._id}`)
  expect(await figures()).toMatchObject({
    seats: { endingSoon: 0, freeMorning: 37, freeAfternoon: 37 },
    money: { overdue: 700, overdueStudents: 1 },
  })
  expect(await listed('2026-11-24')).toMatchObject({
    seats: { endingSoon: 0, freeMorning: 37 },
    money: { overdue: 700, overdueStudents: 1 },
  })
})

test('only staff receive figures about seats and money', async () => {
  const { app, figures } = await givenHall()
  for (const role of ['manager', 'admin', 'superadmin'] as const)
    expect(await figures(await app.as(role))).toMatchObject({ seats: { endingSoon: 1 }, money: { overdue: 900 } })
  expect(await figures(await app.as('student'))).toMatchObject({ seats: null, money: null })
})

test('tells students, and nobody else, what they owe and which month is not charged yet', async () => {
  const app = await given()
  const admin = await app.as('admin')
  const student = await app.as('student', { dateJoined: app.today(), monthlyFee: 90_000 })
  const owed = async () => (await student.get('/user/dashboard')).body.fees
  // Charged automatically, but not yet: the job has not run since the student was added.
  const [year, month] = app.today().split('-').map(Number)
  expect(await owed()).toEqual({ owed: 0, uncharged: [{ year, month, amount: 900 }] })
  await admin.post(`/user/fees/generate/${student._id}`, { feeAmount: 900 })
  await admin.post('/user/fees', { studentId: student._id, kind: 'locker', year, month, amount: 600 })
  expect(await owed()).toEqual({ owed: 1_500, uncharged: [] })
  await admin.post('/user/fees/payments', { studentId: student._id, amount: 200, method: 'cash' })
  expect(await owed()).toEqual({ owed: 1_300, uncharged: [] })
  expect((await admin.get('/user/dashboard')).body.fees).toBeNull()
})
