import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { attached, idOf } from '#chat/attachments/server/testing/attach.ts'
import { browserCrypto } from '#chat/encryption/server/testing/browserCrypto.ts'
import { write } from '#chat/encryption/server/testing/party.ts'
import { given } from '#server/testing/given.ts'
import { type EncryptedChat, flagged, givenEncrypted, report } from './testing/encrypted.ts'

const content = new TextEncoder().encode('What is in the file')

/** An encrypted file of Binod’s, with a text. */
const sendFile = async ({ binod, chat }: EncryptedChat) => {
  const clientId = randomUUID()
  const { bytes, ...keys } = await browserCrypto.encryptBytes({ conversation: chat.id, clientId, bytes: content })
  const file = { name: 'threat.txt', type: 'text/plain', size: content.length, ...keys }
  const { encryption, disclosure } = await write(binod, chat, { clientId, text: 'Look', file })
  const fields = { clientId, encryption: JSON.stringify(encryption) }
  return { message: await attached(binod.person, chat.id, Buffer.from(bytes), 'encrypted', fields), disclosure, file }
}

test('a report of a file reveals the key to administrators, whose browser decrypts it; fetching it is recorded without its name', async () => {
  const all = await givenEncrypted(await given())
  const { app, admin, asha, chat } = all
  const { message, disclosure, file } = await sendFile(all)
  expect((await report(asha, { message }, disclosure)).status).toBe(201)
  const [found] = await flagged(all)
  expect(found.reports).toMatchObject([{ verified: true, disclosed: { text: 'Look', file } }])
  const { conversation, clientId, attachment } = found
  const { bytes } = await admin.get(attachment.url)
  const [revealed] = found.reports
  const opened = await browserCrypto.decryptBytes({ conversation, clientId, file: revealed.disclosed.file, bytes: new Uint8Array(bytes) })
  expect(new TextDecoder().decode(opened)).toBe('What is in the file')
  const audit = await app.db.selectFrom('audit').selectAll().where('action', '=', 'attachments.open').execute()
  expect(audit.map(({ actorId, after }) => [actorId, JSON.parse(after ?? '')])).toEqual([
    [admin._id, { fileName: 'encrypted', message: message._id, conversation: chat.id }],
  ])
  const exported = await admin.get(`/chat/admin/conversations/${chat.id}/export`)
  expect(JSON.parse(exported.text).messages[0].reports[0].disclosed.file).toEqual({ name: 'threat.txt', type: 'text/plain', size: 19 })
  for (const secret of [file.key, file.iv]) expect(exported.text).not.toContain(secret)
})

test.each([
  ['another key', { key: Buffer.alloc(32).toString('base64') }],
  ['another name', { name: 'bomb.exe' }],
  ['another type', { type: 'image/png' }],
  ['another size', { size: 20 }],
  ['other bytes', { sha256: Buffer.alloc(32).toString('base64') }],
])('a report of a file with %s is refused', async (_, more) => {
  const all = await givenEncrypted(await given())
  const { message, disclosure, file } = await sendFile(all)
  expect((await report(all.asha, { message }, { ...disclosure, file: { ...file, ...more } })).status).toBe(422)
  expect((await report(all.asha, { message }, { ...disclosure, file: null })).status).toBe(422)
})

test('keeps the file of a reported message when its sender deletes it, until the report is dismissed', async () => {
  const all = await givenEncrypted(await given())
  const { message, disclosure } = await sendFile(all)
  const { body } = await report(all.asha, { message }, disclosure)
  await all.binod.person.del(`/chat/messages/${message._id}`)
  const status = async () => (await all.admin.get(`/chat/attachments/${idOf(message)}`)).status
  expect(await status()).toBe(200)
  await all.admin.put(`/chat/admin/reports/${body._id}`, { outcome: 'dismissed' })
  expect(await status()).toBe(404)
})
