import { describe, expect, test } from 'vitest'
import { givenSockets, groupOf, type Heard, privateOf, said } from '#chat/conversations/server/testing/chat.ts'
import { given } from '#server/testing/given.ts'
import { encryptionLimits } from '../encryption.limits.ts'
import { withEncryption } from './testing/allowed.ts'
import { deviceIdOf, givenDevice, rsaPem, signingPem } from './testing/devices.ts'

const path = '/user/encryption/public-key'

describe('a device', () => {
  test('is identified by its key, listed with its name, and stored once however often it is registered', async () => {
    const app = await given()
    const asha = await app.as('student')
    const publicKeyPem = rsaPem()
    const body = { publicKeyPem, signingKeyPem: signingPem, deviceName: 'Chrome on Android' }
    const first = await asha.put(path, body)
    expect(first).toMatchObject({ status: 200, body: { _id: deviceIdOf(publicKeyPem), kind: 'browser', name: 'Chrome on Android' } })
    expect((await asha.put(path, body)).status).toBe(200)
    await givenDevice(asha, 'Firefox')
    const { items } = (await asha.get('/user/encryption/devices')).body
    expect(items.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Chrome on Android', 'Firefox'])
  })

  test('keeps its original signing key and its owner', async () => {
    const app = await given()
    const [asha, binod] = [await app.as('student'), await app.as('student')]
    const publicKeyPem = rsaPem()
    expect((await asha.put(path, { publicKeyPem })).status).toBe(200)
    expect((await asha.put(path, { publicKeyPem, signingKeyPem: signingPem })).body.code).toBe('encryption.device_taken')
    expect((await binod.put(path, { publicKeyPem })).body.code).toBe('encryption.device_taken')
  })

  test('that was removed is no longer listed and cannot return', async () => {
    const app = await given()
    const asha = await app.as('student')
    const body = { publicKeyPem: rsaPem(), signingKeyPem: signingPem }
    await asha.put(path, body)
    expect((await asha.del(`/user/encryption/devices/${deviceIdOf(body.publicKeyPem)}`)).status).toBe(204)
    expect((await asha.get('/user/encryption/devices')).body.items).toEqual([])
    expect((await asha.put(path, body)).status).toBe(409)
  })

  test('that its person removes is in the audit by its name, without a key, and once', async () => {
    const app = await given()
    const [asha, owner] = [await app.as('student', { name: 'Asha' }), await app.as('superadmin')]
    const id = await givenDevice(asha, 'Chrome on Android')
    expect((await asha.del(`/user/encryption/devices/${id}`)).status).toBe(204)
    expect((await asha.del(`/user/encryption/devices/${id}`)).status).toBe(404)
    const { items } = (await owner.get('/audit?kind=encryption')).body
    expect(items).toEqual([
      expect.objectContaining({
        action: 'encryption.removeDevice',
        actorId: asha._id,
        targetName: 'Asha',
        changes: [
          { field: 'device', before: '"Chrome on Android"', after: null },
          { field: 'kind', before: '"browser"', after: null },
        ],
      }),
    ])
    expect(JSON.stringify(items)).not.toContain(id)
  })

  test('that is its person’s first is announced to those who can now encrypt a chat with them', async () => {
    const app = await withEncryption(await given())
    const open = await givenSockets(app)
    const [admin, asha, binod, other] = [await app.as('admin'), await app.as('student'), await app.as('student'), await app.as('student')]
    const [id, group] = [await privateOf(asha, binod), await groupOf(app, [admin, asha, binod, other])]
    await givenDevice(asha)
    const screens = await Promise.all([asha, admin, other].map(open))
    const told = ({ heard }: { heard: readonly Heard[] }) =>
      heard.filter(({ event }) => event === 'encryption_changed').map(({ payload }) => payload.conversationId)
    const isTold = (times: number) =>
      expect
        .poll(() => screens.map(told))
        .toEqual([Array.from({ length: times }, () => id), Array.from({ length: times }, () => group), []])
    const publicKeyPem = rsaPem()
    expect((await asha.get(`/chat/conversations/${id}/encryption`)).body.whyNotEnable.code).toBe('encryption.member_without_device')
    await binod.put(path, { publicKeyPem })
    await isTold(1)
    expect((await asha.get(`/chat/conversations/${id}/encryption`)).body.whyNotEnable).toBeNull()
    // Neither a second device nor the same one again changes anything for them.
    await givenDevice(binod, 'Firefox')
    await binod.put(path, { publicKeyPem })
    await said(binod, group, 'Here I am')
    for (const { heard } of screens) await expect.poll(() => heard.map(({ event }) => event)).toContain('new_message')
    await isTold(1)
    // A device not seen for long no longer counts, until it is seen again.
    await app.db.updateTable('devices').set({ lastSeenAt: '2020-01-01T00:00:00.000Z' }).where('userId', '=', binod._id).execute()
    await binod.put(path, { publicKeyPem })
    await isTold(2)
  })

  test.each([
    ['no key', ''],
    ['something else', 'hello'],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----'],
    ['an elliptic curve', signingPem],
    ['1,024 bits', rsaPem(1_024)],
    ['8,192 bits', rsaPem(8_192)],
    ['another exponent', rsaPem(2_048, 'Aw')],
  ])('is refused with %s', async (_, publicKeyPem) => {
    const asha = await (await given()).as('student')
    const { status, body } = await asha.put(path, { publicKeyPem })
    expect(status).toBe(400)
    expect(body.fields.publicKeyPem).toBe('This is not a public key that messages can be encrypted for.')
  })

  test('is accepted with a longer key, and rejected with a signing key of another kind', async () => {
    const asha = await (await given()).as('student')
    expect((await asha.put(path, { publicKeyPem: rsaPem(4_096) })).status).toBe(200)
    expect((await asha.put(path, { publicKeyPem: rsaPem(), signingKeyPem: rsaPem() })).status).toBe(400)
  })

  test(`is one of ${encryptionLimits.devices} at most`, async () => {
    const asha = await (await given()).as('student')
    for (let count = 0; count < encryptionLimits.devices; count++) await givenDevice(asha)
    expect((await asha.put(path, { publicKeyPem: rsaPem() })).body.code).toBe('encryption.too_many_devices')
  })

  test('is deleted with its person', async () => {
    const app = await given()
    const [superadmin, asha] = [await app.as('superadmin'), await app.as('student')]
    const id = await givenDevice(asha)
    await superadmin.del(`/user/${asha._id}`)
    const row = await app.db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst()
    expect(row?.revokedAt).not.toBeNull()
  })
})

describe('a recovery device', () => {
  const sealedKeys = Buffer.alloc(60, 7).toString('base64')
  const saving = () => ({ publicKeyPem: rsaPem(), signingKeyPem: signingPem, sealedKeys })

  test('is returned to its person unchanged, and only the latest is valid', async () => {
    const asha = await (await given()).as('student')
    expect((await asha.get('/user/encryption/recovery')).body.code).toBe('encryption.no_recovery')
    const [first, second] = [saving(), saving()]
    await asha.put('/user/encryption/recovery', first)
    expect((await asha.put('/user/encryption/recovery', second)).status).toBe(200)
    const { body } = await asha.get('/user/encryption/recovery')
    expect(body).toMatchObject({ deviceId: deviceIdOf(second.publicKeyPem), sealedKeys })
    const { items } = (await asha.get('/user/encryption/devices')).body
    expect(items.map(({ _id, kind }: { _id: string; kind: string }) => [_id, kind])).toEqual([
      [deviceIdOf(second.publicKeyPem), 'recovery'],
    ])
  })

  test('leaves no encrypted keys when it is replaced', async () => {
    const app = await given()
    const asha = await app.as('student')
    await asha.put('/user/encryption/recovery', saving())
    await asha.put('/user/encryption/recovery', saving())
    const encrypted = await app.db.selectFrom('devices').select('sealedKeys').execute()
    expect(encrypted.filter(({ sealedKeys }) => sealedKeys !== null)).toHaveLength(1)
  })
})
