import { createDecipheriv, createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { groupOf } from '#chat/conversations/server/testing/chat.ts'
import type { PlaintextV1 } from '#chat/encryption/encryption.disclosure.contract.ts'
import { browserCrypto } from '#chat/encryption/server/testing/browserCrypto.ts'
import { type Party, sendWritten, tell, type Written, write } from '#chat/encryption/server/testing/party.ts'
import { ambiguous } from '#chat/encryption/web/crypto/testing/ambiguous.ts'
import { type Given, given } from '#server/testing/given.ts'
import { ciphertexts, type EncryptedChat, givenEncrypted, report, reportRows, type Told } from './testing/encrypted.ts'

const sentence = 'This report does not match the message.'
const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
/** A message whose ciphertext has another text under another key, as sent by a member who gives two others different keys. */
const twice = async (author: Party, conversation: string) => {
  const keys = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)] as const
  const [iv, frankingKey, letters] = [new Uint8Array(12).fill(3), new Uint8Array(32).fill(4), 60]
  const sender = author.person._id
  const place = { conversation, sender, clientId: randomUUID(), revision: 1, keyVersion: 1, type: 'text' as const }
  const aad = encodeFields('carrel/message/1', conversation, sender, author.device.deviceId, 1, place.clientId, 1, 'text')
  const key = await crypto.subtle.importKey('raw', keys[0], 'AES-GCM', false, ['encrypt'])
  const encrypted = (text: string) =>
    browserCrypto.encryptV1With({ iv, frankingKey }, { place, key, device: author.device, said: { text, replyTo: null, file: null } })
  const bytesOf = ({ ciphertext }: { ciphertext: string }) => new Uint8Array(Buffer.from(ciphertext, 'base64'))
  const from = '{"v":1,"text":"'.length
  const first = bytesOf(await encrypted('`'.repeat(letters)))
  const both = ambiguous({ keys, iv, aad, ciphertext: first.slice(0, -16), free: { from, to: from + letters } })
  const letterAt = (at: number): number => 0x60 ^ (first[at] ?? 0) ^ (both[at] ?? 0)
  const text = String.fromCharCode(...Array.from({ length: letters }, (_, at) => letterAt(from + at)))
  const encryption = await encrypted(text)
  const bytes = bytesOf(encryption)
  const decipher = createDecipheriv('aes-256-gcm', keys[1], iv).setAAD(aad).setAuthTag(bytes.subarray(-16))
  const otherText = Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('base64')
  const disclosure: PlaintextV1 = { text, replyTo: null, file: null, frankingKey: toBase64(frankingKey) }
  return { clientId: place.clientId, encryption, disclosure, otherText }
}

describe('rejects a forged report and stores nothing', () => {
  const file = {
    name: 'a.txt',
    type: 'text/plain',
    size: 3,
    key: toBase64(new Uint8Array(32)),
    iv: toBase64(new Uint8Array(12)),
    sha256: '',
  }
  const otherKey = Buffer.alloc(32, 7).toString('base64')
  /**
   * Next to the reported message: another one of the same person, a reply, an older revision, and one in another conversation.
   */
  const givenTold = async () => {
    const all = await givenEncrypted(await given())
    const { app, asha, binod, chat } = all
    const mine = await tell(asha, chat, { text: 'I wrote this' })
    const told = await tell(binod, chat, { text: 'Hello', replyTo: mine.message._id })
    const second = await tell(binod, chat, { text: 'Also mine' })
    const elsewhere = { ...chat, id: await groupOf(app, [asha.person, binod.person]) }
    return { ...all, mine, told, second, elsewhere }
  }
  type Scene = Awaited<ReturnType<typeof givenTold>>

  test.each<[string, (scene: Scene) => object]>([
    ['another text', ({ told }) => ({ ...told.disclosure, text: 'Hello!' })],
    ['no text', ({ told }) => ({ ...told.disclosure, text: '' })],
    ['a text that only looks the same', ({ told }) => ({ ...told.disclosure, text: 'Hеllo' })],
    ['another quote', ({ told, second }) => ({ ...told.disclosure, replyTo: second.message._id })],
    ['no quote', ({ told }) => ({ ...told.disclosure, replyTo: null })],
    ['a file that was never there', ({ told }) => ({ ...told.disclosure, file: { ...file, sha256: otherKey } })],
    ['another franking key', ({ told }) => ({ ...told.disclosure, frankingKey: otherKey })],
    ['another message of the same person', ({ second }) => second.disclosure],
    ['a message of the reporter', ({ mine }) => mine.disclosure],
  ])('with %s', async (_, forge) => {
    const scene = await givenTold()
    const answer = await report(scene.asha, scene.told, forge(scene))
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([422, 'moderation.not_what_was_said', sentence])
    expect(await reportRows(scene.app)).toEqual([])
    expect((await report(scene.asha, scene.told, scene.told.disclosure)).status).toBe(201)
  })

  test.each<[string, (scene: Scene) => Parameters<typeof write>[2]]>([
    ['another conversation', () => ({})],
    ['another sender', ({ asha }) => ({ sender: asha.person._id })],
    ['another revision', () => ({ revision: 2 })],
    ['another clientId', () => ({ clientId: randomUUID() })],
    ['a file where there is none', () => ({ file: { ...file, sha256: otherKey } })],
  ])('with what its own sender has committed to for %s', async (what, other) => {
    const scene = await givenTold()
    const { asha, binod, chat, elsewhere } = scene
    const honest = await write(binod, chat, { text: 'Hello' })
    const place = what === 'another conversation' ? elsewhere : chat
    const forged = await write(binod, place, { text: 'Hello', clientId: honest.clientId, ...other(scene) })
    const encryption = { ...honest.encryption, commitment: forged.encryption.commitment }
    const message = await sendWritten(binod, chat.id, { ...honest, encryption })
    for (const { disclosure } of [forged, honest]) expect((await report(asha, { message }, disclosure)).status).toBe(422)
  })

  test('with a file in a message of the type text, which no member was shown', async () => {
    const { asha, binod, chat } = await givenEncrypted(await given())
    const honest = await write(binod, chat, { text: 'Hello' })
    const disclosure = { ...honest.disclosure, file: { ...file, sha256: otherKey } }
    const place = { conversation: chat.id, sender: binod.person._id, clientId: honest.clientId, revision: 1, type: 'text' as const }
    const commitment = toBase64(await browserCrypto.commitTo(place, disclosure, disclosure.frankingKey))
    const message = await sendWritten(binod, chat.id, { ...honest, encryption: { ...honest.encryption, commitment } })
    expect((await report(asha, { message }, disclosure)).status).toBe(422)
  })

  test('with the second text of a ciphertext that two keys decrypt', async () => {
    const { asha, binod, chat } = await givenEncrypted(await given())
    const encrypted = await twice(binod, chat.id)
    const message = await sendWritten(binod, chat.id, encrypted)
    expect((await report(asha, { message }, { ...encrypted.disclosure, text: encrypted.otherText })).status).toBe(422)
    expect((await report(asha, { message }, encrypted.disclosure)).status).toBe(201)
  })
})

const change = ({ db }: Given, { message }: Told, set: object) =>
  db.updateTable('messageCiphertexts').set(set).where('messageId', '=', message._id).execute()
const replaceCommitment = (app: Given, told: Told, commitment: string) => change(app, told, { commitment })

/** A commitment to another text, created by a person who can write to the database. */
const recommit = async ({ binod, chat }: EncryptedChat, { clientId, disclosure }: Written, text: string, writtenBy = binod.person._id) => {
  const forged: PlaintextV1 = { ...disclosure, text }
  const place = { conversation: chat.id, sender: writtenBy, clientId, revision: 1, type: 'text' as const }
  return { forged, commitment: toBase64(await browserCrypto.commitTo(place, forged, forged.frankingKey)) }
}

describe('data changed in the database prove nothing', () => {
  test('if the commitment is to another text', async () => {
    const all = await givenEncrypted(await given())
    const told = await tell(all.binod, all.chat, { text: 'Hello' })
    const { forged, commitment } = await recommit(all, told, 'I hate you')
    await replaceCommitment(all.app, told, commitment)
    expect((await report(all.asha, told, forged)).status).toBe(422)
  })

  test('if the MAC is missing, truncated, made with another key, or belongs to another message', async () => {
    const all = await givenEncrypted(await given())
    const { app, asha, binod, chat } = all
    const told = await tell(binod, chat, { text: 'Hello' })
    const second = await tell(binod, chat, { text: 'Hello again' })
    const [row] = await ciphertexts(app, told)
    const [other] = await ciphertexts(app, second)
    const { forged, commitment } = await recommit(all, told, 'I hate you')
    const made = createHmac('sha256', 'another key').update(commitment).digest('base64')
    for (const serverMac of [null, '', row?.serverMac?.slice(0, 8), made, other?.serverMac]) {
      await change(app, told, { serverMac })
      expect((await report(asha, told, told.disclosure)).status).toBe(422)
    }
    // The complete proof of another message, commitment and MAC.
    await change(app, told, { commitment: other?.commitment, serverMac: other?.serverMac })
    for (const disclosure of [second.disclosure, told.disclosure, forged]) expect((await report(asha, told, disclosure)).status).toBe(422)
    await change(app, told, { commitment: row?.commitment, serverMac: row?.serverMac })
    expect((await report(asha, told, told.disclosure)).status).toBe(201)
  })

  test('if author, place or revision were changed', async () => {
    const all = await givenEncrypted(await given())
    const { app, admin, asha, binod, chat } = all
    const told = await tell(binod, chat, { text: 'Hello' })
    const { forged, commitment } = await recommit(all, told, 'Hello', admin._id)
    await change(app, told, { writtenBy: admin._id, commitment })
    expect((await report(asha, told, forged)).status).toBe(422)
    const [row] = await ciphertexts(app, await tell(binod, chat, { text: 'Another' }))
    await change(app, told, { writtenBy: binod.person._id, commitment: told.encryption.commitment })
    for (const set of [{ createdAt: '2020-01-01T00:00:00.000Z' }, { seq: 77 }]) {
      const { db } = app
      const was = await db.selectFrom('messages').select(['createdAt', 'seq']).where('id', '=', told.message._id).executeTakeFirstOrThrow()
      await db.updateTable('messages').set(set).where('id', '=', told.message._id).execute()
      expect((await report(asha, told, told.disclosure)).status).toBe(422)
      await db.updateTable('messages').set(was).where('id', '=', told.message._id).execute()
    }
    expect(row).toBeTruthy()
    expect((await report(asha, told, told.disclosure)).status).toBe(201)
  })
})
