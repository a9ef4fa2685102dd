import { expect, test } from 'vitest'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { givenCategory, uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { callsPerMinute } from './rates.ts'

const perMinute = 3
const address = 100
const lowLimits = Object.fromEntries(
  Object.keys(callsPerMinute).map((kind) => [kind, { person: perMinute, address }]),
) as typeof callsPerMinute
const givenLimits = (rateLimits = true): Promise<Given> => given({ rateLimits }, { callsPerMinute: lowLimits })

/** Searches for a new word each time. Returns the last status. */
const searchOften = async (person: SignedInPerson, times: number): Promise<number> => {
  let last = 0
  for (let n = 1; n <= times; n++) last = (await person.get(`/document?search=w${n}`)).status
  return last
}

test('refuses endless searches of one person with a time to wait, and serves others', async () => {
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

test('has a separate limit for finding words in documents', async () => {
  const app = await givenLimits()
  const admin = await app.as('admin')
  const { _id: category } = await givenCategory(admin, 'Physics')
  const { body } = await admin.post('/document', uploadForm({ title: 'Light', category, file: pdf() }))
  const student = await app.as('student')
  const find = async (q: string) => (await student.get(`/document/${body._id}/find?q=${q}`)).status
  expect([await find('a'), await find('b'), await find('c'), await find('d')]).toEqual([200, 200, 200, 429])
  expect(await searchOften(student, perMinute)).toBe(200)
})

test('refuses endless searches of many people behind one address together', async () => {
  const app = await given({}, { callsPerMinute: { ...lowLimits, search: { person: perMinute, address: perMinute + 1 } } })
  const [asha, binod] = [await app.as('student'), await app.as('student')]
  expect(await searchOften(asha, perMinute)).toBe(200)
  expect((await binod.get('/document?search=one')).status).toBe(200)
  expect((await binod.get('/document?search=two')).status).toBe(429)
})

test('refuses endless messages, edits and reactions of one person', async () => {
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

test('counts an upload whatever its outcome', async () => {
  const app = await givenLimits()
  const admin = await app.as('admin')
  const send = (person: SignedInPerson) => person.post('/document', uploadForm({ title: 'A book', category: 'nowhere', file: pdf() }))
  for (let n = 1; n <= perMinute; n++) expect((await send(admin)).status).toBe(400)
  expect((await send(admin)).status).toBe(429)
  expect((await send(await app.as('superadmin'))).status).toBe(400)
})

test('refuses nobody with the limits off', async () => {
  const app = await givenLimits(false)
  await givenCategory(await app.as('admin'), 'Physics')
  expect(await searchOften(await app.as('student'), perMinute + 1)).toBe(200)
})

test('refuses endless PDFs of one person, who can still read their contents', async () => {
  const app = await givenLimits()
  const asha = await app.as('student')
  const path = `/user/fees/statements/${asha._id}`
  for (let n = 1; n <= perMinute; n++) expect((await asha.get(`${path}/pdf`)).status).toBe(200)
  expect((await asha.get(`${path}/pdf`)).status).toBe(429)
  expect((await asha.get(path)).status).toBe(200)
})

test('refuses endless replacements of push subscriptions from one address, and serves other addresses', async () => {
  const app = await given({}, { callsPerMinute: { ...lowLimits, push: { person: 1, address: perMinute } } })
  const replace = async (from: string) =>
    (await app.anyone(from).post('/push/replacement', { earlier: { endpoint: 'x', auth: 'x' }, next: {} })).status
  for (let n = 1; n <= perMinute; n++) expect(await replace('192.0.2.1')).toBe(400)
  expect(await replace('192.0.2.1')).toBe(429)
  expect(await replace('192.0.2.2')).toBe(400)
  // A household has a whole network of IPv6 addresses.
  for (let n = 1; n <= perMinute; n++) expect(await replace(`2001:db8::${n}`)).toBe(400)
  expect(await replace('2001:db8::ffff:0:0:1')).toBe(429)
  expect(await replace('2001:db8:0:1::1')).toBe(400)
})
