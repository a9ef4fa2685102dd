import { describe, expect, test } from 'vitest'
import { groupOf, said } from '#chat/conversations/server/testing/chat.ts'
import { encryptFor, partyOf, tell, write } from '#chat/encryption/server/testing/party.ts'
import { given } from '#server/testing/given.ts'
import { ciphertexts, flagged, givenEncrypted, report, reportRows } from './testing/encrypted.ts'

test('shows disclosed content as verified, and only to administrators', async () => {
  const all = await givenEncrypted(await given())
  const { app, asha, binod, chat } = all
  const told = await tell(binod, chat, { text: 'Give me your seat\nor else' })
  const { status, body } = await report(asha, told, told.disclosure, 'He threatens me')
  expect([status, body.reason]).toEqual([201, 'He threatens me'])
  expect(Object.keys(body)).not.toContain('disclosed')
  const writtenBy = { _id: binod.person._id, name: 'Binod' }
  const disclosed = { revision: 1, writtenBy, text: 'Give me your seat\nor else', file: null }
  expect(await flagged(all)).toMatchObject([{ content: null, reports: [{ reporter: { name: 'Asha' }, verified: true, disclosed }] }])
  expect(JSON.stringify(await flagged(all))).not.toContain(told.disclosure.frankingKey)
  const seen = [
    await asha.person.get('/chat/reports'),
    await binod.person.get('/chat/reports'),
    await asha.person.get(`/chat/conversations/${chat.id}/messages`),
  ]
  for (const { text } of seen) expect(text).not.toContain('Give me your seat')
  expect(await reportRows(app)).toHaveLength(1)
})

describe('without a disclosure', () => {
  test('a report is not verified, shows no text, and can be completed until it is decided', async () => {
    const all = await givenEncrypted(await given())
    const { app, admin, asha, binod, chat } = all
    const told = await tell(binod, chat, { text: 'Rude' })
    const first = await report(asha, told, null, 'Insults me')
    expect(await flagged(all)).toMatchObject([{ content: null, reports: [{ verified: false, disclosed: null }] }])
    expect((await report(asha, told, { ...told.disclosure, text: 'Worse' })).status).toBe(422)
    const second = await report(asha, told, told.disclosure, 'Another reason')
    expect([second.status, second.body]).toEqual([201, first.body])
    const shown = { reason: 'Insults me', verified: true, disclosed: { text: 'Rude' } }
    expect(await flagged(all)).toMatchObject([{ reports: [shown] }])
    // A complete report is not checked again.
    expect((await report(asha, told, { ...told.disclosure, text: 'Worse' })).body).toEqual(first.body)
    expect(await flagged(all)).toMatchObject([{ reports: [shown] }])
    const other = await tell(binod, chat, { text: 'Harmless' })
    const { body } = await report(asha, other)
    await admin.put(`/chat/admin/reports/${body._id}`, { outcome: 'upheld' })
    expect((await report(asha, other, other.disclosure)).status).toBe(201)
    expect((await reportRows(app)).find(({ id }) => id === body._id)?.disclosed).toBe(null)
  })

  test('an unencrypted message needs none, and its disclosure is ignored', async () => {
    const all = await givenEncrypted(await given())
    const { app, asha, binod } = all
    const message = await said(binod.person, await groupOf(app, [asha.person, binod.person]), 'Rude')
    const disclosure = { text: 'Worse', replyTo: null, file: null, frankingKey: Buffer.alloc(32).toString('base64') }
    expect((await report(asha, { message }, disclosure)).status).toBe(201)
    expect(await flagged(all)).toMatchObject([{ content: 'Rude', reports: [{ verified: null, disclosed: null }] }])
    expect((await reportRows(app))[0]?.disclosed).toBe(null)
  })

  test.each([
    ['no text', { text: null }],
    ['a short key', { frankingKey: Buffer.alloc(31).toString('base64') }],
    ['a lone surrogate', { text: '\ud800' }],
    ['no file', { file: undefined }],
  ])('one with %s is none', async (_, more) => {
    const { app, asha, binod, chat } = await givenEncrypted(await given())
    const told = await tell(binod, chat, { text: 'Hello' })
    expect((await report(asha, told, { ...told.disclosure, ...more })).status).toBe(400)
    expect(await reportRows(app)).toEqual([])
  })
})

describe('the reported revision', () => {
  test('is kept, regardless of later edits by its sender', async () => {
    const all = await givenEncrypted(await given())
    const { asha, binod, chat } = all
    const told = await tell(binod, chat, { text: 'I hate you' })
    await report(asha, told, told.disclosure)
    const again = await write(binod, chat, { clientId: told.clientId, revision: 2, text: 'I like you' })
    await binod.person.put(`/chat/messages/${told.message._id}`, { content: null, encryption: again.encryption })
    const [found] = await flagged(all)
    expect(found).toMatchObject({
      encryption: { revision: 2 },
      reports: [{ verified: true, disclosed: { revision: 1, text: 'I hate you' } }],
    })
  })

  test('must be the latest; earlier content is rejected', async () => {
    const all = await givenEncrypted(await given())
    const { asha, binod, chat } = all
    const told = await tell(binod, chat, { text: 'I hate you' })
    const again = await write(binod, chat, { clientId: told.clientId, revision: 5, text: 'I like you' })
    await binod.person.put(`/chat/messages/${told.message._id}`, { content: null, encryption: again.encryption })
    expect((await report(asha, told, told.disclosure)).status).toBe(422)
    expect((await report(asha, told, again.disclosure)).status).toBe(201)
    expect(await flagged(all)).toMatchObject([{ reports: [{ disclosed: { revision: 5, text: 'I like you' } }] }])
  })

  test('names its author, who may have edited a message of another person', async () => {
    const all = await givenEncrypted(await given())
    const { app, asha, binod } = all
    const chief = await partyOf(await app.as('admin', { name: 'Chief' }))
    const id = await groupOf(app, [asha.person, binod.person, chief.person])
    const chat = { id, key: await encryptFor(id, [chief, asha, binod]) }
    const told = await tell(binod, chat, { text: 'Rude' })
    const edited = await write(chief, chat, { clientId: told.clientId, revision: 2, text: 'Polite' })
    expect((await chief.person.put(`/chat/messages/${told.message._id}`, { content: null, encryption: edited.encryption })).status).toBe(
      200,
    )
    await report(asha, told, edited.disclosure)
    expect(await flagged(all)).toMatchObject([{ reports: [{ disclosed: { text: 'Polite', writtenBy: { name: 'Chief' } } }] }])
  })
})

test('a reported message keeps all ciphertexts when its sender deletes it, and is erased with the disclosure on dismissal', async () => {
  const all = await givenEncrypted(await given())
  const { app, admin, asha, binod, chat } = all
  const told = await tell(binod, chat, { text: 'Rude' })
  const again = await write(binod, chat, { clientId: told.clientId, revision: 2, text: 'Ruder' })
  await binod.person.put(`/chat/messages/${told.message._id}`, { content: null, encryption: again.encryption })
  const { body } = await report(asha, told, again.disclosure)
  await binod.person.del(`/chat/messages/${told.message._id}`)
  const kept = [told.encryption, again.encryption].map(({ ciphertext, commitment, signature }) => ({ ciphertext, commitment, signature }))
  expect(await ciphertexts(app, told)).toMatchObject(kept)
  expect(await flagged(all)).toMatchObject([{ isDeleted: true, encryption: again.encryption, reports: [{ disclosed: { text: 'Ruder' } }] }])
  expect((await asha.person.get(`/chat/conversations/${chat.id}/messages`)).body.items).toMatchObject([
    { isDeleted: true, encryption: null },
  ])
  const decided = await admin.put(`/chat/admin/reports/${body._id}`, { outcome: 'dismissed' })
  expect(decided.body).toMatchObject({ outcome: 'dismissed', disclosed: null, verified: null })
  const gone = { ciphertext: null, commitment: null, signature: null, serverMac: null }
  expect(await ciphertexts(app, told)).toMatchObject([gone, gone])
  expect(await reportRows(app)).toMatchObject([{ disclosed: null }])
})

test('keeps the content revealed by an upheld report', async () => {
  const { admin, asha, binod, chat } = await givenEncrypted(await given())
  const told = await tell(binod, chat, { text: 'Rude' })
  const { body } = await report(asha, told, told.disclosure)
  const decided = await admin.put(`/chat/admin/reports/${body._id}`, { outcome: 'upheld', deleteMessage: true })
  expect(decided.body).toMatchObject({ verified: true, disclosed: { text: 'Rude' } })
})
