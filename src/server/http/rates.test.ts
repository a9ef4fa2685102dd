import { expect, test } from 'vitest'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { givenCategory, uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { perMinute } from './rates.ts'

/** Searches for ever new words, as many as a person has in a minute, and answers the last status. */
const searchMuch = async (person: SignedInPerson, times: number, word = 'w'): Promise<number> => {
  let last = 0
  for (let n = 1; n <= times; n++) last = (await person.get(`/document?search=${word}${n}`)).status
  return last
}

test('whoever searches without end is told to wait, and others go on', async () => {
  const app = await given()
  const [asha, binod] = [await app.as('student'), await app.as('student')]
  expect(await searchMuch(asha, perMinute.search.person)).toBe(200)
  const refused = await asha.get('/document?search=more')
  expect(refused.status).toBe(429)
  expect(refused.body.code).toBe('too_many')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await asha.get('/document')).status).toBe(200)
  expect((await binod.get('/document?search=more')).status).toBe(200)
})

test('whoever looks for the same at the same time is not told to wait for another', async () => {
  const app = await given()
  const [asha, binod] = [await app.as('student'), await app.as('student')]
  await searchMuch(asha, perMinute.search.person)
  const answers = await Promise.all([asha, binod].map((person) => person.get('/document?search=together')))
  expect(answers.map(({ status }) => status)).toEqual([429, 200])
})

test('an upload counts whatever comes of it', { timeout: 60_000 }, async () => {
  const app = await given()
  const admin = await app.as('admin')
  const send = (person: SignedInPerson) => person.post('/document', uploadForm({ title: 'A book', category: 'nowhere', file: pdf() }))
  for (let n = 1; n <= perMinute.upload.person; n++) expect((await send(admin)).status).toBe(400)
  expect((await send(admin)).status).toBe(429)
  expect((await send(await app.as('superadmin'))).status).toBe(400)
})

test('with the limits off nobody waits', async () => {
  const app: Given = await given({ rateLimits: false })
  await givenCategory(await app.as('admin'), 'Physics')
  expect(await searchMuch(await app.as('student'), perMinute.search.person + 1)).toBe(200)
})
