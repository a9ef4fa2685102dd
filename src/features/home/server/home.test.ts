import { expect, test } from 'vitest'
import type { Document } from '#features/documents/documents.contract.ts'
import { given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'

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
  expect((await manager.get('/user/dashboard')).body).toEqual({ totalDocuments: 0, totalCategories: 0, totalUsers: 0, recentDocuments: [] })
})
