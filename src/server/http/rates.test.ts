import { expect, test } from 'vitest'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { givenCategory, uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'

const perMinute = 3
const address = 100
const givenLimits = (rateLimits = true): Promise<Given> =>
  given(
    { rateLimits },
    {
      callsPerMinute: {
        upload: { person: perMinute, address },
        search: { person: perMinute, address },
        find: { person: perMinute, address },
        paper: { person: perMinute, address },
        send: { person: perMinute, address },
      },
    },
  )

/** Searches for a new word each time, and returns the last status. */
const searchOften = async (person: SignedInPerson, times: number): Promise<number> => {
  let last = 0
  for (let n = 1; n <= times; n++) last = (await person.get(`/document?search=w${n}`)).status
  return last
}

test('a person who searches without end is told to wait, and others go on', async () => {
  const app = await givenLimits()
  const [asha, binod] = [await app.as('student'), await app.as('student')]
  expect(await searchOften(asha, perMinute)).toBe(200)
  const refused = await asha.get('/document?search=more')
  expect(refused.status).toBe(429)
  expect(refused.body.code).toBe('too_many')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await asha.get('/document')).status).toBe(200)
  expect((await binod.get('/document?search=more')).status).toBe(200)
})

test('finding words in documents has a limit of its own', async () => {
  const app = await givenLimits()
  const admin = await app.as('admin')
  const { _id: category } = await givenCategory(admin, 'Physics')
  const { body } = await admin.post('/document', uploadForm({ title: 'Light', category, file: pdf() }))
  const student = await app.as('student')
  const find = async (q: string) => (await student.get(`/document/${body._id}/find?q=${q}`)).status
  expect([await find('a'), await find('b'), await find('c'), await find('d')]).toEqual([200, 200, 200, 429])
  expect(await searchOften(student, perMinute)).toBe(200)
})

test('many behind one address who search without end are told to wait together', async () => {
  const app = await given(
    {},
    {
      callsPerMinute: {
        upload: { person: 1, address: 1 },
        search: { person: perMinute, address: perMinute + 1 },
        find: { person: 1, address: 1 },
        paper: { person: 1, address: 1 },
        send: { person: 600, address: 10_000 },
      },
    },
  )
  const [asha, binod] = [await app.as('student'), await app.as('student')]
  expect(await searchOften(asha, perMinute)).toBe(200)
  expect((await binod.get('/document?search=one')).status).toBe(200)
  expect((await binod.get('/document?search=two')).status).toBe(429)
})

test('a person who sends messages, edits and reactions without end is told to wait', async () => {
  const app = await givenLimits()
  const [asha, binod] = [await app.as('student'), await app.as('student')]
  const say = (person: SignedInPerson) => person.post('/chat/conversations/general/messages', { content: 'Hello' })
  const { status, body } = await say(asha)
  expect(status).toBe(201)
  expect((await asha.put(`/chat/messages/${body._id}`, { content: 'Hello all' })).status).toBe(200)
  expect((await asha.post(`/chat/messages/${body._id}/reactions`, { emoji: '👍' })).status).toBe(200)
  expect((await say(asha)).status).toBe(429)
  expect((await say(binod)).status).toBe(201)
})

test('an upload counts whatever comes of it', async () => {
  const app = await givenLimits()
  const admin = await app.as('admin')
  const send = (person: SignedInPerson) => person.post('/document', uploadForm({ title: 'A book', category: 'nowhere', file: pdf() }))
  for (let n = 1; n <= perMinute; n++) expect((await send(admin)).status).toBe(400)
  expect((await send(admin)).status).toBe(429)
  expect((await send(await app.as('superadmin'))).status).toBe(400)
})

test('with the limits off nobody waits', async () => {
  const app = await givenLimits(false)
  await givenCategory(await app.as('admin'), 'Physics')
  expect(await searchOften(await app.as('student'), perMinute + 1)).toBe(200)
})

test('a person who asks for one PDF after the other is told to wait, and can still read what stands on it', async () => {
  const app = await givenLimits()
  const asha = await app.as('student')
  const path = `/user/fees/statements/${asha._id}`
  for (let n = 1; n <= perMinute; n++) expect((await asha.get(`${path}/pdf`)).status).toBe(200)
  expect((await asha.get(`${path}/pdf`)).status).toBe(429)
  expect((await asha.get(path)).status).toBe(200)
})
