import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { chatLimits } from '#chat/conversations/conversations.limits.ts'
import { given } from '#server/testing/given.ts'
import { defaultChatSettings } from '#system/customization/customization.settings.contract.ts'
import { givenPair } from '../../conversations/server/testing/chat.ts'
import { encryptionLimits } from '../encryption.limits.ts'
import { encryptionPolicy } from '../encryption.policy.ts'
import { withEncryption } from './testing/allowed.ts'
import { deviceIdOf, envelope, givenDevice, keyFor, rsaPem, sayEncrypted, signingPem, wrapFor } from './testing/devices.ts'

const DAY = 86_400_000

const givenEncrypted = async () => {
  const pair = await givenPair(await withEncryption(await given()))
  const [phone, desk] = [await givenDevice(pair.asha), await givenDevice(pair.binod)]
  const path = `/chat/conversations/${pair.id}/encryption`
  await pair.asha.put(path, keyFor(1, phone, [phone, desk]))
  const change = (columns: object) => pair.app.db.updateTable('conversations').set(columns).where('id', '=', pair.id).execute()
  const required = async () => (await pair.asha.get(path)).body.requiredKeyVersion
  return { ...pair, phone, desk, path, change, required }
}

const bytes = (length: number): string => randomBytes(length).toString('base64')
const around = (limit: number): number[] => [limit - 1, limit, limit + 1]

describe('the limits of encryption', () => {
  test('a message', async () => {
    const { asha, id, phone } = await givenEncrypted()
    const statuses = async (envelopes: object[]) => {
      const answers = []
      for (const one of envelopes) answers.push((await sayEncrypted(asha, id, one)).status)
      return answers
    }
    expect(await statuses(around(chatLimits.ciphertextBytes).map((size) => envelope(phone, { ciphertext: bytes(size) })))).toEqual([
      201, 201, 400,
    ])
    expect(await statuses(around(chatLimits.revision).map((revision) => envelope(phone, { revision })))).toEqual([201, 201, 400])
    expect(await statuses(around(chatLimits.keyVersion).map((keyVersion) => envelope(phone, { keyVersion })))).toEqual([409, 409, 400])
  })

  test('ciphertexts included in a list', async () => {
    const { asha, id, phone } = await givenEncrypted()
    const carried = async (size: number) => {
      await sayEncrypted(asha, id, envelope(phone, { ciphertext: bytes(size) }))
      return (await asha.get(`/chat/conversations/${id}`)).body.lastMessage.encryption !== null
    }
    expect([await carried((chatLimits.encryptedPreview / 4) * 3), await carried((chatLimits.encryptedPreview / 4) * 3 + 1)]).toEqual([
      true,
      false,
    ])
  })

  test('the lifetime of a key, in time and in messages', async () => {
    const { change, required } = await givenEncrypted()
    const aged = async (more: number) => {
      await change({ keyMadeAt: new Date(Date.now() - chatLimits.keyDays * DAY - more).toISOString() })
      return required()
    }
    expect([await aged(-DAY), await aged(DAY)]).toEqual([1, 2])
    await change({ keyMadeAt: new Date().toISOString(), keyMadeAfter: 0, lastSeq: chatLimits.keyMessages })
    expect(await required()).toBe(1)
    await change({ lastSeq: chatLimits.keyMessages + 1 })
    expect(await required()).toBe(2)
  })

  test('the members of a group', () => {
    const why = (count: number) =>
      encryptionPolicy.whyNotEnable(
        { role: 'admin' },
        {
          type: 'group',
          builtIn: null,
          members: Array.from({ length: count }, () => ({ role: 'student' as const, hasDevice: true })),
          settings: { ...defaultChatSettings, allowEncryption: true },
        },
      )?.code
    expect(around(encryptionLimits.encryptedMembers).map(why)).toEqual([undefined, undefined, 'encryption.too_many_members'])
  })

  test('the length of a device name', async () => {
    const asha = await (await given()).as('student')
    const send = async (size: number) =>
      (await asha.put('/user/encryption/public-key', { publicKeyPem: rsaPem(), signingKeyPem: signingPem, deviceName: '🔑'.repeat(size) }))
        .status
    expect([await send(encryptionLimits.deviceName), await send(encryptionLimits.deviceName + 1)]).toEqual([200, 400])
  })

  test('the numbers of requested devices, shared keys, and devices that a key is wrapped for', async () => {
    const { asha, path, phone, id } = await givenEncrypted()
    const asked = async (size: number) => (await asha.get(`${path}/devices?ids=${Array.from({ length: size }, () => phone)}`)).status
    expect([await asked(encryptionLimits.devicesAsked), await asked(encryptionLimits.devicesAsked + 1)]).toEqual([200, 400])
    const laptop = await givenDevice(asha)
    const keys = (size: number) => Array.from({ length: size }, (_, at) => ({ conversation: id, keyVersion: at + 1, ...wrapFor(laptop) }))
    const shared = async (size: number) =>
      (await asha.put(`/user/encryption/devices/${laptop}/keys`, { byDevice: phone, keys: keys(size) })).status
    expect([await shared(encryptionLimits.keysAtOnce), await shared(encryptionLimits.keysAtOnce + 1)]).toEqual([422, 400])
    const nobody = deviceIdOf(rsaPem())
    const wrapped = async (size: number) =>
      (
        await asha.put(
          path,
          keyFor(
            2,
            phone,
            Array.from({ length: size }, () => nobody),
          ),
        )
      ).status
    expect([await wrapped(encryptionLimits.wrappedKeys), await wrapped(encryptionLimits.wrappedKeys + 1)]).toEqual([422, 400])
  })

  test('the number of earlier keys in one response', async () => {
    const { app, asha, id, phone, path, change } = await givenEncrypted()
    const versions = Array.from({ length: encryptionLimits.earlierKeys + 1 }, (_, at) => at + 2)
    const made = { conversationId: id, byUser: asha._id, byDevice: phone, members: '[]', createdAt: 'then' }
    for (const keyVersion of versions) {
      await app.db
        .insertInto('conversationKeys')
        .values({ ...made, keyVersion })
        .execute()
      const wrap = { conversationId: id, keyVersion, sharedBy: null, ...wrapFor(phone) }
      await app.db.insertInto('conversationKeyWraps').values(wrap).execute()
    }
    await change({ keyVersion: versions.length + 1 })
    // The current key is returned in addition.
    expect((await asha.get(`${path}?device=${phone}`)).body.previous).toHaveLength(encryptionLimits.earlierKeys - 1)
  })
})
