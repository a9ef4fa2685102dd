import { privateOf } from '#chat/conversations/server/testing/chat.ts'
import { allowEncryption } from '#chat/encryption/server/testing/allowed.ts'
import { encryptFor, type Party, partyOf, type tell } from '#chat/encryption/server/testing/party.ts'
import type { Given, SignedInPerson } from '#server/testing/given.ts'

/** Two students with real devices in their encrypted conversation, and an administrator who is not in it. */
export const givenEncrypted = async (app: Given) => {
  await allowEncryption(app.db)
  const admin = await app.as('admin', { name: 'Admin' })
  const asha = await partyOf(await app.as('student', { name: 'Asha' }))
  const binod = await partyOf(await app.as('student', { name: 'Binod' }))
  const id = await privateOf(asha.person, binod.person)
  const chat = { id, key: await encryptFor(id, [asha, binod]) }
  return { app, admin, asha, binod, chat }
}

export type EncryptedChat = Awaited<ReturnType<typeof givenEncrypted>>
export type Told = Pick<Awaited<ReturnType<typeof tell>>, 'message'>

export const report = ({ person }: Party<SignedInPerson>, { message }: Told, disclosure?: object | null, reason = '') =>
  person.post(`/chat/messages/${message._id}/report`, { reason, disclosure })

export const flagged = async ({ admin }: Pick<EncryptedChat, 'admin'>) => (await admin.get('/chat/admin/messages/flagged')).body.items

export const reportRows = ({ db }: Given) => db.selectFrom('messageReports').selectAll().execute()

export const ciphertexts = ({ db }: Given, { message }: Told) =>
  db.selectFrom('messageCiphertexts').selectAll().where('messageId', '=', message._id).orderBy('revision').execute()
