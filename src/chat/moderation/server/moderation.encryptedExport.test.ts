import { expect, test } from 'vitest'
import { said } from '#chat/conversations/server/testing/chat.ts'
import { withEncryption } from '#chat/encryption/server/testing/allowed.ts'
import { encryptFor, partyOf, tell, write } from '#chat/encryption/server/testing/party.ts'
import { given } from '#server/testing/given.ts'
import { givenEncrypted, report } from './testing/encrypted.ts'

test('exports every encrypted revision as ciphertext, and only revealed content as text', async () => {
  const app = await given()
  const { admin, asha, binod, chat } = await givenEncrypted(app)
  const edited = await tell(binod, chat, { text: 'Frist' })
  const again = await write(binod, chat, { clientId: edited.clientId, revision: 2, text: 'First' })
  await binod.person.put(`/chat/messages/${edited.message._id}`, { content: null, encryption: again.encryption })
  const revealed = await tell(binod, chat, { text: 'Threatening words' })
  await report(asha, revealed, revealed.disclosure, 'He threatens me')
  await report(asha, await tell(binod, chat, { text: 'Reported and kept' }))
  const gone = await tell(binod, chat, { text: 'Deleted words' })
  await binod.person.del(`/chat/messages/${gone.message._id}`)
  const { text } = await admin.get(`/chat/admin/conversations/${chat.id}/export`)
  const { conversation, messages } = JSON.parse(text)
  expect(conversation.isEncrypted).toBe(true)
  const writtenBy = binod.person._id
  expect(messages).toMatchObject([
    { content: null, clientId: edited.clientId, revisions: [edited.encryption, again.encryption].map((one) => ({ ...one, writtenBy })) },
    { content: null, reports: [{ verified: true, disclosed: { text: 'Threatening words', revision: 1, file: null } }] },
    { content: null, reports: [{ verified: false, disclosed: null }] },
    { isDeleted: true, content: null, revisions: [] },
  ])
  for (const secret of ['Frist', 'First', 'kept', 'Deleted words', gone.encryption.ciphertext]) expect(text).not.toContain(secret)
})

test('messages from before encryption stay readable to administrators, but not their encrypted edits', async () => {
  const app = await withEncryption(await given())
  const admin = await app.as('admin')
  const [asha, binod] = [await partyOf(await app.as('student')), await partyOf(await app.as('student'))]
  const { _id: id } = (await asha.person.post('/chat/conversations/private', { userId: binod.person._id })).body
  const before = await said(asha.person, id, 'Open words')
  const chat = { id, key: await encryptFor(id, [asha, binod]) }
  const { encryption } = await write(asha, chat, { clientId: before.clientId, text: 'Encrypted words' })
  await asha.person.put(`/chat/messages/${before._id}`, { content: null, encryption })
  const { items } = (await admin.get(`/chat/admin/conversations/${id}/messages`)).body
  expect(items).toMatchObject([{ content: null, encryption, versions: [{ content: 'Open words' }] }])
})

test('the list marks encrypted conversations, and includes nothing of their last message', async () => {
  const { admin, binod, chat } = await givenEncrypted(await given())
  const { encryption } = await tell(binod, chat, { text: 'Hello' })
  const answer = await admin.get('/chat/admin/conversations?type=private')
  expect(answer.body.items).toMatchObject([{ isEncrypted: true, lastMessage: { content: null, sender: { name: 'Binod' } } }])
  expect(answer.text).not.toContain(encryption.ciphertext)
})
