import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { givenPair, givenSockets, said, say } from '../../conversations/server/testing/chat.ts'
import { withEncryption } from './testing/allowed.ts'
import { envelope, givenDevice, keyFor, sayEncrypted } from './testing/devices.ts'

const givenEncrypted = async () => {
  const pair = await givenPair(await withEncryption(await given()))
  const before = await said(pair.asha, pair.id, 'Is seat 4 free?')
  const [phone, desk] = [await givenDevice(pair.asha), await givenDevice(pair.binod)]
  await pair.asha.put(`/chat/conversations/${pair.id}/encryption`, keyFor(1, phone, [phone, desk]))
  const messages = async (person: SignedInPerson = pair.binod) => (await person.get(`/chat/conversations/${pair.id}/messages`)).body.items
  return { ...pair, before, phone, desk, messages }
}

const upload = (fields: Record<string, string>, bytes = 'ciphertext') => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new File([bytes], 'secret plans.txt', { type: 'text/plain' }))
  return form
}

describe('an encrypted message', () => {
  test('is returned and announced as sent, with its author and without a text', async () => {
    const { app, asha, binod, id, phone, messages } = await givenEncrypted()
    const { heard } = await (await givenSockets(app))(binod)
    const encryption = envelope(phone)
    const sent = await sayEncrypted(asha, id, encryption)
    expect(sent).toMatchObject({ status: 201, body: { content: null, encryption: { ...encryption, writtenBy: asha._id } } })
    expect((await messages()).at(-1)).toEqual(sent.body)
    await expect.poll(() => heard.find(({ event }) => event === 'new_message')?.payload).toEqual(sent.body)
  })

  test('includes the data to decrypt it in the list and in quotes', async () => {
    const { asha, binod, id, phone, desk } = await givenEncrypted()
    const { body: first } = await sayEncrypted(asha, id, envelope(phone))
    const reply = await sayEncrypted(binod, id, envelope(desk), { replyTo: first._id })
    expect(reply.body.replyTo).toMatchObject({ _id: first._id, content: null, clientId: first.clientId, encryption: first.encryption })
    const { lastMessage } = (await asha.get(`/chat/conversations/${id}`)).body
    expect(lastMessage).toMatchObject({ clientId: reply.body.clientId, encryption: reply.body.encryption })
  })

  test('that is sent again is the same one, regardless of the second content', async () => {
    const { asha, id, phone } = await givenEncrypted()
    const clientId = randomUUID()
    const first = await sayEncrypted(asha, id, envelope(phone), { clientId })
    const again = await sayEncrypted(asha, id, envelope(phone, { keyVersion: 9 }), { clientId })
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  test.each([
    ['a second use of its initialization vector', 409, 'encryption.iv_used', { iv: Buffer.alloc(12).toString('base64') }],
    ['an older or newer key', 409, 'encryption.key_outdated', { keyVersion: 2 }],
  ])('is refused with %s', async (_, status, code, more) => {
    const { asha, id, phone } = await givenEncrypted()
    await sayEncrypted(asha, id, envelope(phone, { iv: Buffer.alloc(12).toString('base64') }))
    const answer = await sayEncrypted(asha, id, envelope(phone, more))
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('is rejected from a device of another person, or one that cannot sign', async () => {
    const { app, asha, id, phone, desk } = await givenEncrypted()
    expect((await sayEncrypted(asha, id, envelope(desk))).body.code).toBe('encryption.device_unknown')
    await app.db.updateTable('devices').set({ signingKeyPem: null }).where('id', '=', phone).execute()
    expect((await sayEncrypted(asha, id, envelope(phone))).body.code).toBe('encryption.device_unknown')
  })

  test('is rejected from a removed device, also under the key made since', async () => {
    const { asha, id, phone, desk } = await givenEncrypted()
    const tablet = await givenDevice(asha)
    expect((await asha.del(`/user/encryption/devices/${phone}`)).status).toBe(204)
    expect((await sayEncrypted(asha, id, envelope(phone))).body.code).toBe('encryption.key_outdated')
    const key = keyFor(2, tablet, [tablet, desk])
    expect((await asha.put(`/chat/conversations/${id}/encryption`, key)).status).toBe(200)
    expect((await sayEncrypted(asha, id, envelope(phone, { keyVersion: 2 }))).body.code).toBe('encryption.device_unknown')
    expect((await sayEncrypted(asha, id, envelope(tablet, { keyVersion: 2 }))).status).toBe(201)
  })

  test.each([
    ['another version', { v: 2 }],
    ['a short iv', { iv: Buffer.alloc(11).toString('base64') }],
    ['base64 that is not canonical', { iv: `${Buffer.alloc(12).toString('base64').slice(0, -1)}=` }],
    ['no ciphertext', { ciphertext: '' }],
    ['a long signature', { signature: Buffer.alloc(65).toString('base64') }],
    ['a fraction', { keyVersion: 1.5 }],
    ['not encrypted', { isEncrypted: false }],
  ])('is refused with %s', async (_, more) => {
    const { asha, id, phone } = await givenEncrypted()
    expect((await sayEncrypted(asha, id, envelope(phone, more))).status).toBe(400)
  })

  test('is rejected in an unencrypted conversation', async () => {
    const { asha, id } = await givenPair(await withEncryption(await given()))
    expect((await sayEncrypted(asha, id, envelope(await givenDevice(asha)))).body.code).toBe('encryption.not_enabled')
  })
})

describe('plaintext in an encrypted conversation', () => {
  test('is rejected as message, edit and file, even in addition to encryption', async () => {
    const { asha, id, phone, before, messages } = await givenEncrypted()
    const refused = [
      await say(asha, id, 'Hello'),
      await say(asha, id, 'Hello', { encryption: envelope(phone) }),
      await asha.put(`/chat/messages/${before._id}`, { content: 'Hello' }),
      await asha.post(`/chat/conversations/${id}/attachments`, upload({})),
      await asha.post(`/chat/conversations/${id}/attachments`, upload({ content: 'Hello', encryption: JSON.stringify(envelope(phone)) })),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [422, 'chat.plaintext_refused']))
    expect(await messages()).toHaveLength(1)
  })

  test('does not include blank replies and reactions', async () => {
    const { asha, binod, id, before } = await givenEncrypted()
    expect((await asha.post(`/chat/conversations/${id}/messages`, { content: null, replyTo: before._id })).status).toBe(201)
    expect((await binod.post(`/chat/messages/${before._id}/reactions`, { emoji: '👍' })).status).toBe(200)
  })
})

describe('an edit', () => {
  test('has a higher revision, and earlier revisions stay as ciphertexts', async () => {
    const { app, asha, id, phone } = await givenEncrypted()
    const { body: sent } = await sayEncrypted(asha, id, envelope(phone))
    const encryption = envelope(phone, { revision: 2 })
    const edited = await asha.put(`/chat/messages/${sent._id}`, { content: null, encryption })
    expect(edited).toMatchObject({ status: 200, body: { isEdited: true, content: null, encryption } })
    expect((await asha.put(`/chat/messages/${sent._id}`, { content: null, encryption })).body.change).toBe(edited.body.change)
    const outdated = await asha.put(`/chat/messages/${sent._id}`, { content: null, encryption: envelope(phone, { revision: 2 }) })
    expect([outdated.status, outdated.body.code]).toEqual([409, 'encryption.revision_outdated'])
    const kept = await app.db.selectFrom('messageCiphertexts').select('revision').where('messageId', '=', sent._id).execute()
    expect(kept.map(({ revision }) => revision)).toEqual([1, 2])
  })

  test('encrypts a message from before the conversation was encrypted', async () => {
    const { asha, phone, before, messages } = await givenEncrypted()
    const encryption = envelope(phone)
    expect((await asha.put(`/chat/messages/${before._id}`, { content: null, encryption })).status).toBe(200)
    expect((await messages())[0]).toMatchObject({ content: null, encryption })
  })
})

describe('a deletion', () => {
  test('erases the ciphertext from the disk, and its initialization vector stays used', async () => {
    const { app, asha, id, phone, messages } = await givenEncrypted()
    const encryption = envelope(phone)
    const { body: sent } = await sayEncrypted(asha, id, encryption)
    await asha.del(`/chat/messages/${sent._id}`)
    expect((await messages()).at(-1)).toMatchObject({ isDeleted: true, encryption: null })
    const [row] = await app.db.selectFrom('messageCiphertexts').selectAll().where('messageId', '=', sent._id).execute()
    expect(row).toMatchObject({ iv: encryption.iv, ciphertext: null, commitment: null, signature: null, serverMac: null })
    expect((await sayEncrypted(asha, id, envelope(phone, { iv: encryption.iv }))).body.code).toBe('encryption.iv_used')
  })
})

describe('an encrypted file', () => {
  test('is stored byte for byte without a name or type', async () => {
    const { asha, binod, id, phone } = await givenEncrypted()
    const sent = await asha.post(`/chat/conversations/${id}/attachments`, upload({ encryption: JSON.stringify(envelope(phone)) }))
    expect(sent.status).toBe(201)
    expect(sent.body).toMatchObject({ type: 'file', content: null })
    const { attachment } = sent.body
    expect(attachment).toMatchObject({ originalName: 'encrypted', mediaType: 'application/octet-stream', previewUrl: null, size: 10 })
    expect((await binod.get(attachment.url.replace('/api', ''))).text).toBe('ciphertext')
    expect(JSON.stringify(sent.body)).not.toContain('secret plans')
  })
})
