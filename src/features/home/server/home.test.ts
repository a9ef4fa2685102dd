import { expect, test } from 'vitest'
import type { Document } from '#features/documents/documents.contract.ts'
import type { ReadDocument } from '#features/reading/reading.contract.ts'
import { type Given, given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'

const extractionOf = async ({ db }: Given, id: string, pages: number) => {
  const { fileSha256: sha256 } = await db.selectFrom('documents').select('fileSha256').where('id', '=', id).executeTakeFirstOrThrow()
  return { sha256, outcome: 'done' as const, pages, coverSha256: null, at: '2026-11-21T05:30:00.000Z' }
}

test('the dashboard counts what is there and shows the five newest documents', async () => {
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
  })
})

test('the dashboard offers what was begun and not finished, the last read first', async () => {
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

test('the dashboard counts students anew when one comes, goes or is over', async () => {
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
