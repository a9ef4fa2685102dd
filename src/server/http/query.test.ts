import { describe, expect, test } from 'vitest'
import { features } from '#server/features.ts'
import { given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'

const unknown = (key: string) => {
  const message = `There is no query parameter “${key}”. Check how it is spelled.`
  return { code: 'invalid', message, fields: { [key]: message } }
}
const repeated = (key: string) => {
  const message = `The query parameter “${key}” is given more than once.`
  return { code: 'invalid', message, fields: { [key]: message } }
}

describe('a query', () => {
  test.each([
    ['a list', '/user?serach=asha', unknown('serach')],
    ['the cash box', '/user/fees/box?mnth=2026-10', unknown('mnth')],
    ['the months that are locked', '/user/fees/locks?year=2026', unknown('year')],
    ['what is to be checked', '/user/fees/check/entries?kind=voids&clerk=asha', unknown('clerk')],
    ['a key in another case', '/document?Limit=5', unknown('Limit')],
    ['a cached list', '/category?limit=5', unknown('limit')],
    ['a call that takes no query', '/auth/me?x=1', unknown('x')],
    ['an export', '/user/export?format=csv&rol=student', unknown('rol')],
    ['an array in brackets', '/document?search[]=a', unknown('search[]')],
    ['an object in brackets', '/document?search[a]=a', unknown('search[a]')],
    ['a name that every object has', '/document?toString=1', unknown('toString')],
    ['the name of a prototype', '/document?__proto__=1', unknown('__proto__')],
    ['a key without a name', '/document?=1', unknown('')],
    ['a key that is given twice', '/document?search=a&search=b', repeated('search')],
    ['a key that is given twice in two spellings', '/document?search=a&s%65arch=a', repeated('search')],
    ['a long key', `/document?${'k'.repeat(300)}=1`, { code: 'invalid', message: expect.stringContaining(`“${'k'.repeat(40)}…”`) }],
  ])('of %s is refused for a key that is unknown or repeated', async (_, path, refusal) => {
    const app = await given()
    const { status, body } = await (await app.as('superadmin')).get(path)
    expect([status, body]).toEqual([400, expect.objectContaining(refusal)])
  })

  test('of a call that writes is validated too, and nothing is written', async () => {
    const app = await given()
    const admin = await app.as('superadmin')
    expect((await admin.post('/category?dryRun=true', { name: 'Physics' })).body).toMatchObject(unknown('dryRun'))
    expect((await admin.get('/category')).body.items).toEqual([])
  })

  test('of a caller without permission gets no hint', async () => {
    const app = await given()
    expect((await app.anyone().get('/user?serach=asha')).status).toBe(401)
    expect((await (await app.as('student')).get('/user?serach=asha')).status).toBe(403)
  })

  test('of an address that is opened directly may have foreign keys', async () => {
    const app = await given()
    const admin = await app.as('admin')
    const { _id } = await givenDocument(admin, 'Waves', (await givenCategory(admin, 'Physics'))._id)
    const { downloadUrl } = (await admin.get(`/document/${_id}/download`)).body
    expect((await app.anyone().get(`${downloadUrl}&utm_source=chat`)).status).toBe(200)
    expect((await app.anyone().get(downloadUrl.replace('signature', 'sign'))).status).toBe(403)
  })
})

test('every query of a contract declares its keys', () => {
  const endpoints = Object.values(features).flatMap(({ api }) => Object.values(api))
  const shapeless = endpoints.filter(({ query }) => query && typeof (query as { shape?: unknown }).shape !== 'object')
  expect(shapeless.map(({ path }) => path)).toEqual([])
})
