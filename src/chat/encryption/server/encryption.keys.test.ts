import { describe, expect, test } from 'vitest'
import { chatLimits } from '#chat/conversations/conversations.limits.ts'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { givenPair, givenSockets, groupOf, privateOf } from '../../conversations/server/testing/chat.ts'
import { encryptionLimits } from '../encryption.limits.ts'
import { withEncryption } from './testing/allowed.ts'
import { envelope, givenDevice, keyFor, sayEncrypted, wrapFor } from './testing/devices.ts'

const DAY = 86_400_000
const path = (id: string) => `/chat/conversations/${id}/encryption`

/** Two people with a device each, and a function by which either creates a version for both. */
const givenDevices = async () => {
  const pair = await givenPair(await withEncryption(await given()))
  const [phone, desk] = [await givenDevice(pair.asha), await givenDevice(pair.binod)]
  const save = (keyVersion: number, devices = [phone, desk]) => pair.asha.put(path(pair.id), keyFor(keyVersion, phone, devices))
  const status = async (person: SignedInPerson = pair.asha, device = phone) => (await person.get(`${path(pair.id)}?device=${device}`)).body
  return { ...pair, phone, desk, save, status }
}

const encrypted = async () => {
  const hall = await givenDevices()
  await hall.save(1)
  return hall
}

describe('enabling encryption', () => {
  test('gives every device its own wrap, and the conversation is encrypted for good', async () => {
    const { asha, binod, id, phone, desk, status } = await givenDevices()
    expect(await status()).toMatchObject({ enabled: false, keyVersion: 0, wrappedKey: null, previous: [], whyNotEnable: null })
    const key = {
      ...keyFor(1, phone, [phone, desk]),
      members: [asha, binod].map(({ _id: userId }, at) => ({ userId, deviceIds: [[phone], [desk]][at] })),
    }
    const saved = await asha.put(path(id), key)
    expect(saved).toMatchObject({ status: 200, body: { enabled: true, keyVersion: 1, requiredKeyVersion: 1, byDevice: phone } })
    expect(saved.body.wrappedKey).toBe(key.wrappedKeys[0]?.wrappedKey)
    const theirs = await status(binod, desk)
    expect(theirs.wrappedKey).toBe(key.wrappedKeys[1]?.wrappedKey)
    expect(theirs.members).toHaveLength(2)
    expect((await asha.get(`/chat/conversations/${id}`)).body.isEncrypted).toBe(true)
  })

  test("returns no wrap of another person's device", async () => {
    const { desk, status, asha } = await encrypted()
    expect(await status(asha, desk)).toMatchObject({ wrappedKey: null, previous: [] })
  })

  test('waits until everybody has a device', async () => {
    const { asha, id } = await givenPair(await withEncryption(await given()))
    const phone = await givenDevice(asha)
    const { status, body } = await asha.put(path(id), keyFor(1, phone, [phone]))
    expect([status, body.code]).toEqual([409, 'encryption.member_without_device'])
  })

  test('is offered to a person without a device once all others have one', async () => {
    const { asha, binod, id } = await givenPair(await withEncryption(await given()))
    const why = async () => (await asha.get(path(id))).body.whyNotEnable?.code
    expect(await why()).toBe('encryption.member_without_device')
    await givenDevice(binod)
    expect(await why()).toBeUndefined()
    const { status, body } = await asha.put(path(id), keyFor(1, 'A'.repeat(43), ['A'.repeat(43)]))
    expect([status, body.code]).toEqual([409, 'encryption.member_without_device'])
  })

  test('is only allowed in a group for admins who are members', async () => {
    const app = await withEncryption(await given())
    const [admin, asha] = [await app.as('admin'), await app.as('student')]
    const [desk, phone] = [await givenDevice(admin), await givenDevice(asha)]
    const id = await groupOf(app, [admin, asha])
    expect((await asha.put(path(id), keyFor(1, phone, [phone, desk]))).body.code).toBe('encryption.admins_only')
    expect((await admin.put(path(id), keyFor(1, desk, [phone, desk]))).status).toBe(200)
    expect((await (await app.as('admin')).put(path(id), keyFor(2, desk, [phone, desk]))).status).toBe(404)
  })

  test('is off in a new hall until an admin allows it', async () => {
    const { app, asha, binod, id } = await givenPair(await given())
    const [phone, desk] = [await givenDevice(asha), await givenDevice(binod)]
    const save = () => asha.put(path(id), keyFor(1, phone, [phone, desk]))
    const { status, body } = await save()
    expect([status, body.code]).toEqual([403, 'encryption.not_allowed'])
    expect((await (await app.as('admin')).put('/customization/chat', { allowEncryption: true })).status).toBe(200)
    expect((await save()).status).toBe(200)
  })

  test('is never possible in built-in groups', async () => {
    const app = await withEncryption(await given())
    const admin = await app.as('admin')
    const desk = await givenDevice(admin)
    for (const id of ['general', 'announcement'])
      expect((await admin.put(path(id), keyFor(1, desk, [desk]))).body.code).toBe('encryption.built_in')
  })

  test('follows the chat settings', async () => {
    const app = await withEncryption(await given())
    const admin = await app.as('superadmin')
    const [asha, binod, clerk] = [await app.as('student'), await app.as('student'), await app.as('manager')]
    const [phone, tablet, desk] = [await givenDevice(asha), await givenDevice(binod), await givenDevice(clerk)]
    await admin.put('/customization/chat', { allowEncryptionWithStaff: false })
    const withStaff = await privateOf(asha, clerk)
    expect((await asha.put(path(withStaff), keyFor(1, phone, [phone, desk]))).body.code).toBe('encryption.not_with_staff')
    const among = await privateOf(asha, binod)
    await admin.put('/customization/chat', { allowEncryption: false })
    expect((await asha.put(path(among), keyFor(1, phone, [phone, tablet]))).body.code).toBe('encryption.not_allowed')
    await admin.put('/customization/chat', { allowEncryption: true })
    expect((await asha.put(path(among), keyFor(1, phone, [phone, tablet]))).status).toBe(200)
    await admin.put('/customization/chat', { allowEncryption: false })
    expect((await asha.put(path(among), keyFor(2, phone, [phone, tablet]))).status).toBe(200)
  })

  test('notifies both people, and is recorded', async () => {
    const { app, binod, id, save } = await givenDevices()
    const { heard } = await (await givenSockets(app))(binod)
    await save(1)
    await expect.poll(() => heard.map(({ event }) => event)).toEqual(expect.arrayContaining(['conversation_updated', 'encryption_changed']))
    expect(heard.find(({ event }) => event === 'conversation_updated')?.payload).toMatchObject({ _id: id, isEncrypted: true })
    const audit = await app.db.selectFrom('audit').select(['action', 'targetId']).where('action', '=', 'encryption.enable').execute()
    expect(audit).toEqual([{ action: 'encryption.enable', targetId: id }])
  })
})

describe('a version of the key', () => {
  test('is created once, rejecting the second of two, and old versions stay available to their holders', async () => {
    const { save, status } = await encrypted()
    expect((await save(1)).body.code).toBe('encryption.version_taken')
    const first = (await status()).wrappedKey
    expect((await save(2)).status).toBe(200)
    expect((await status()).previous).toMatchObject([{ keyVersion: 1, wrappedKey: first, sharedBy: null }])
  })

  test('may skip a limited number of versions after a restore', async () => {
    const { save } = await encrypted()
    expect((await save(5_000)).body.code).toBe('encryption.version_too_high')
    expect((await save(7)).body.keyVersion).toBe(7)
  })

  test.each([
    ['a device is missing', (phone: string) => [phone]],
    ['a device is there twice', (phone: string, desk: string) => [phone, desk, desk]],
    ['a device is nobody’s', (phone: string, desk: string) => [phone, desk, 'A'.repeat(43)]],
  ])('is refused where %s', async (_, devices) => {
    const { save, phone, desk } = await givenDevices()
    const { status, body } = await save(1, devices(phone, desk))
    expect([status, body.code]).toEqual([422, 'encryption.devices_not_covered'])
  })

  test('is rejected for a device of a non-member', async () => {
    const { app, save, phone, desk } = await givenDevices()
    const outside = await givenDevice(await app.as('student'))
    expect((await save(1, [phone, desk, outside])).status).toBe(422)
  })

  test('is rejected with a wrong member list, or a creator that is not a device of the caller', async () => {
    const { asha, binod, id, phone, desk } = await givenDevices()
    const members = [
      { userId: asha._id, deviceIds: [phone, desk] },
      { userId: binod._id, deviceIds: [] },
    ]
    expect((await asha.put(path(id), { ...keyFor(1, phone, [phone, desk]), members })).status).toBe(422)
    expect((await asha.put(path(id), keyFor(1, desk, [phone, desk]))).body.code).toBe('encryption.device_unknown')
  })

  test('leaves out devices not seen for long, but never a recovery device', async () => {
    const { app, save, asha, phone, desk } = await givenDevices()
    const old = await givenDevice(asha)
    const long = new Date(Date.now() - (encryptionLimits.deviceUnseenDays + 1) * DAY).toISOString()
    await app.db.updateTable('devices').set({ lastSeenAt: long }).where('id', '=', old).execute()
    expect((await save(1, [phone, desk])).status).toBe(200)
    await app.db.updateTable('devices').set({ kind: 'recovery' }).where('id', '=', old).execute()
    expect((await save(2, [phone, desk])).status).toBe(422)
    expect((await save(2, [phone, desk, old])).status).toBe(200)
  })

  const required = async (hall: Awaited<ReturnType<typeof encrypted>>) => (await hall.status()).requiredKeyVersion

  test('must be replaced once a device was removed', async () => {
    const hall = await encrypted()
    const tablet = await givenDevice(hall.binod)
    expect(await required(hall)).toBe(1)
    await hall.binod.del(`/user/encryption/devices/${tablet}`)
    expect(await required(hall)).toBe(2)
    expect((await sayEncrypted(hall.asha, hall.id, envelope(hall.phone))).body.code).toBe('encryption.key_outdated')
    await hall.save(2)
    expect((await sayEncrypted(hall.asha, hall.id, envelope(hall.phone, { keyVersion: 2 }))).status).toBe(201)
  })

  test('must be replaced after a month, and after many messages', async () => {
    const hall = await encrypted()
    const before = new Date(Date.now() - 31 * DAY).toISOString()
    await hall.app.db.updateTable('conversations').set({ keyMadeAt: before }).where('id', '=', hall.id).execute()
    expect(await required(hall)).toBe(2)
    await hall.save(2)
    expect(await required(hall)).toBe(2)
    await hall.app.db
      .updateTable('conversations')
      .set({ lastSeq: chatLimits.keyMessages + 1 })
      .where('id', '=', hall.id)
      .execute()
    expect(await required(hall)).toBe(3)
  })
})

/** A group of an admin and two students with a device each. */
const givenGroup = async () => {
  const app: Given = await withEncryption(await given())
  const [admin, asha, binod] = [await app.as('admin'), await app.as('student'), await app.as('student')]
  const [desk, phone, tablet] = [await givenDevice(admin), await givenDevice(asha), await givenDevice(binod)]
  const id = (await admin.post('/chat/admin/groups', { name: 'Physics', participants: [asha._id, binod._id] })).body._id
  await admin.put(path(id), keyFor(1, desk, [desk, phone, tablet]))
  const required = async () => (await admin.get(path(id))).body.requiredKeyVersion
  return { app, admin, asha, binod, desk, phone, tablet, id, required }
}

describe('in a group', () => {
  test('the key must be replaced once a member was removed, added, or deleted', async () => {
    const { app, admin, asha, binod, desk, phone, id, required } = await givenGroup()
    await admin.del(`/chat/admin/groups/${id}/members/${binod._id}`)
    expect(await required()).toBe(2)
    expect((await binod.get(path(id))).status).toBe(404)
    expect((await admin.put(path(id), keyFor(2, desk, [desk, phone]))).status).toBe(200)
    await admin.post(`/chat/admin/groups/${id}/members`, { userIds: [(await app.as('student'))._id] })
    expect(await required()).toBe(3)
    expect((await admin.put(path(id), keyFor(3, desk, [desk, phone]))).status).toBe(200)
    await (await app.as('superadmin')).del(`/user/${asha._id}`)
    expect(await required()).toBe(4)
    expect((await admin.put(path(id), keyFor(4, desk, [desk]))).status).toBe(200)
  })

  test('a removed and re-added member has no key of messages in between', async () => {
    const { admin, asha, binod, desk, phone, tablet, id } = await givenGroup()
    await admin.del(`/chat/admin/groups/${id}/members/${binod._id}`)
    await admin.put(path(id), keyFor(2, desk, [desk, phone]))
    await admin.post(`/chat/admin/groups/${id}/members`, { userIds: [binod._id] })
    await asha.put(path(id), keyFor(3, phone, [desk, phone, tablet]))
    const { keyVersion, previous } = (await binod.get(`${path(id)}?device=${tablet}`)).body
    expect([keyVersion, previous.map((one: { keyVersion: number }) => one.keyVersion)]).toEqual([3, [1]])
  })

  test('devices that wrote can still be fetched after their removal', async () => {
    const { app, admin, asha, binod, phone, tablet, id } = await givenGroup()
    await sayEncrypted(binod, id, envelope(tablet))
    await admin.del(`/chat/admin/groups/${id}/members/${binod._id}`)
    const foreign = await givenDevice(await app.as('student'))
    const { items } = (await asha.get(`${path(id)}/devices?ids=${[tablet, phone, foreign].join(',')}`)).body
    expect(items.map(({ deviceId }: { deviceId: string }) => deviceId).toSorted()).toEqual([tablet, phone].toSorted())
  })
})

describe('sharing earlier keys', () => {
  const shared = (byDevice: string, to: string, conversation: string, keyVersion = 1) => ({
    byDevice,
    keys: [{ conversation, keyVersion, ...wrapFor(to) }],
  })

  test('gives another device of the same person the keys of the first one', async () => {
    const { asha, id, phone, status } = await encrypted()
    const laptop = await givenDevice(asha)
    const missing = () => asha.get(`/user/encryption/devices/${laptop}/keys?from=${phone}`)
    expect((await missing()).body.items).toEqual([{ conversation: id, keyVersions: [1] }])
    const sharing = shared(phone, laptop, id)
    expect((await asha.put(`/user/encryption/devices/${laptop}/keys`, sharing)).body).toEqual({ shared: 1 })
    expect(await status(asha, laptop)).toMatchObject({ wrappedKey: sharing.keys[0]?.wrappedKey, sharedBy: phone })
    expect((await missing()).body.items).toEqual([])
    expect((await asha.put(`/user/encryption/devices/${laptop}/keys`, shared(phone, laptop, id))).body).toEqual({ shared: 0 })
  })

  test("never involves another person's device", async () => {
    const { asha, binod, id, phone, desk } = await encrypted()
    expect((await asha.put(`/user/encryption/devices/${desk}/keys`, shared(phone, desk, id))).status).toBe(404)
    const laptop = await givenDevice(asha)
    expect((await asha.put(`/user/encryption/devices/${laptop}/keys`, shared(desk, laptop, id))).body.code).toBe(
      'encryption.device_unknown',
    )
    expect((await binod.get(`/user/encryption/devices/${laptop}/keys?from=${desk}`)).status).toBe(404)
  })

  test('accepts only keys that the sharing device can open itself', async () => {
    const { asha, id } = await encrypted()
    const [laptop, tablet] = [await givenDevice(asha), await givenDevice(asha)]
    expect((await asha.put(`/user/encryption/devices/${laptop}/keys`, shared(tablet, laptop, id))).status).toBe(422)
  })
})
