import { describe, expect, test } from 'vitest'
import { givenPair } from '#chat/conversations/server/testing/chat.ts'
import type { Disclosure } from '#chat/encryption/encryption.disclosure.contract.ts'
import { allowEncryption } from '#chat/encryption/server/testing/allowed.ts'
import { givenListed } from '#chat/encryption/server/testing/chains.ts'
import { type ChatV2, sendV2, versionFor, writeV2 } from '#chat/encryption/server/testing/versions.ts'
import { given } from '#server/testing/given.ts'
import { flagged, reportRows } from './testing/encrypted.ts'

/** Prepares two people with signed device lists; Binod has replied to a message of Asha’s. */
const givenTold = async () => {
  const app = await given()
  await allowEncryption(app.db)
  const admin = await app.as('admin')
  const pair = await givenPair(app)
  const [asha, binod] = [await givenListed(pair.asha), await givenListed(pair.binod)]
  const { body, hash, key } = await versionFor({ conversation: pair.id, keyVersion: 1 }, [asha, binod])
  await asha.person.put(`/chat/conversations/${pair.id}/encryption`, body)
  const chat: ChatV2 = { id: pair.id, keyVersion: 1, hash, key }
  const mine = await writeV2(asha, chat, { text: 'Is seat 4 free?' })
  const asked = (await sendV2(asha.person, chat.id, mine)).body
  const { commitment, revision } = mine.encryption
  const replyTo = { deviceId: asha.device.deviceId, clientId: mine.clientId, revision, commitment }
  const told = await writeV2(binod, chat, { text: 'Go away', replyTo })
  const message = (await sendV2(binod.person, chat.id, told, asked._id)).body
  const report = (disclosure: object) => asha.person.post(`/chat/messages/${message._id}/report`, { reason: 'Rude', disclosure })
  return { app, admin, asha, binod, chat, asked, mine, told, message, replyTo, report }
}

type Scene = Awaited<ReturnType<typeof givenTold>>

describe('a report of a message of version 2', () => {
  test('shows the content to administrators as verified', async () => {
    const { admin, binod, told, report } = await givenTold()
    expect((await report(told.disclosure)).status).toBe(201)
    const [{ reports }] = await flagged({ admin })
    const writtenBy = { _id: binod.person._id, name: 'Binod' }
    expect(reports).toMatchObject([{ verified: true, disclosed: { text: 'Go away', revision: 1, writtenBy, file: null } }])
  })

  test('discloses a reply to an unencrypted message too', async () => {
    const { asha, binod, chat, asked } = await givenTold()
    const replyTo = { messageId: asked._id, sha256: Buffer.alloc(32, 5).toString('base64') }
    const told = await writeV2(binod, chat, { text: 'Yes', replyTo })
    const { _id } = (await sendV2(binod.person, chat.id, told)).body
    expect((await asha.person.post(`/chat/messages/${_id}/report`, { reason: '', disclosure: told.disclosure })).status).toBe(201)
  })

  test.each<[string, (scene: Scene) => object]>([
    ['another text', ({ told }) => ({ ...told.disclosure, text: 'Go away!' })],
    ['no quote', ({ told }) => ({ ...told.disclosure, replyTo: null })],
    ['another revision of the quoted message', ({ told, replyTo }) => ({ ...told.disclosure, replyTo: { ...replyTo, revision: 2 } })],
    [
      'another commitment of the quoted message',
      ({ told, replyTo }) => ({ ...told.disclosure, replyTo: { ...replyTo, commitment: told.encryption.commitment } }),
    ],
    ['a quote as version 1 has it', ({ told, asked }) => ({ ...told.disclosure, replyTo: asked._id })],
    ['another franking key', ({ told }) => ({ ...told.disclosure, frankingKey: Buffer.alloc(32, 7).toString('base64') })],
    ['the message of the reporter', ({ mine }) => mine.disclosure],
  ])('is refused with %s', async (_, forge) => {
    const scene = await givenTold()
    const answer = await scene.report(forge(scene))
    expect([answer.status, answer.body.code]).toEqual([422, 'moderation.not_what_was_said'])
    expect(await reportRows(scene.app)).toEqual([])
    expect((await scene.report(scene.told.disclosure)).status).toBe(201)
  })

  test('is rejected if the row names another first device', async () => {
    const { app, asha, message, told, report } = await givenTold()
    const change = (firstDeviceId: string | null) =>
      app.db.updateTable('messageCiphertexts').set({ firstDeviceId }).where('messageId', '=', message._id).execute()
    await change(asha.device.deviceId)
    expect((await report(told.disclosure)).status).toBe(422)
    await change(null)
    expect((await report({ ...told.disclosure, replyTo: null } satisfies Disclosure)).status).toBe(422)
  })

  test('is exported as its ciphertext with everything that a client needs to verify it', async () => {
    const { admin, binod, chat, told } = await givenTold()
    const { messages } = JSON.parse((await admin.get(`/chat/admin/conversations/${chat.id}/export`)).text)
    expect(messages[1]).toMatchObject({ content: null, revisions: [{ ...told.encryption, writtenBy: binod.person._id }] })
  })
})
