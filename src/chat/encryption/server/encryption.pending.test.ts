import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { givenSockets, groupOf, privateOf, said } from '#chat/conversations/server/testing/chat.ts'
import { type Given, given } from '#server/testing/given.ts'
import { after, DAY } from '#server/time.ts'
import { encryptionLimits } from '../encryption.limits.ts'
import { forgetPending } from './encryption.devices.service.ts'
import { withEncryption } from './testing/allowed.ts'
import { append, consenting, consentOf, givenListed, newDevice, register, saveLists, sealedKeys, withNext } from './testing/chains.ts'
import { envelope, givenDevice, keyFor, sayEncrypted, wrapFor } from './testing/devices.ts'

/** Asha with a list and a pending laptop, in an encrypted chat with Binod, who has no list. */
const givenPending = async () => {
  const app = await withEncryption(await given())
  const [person, binod] = [await app.as('student', { name: 'Asha' }), await app.as('student', { name: 'Binod' })]
  const asha = await givenListed(person)
  const desk = await givenDevice(binod)
  const id = await privateOf(person, binod)
  const path = `/chat/conversations/${id}/encryption`
  const keyed = [asha.device.deviceId, asha.recovery.deviceId, desk]
  expect((await person.put(path, keyFor(1, asha.device.deviceId, keyed))).status).toBe(200)
  const laptop = await newDevice()
  const consent = await consentOf(asha.chain, laptop)
  return { app, person, binod, asha, desk, id, path, keyed, laptop, consent, registered: await register(person, laptop, consent) }
}

const ownDevices = async (person: { get: (path: string) => Promise<{ body: { items: { _id: string }[] } }> }): Promise<string[]> =>
  (await person.get('/user/encryption/devices')).body.items.map(({ _id }) => _id)

describe('a new device of a person with a list', () => {
  test('is pending, and listed with its consent for the other devices of the person', async () => {
    const { person, asha, laptop, consent, registered } = await givenPending()
    expect(registered).toMatchObject({ status: 200, body: { _id: laptop.deviceId, state: 'pending', consent } })
    const { items } = (await person.get('/user/encryption/devices')).body
    expect(items.find(({ _id }: { _id: string }) => _id === laptop.deviceId)).toMatchObject({ state: 'pending', consent })
    expect(items.find(({ _id }: { _id: string }) => _id === asha.device.deviceId)).toMatchObject({ state: 'trusted', consent: null })
  })

  test('can consent again to a newer list', async () => {
    const { asha, person, laptop } = await givenPending()
    const { chain } = await append(asha, { added: [await consenting(asha.chain, await newDevice())] })
    const consent = await consentOf(chain, laptop)
    expect((await register(person, laptop, consent)).body).toMatchObject({ state: 'pending', consent })
    // Without a new one, the known consent stays.
    expect((await register(person, laptop)).body).toMatchObject({ state: 'pending', consent })
  })

  test('is not a device of its conversations until a list adds it', async () => {
    const { person, asha, binod, id, path, keyed, desk, laptop } = await givenPending()
    const devices = async () => (await binod.get(path)).body.devices.map(({ deviceId }: { deviceId: string }) => deviceId)
    expect((await devices()).toSorted()).toEqual(keyed.toSorted())
    expect((await person.put(path, keyFor(2, asha.device.deviceId, [...keyed, laptop.deviceId]))).status).toBe(422)
    expect((await person.put(path, keyFor(2, laptop.deviceId, keyed))).body.code).toBe('encryption.device_unknown')
    expect((await sayEncrypted(person, id, envelope(laptop.deviceId))).body.code).toBe('encryption.device_unknown')
    await append(asha, { added: [await consenting(asha.chain, laptop)] })
    expect(await devices()).toContain(laptop.deviceId)
    expect((await person.put(path, keyFor(2, laptop.deviceId, [...keyed, laptop.deviceId]))).status).toBe(200)
    expect((await sayEncrypted(person, id, envelope(laptop.deviceId, { keyVersion: 2 }))).status).toBe(201)
    expect((await binod.put(path, keyFor(3, desk, keyed))).status).toBe(422)
  })

  test('neither gets nor shares earlier keys', async () => {
    const { person, asha, id, laptop } = await givenPending()
    const share = (to: string, byDevice: string) =>
      person.put(`/user/encryption/devices/${to}/keys`, { byDevice, keys: [{ conversation: id, keyVersion: 1, ...wrapFor(to) }] })
    expect((await share(laptop.deviceId, asha.device.deviceId)).body.code).toBe('encryption.device_unknown')
    expect((await share(asha.device.deviceId, laptop.deviceId)).body.code).toBe('encryption.device_unknown')
    await append(asha, { added: [await consenting(asha.chain, laptop)] })
    expect((await share(laptop.deviceId, asha.device.deviceId)).status).toBe(200)
  })

  test('is announced only to its person until a list adds it', async () => {
    const { app, person, asha, binod, id } = await givenPending()
    const open = await givenSockets(app)
    const [{ heard }, own] = [await open(binod), await open(person)]
    const changed = () => heard.filter(({ event }) => event === 'encryption_changed').length
    const tablet = await newDevice()
    await register(person, tablet)
    await expect.poll(() => own.heard).toContainEqual({ event: 'changed', payload: { topics: ['devices'] } })
    await said(binod, 'general', 'Here I am')
    await expect.poll(() => heard.map(({ event }) => event)).toContain('new_message')
    expect(changed()).toBe(0)
    await append(asha, { added: [await consenting(asha.chain, tablet)] })
    await expect
      .poll(() => heard.filter(({ event }) => event === 'encryption_changed').map(({ payload }) => payload.conversationId))
      .toEqual([id])
  })

  test('does not make chats with its person encryptable', async () => {
    const app = await withEncryption(await given())
    const [admin, person, binod] = [await app.as('admin'), await app.as('student'), await app.as('student')]
    const asha = await givenListed(person)
    await givenDevice(binod)
    await givenDevice(admin)
    const group = await groupOf(app, [admin, person, binod])
    const why = async () => (await admin.get(`/chat/conversations/${group}/encryption`)).body.whyNotEnable?.code
    expect(await why()).toBeUndefined()
    await register(person, await newDevice())
    for (const { deviceId } of [asha.device, asha.recovery]) await person.del(`/user/encryption/devices/${deviceId}`)
    expect(await why()).toBe('encryption.member_without_device')
  })

  test('is removed like any other, without requiring a new key', async () => {
    const { person, binod, path, laptop } = await givenPending()
    expect((await person.del(`/user/encryption/devices/${laptop.deviceId}`)).status).toBe(204)
    expect(await ownDevices(person)).not.toContain(laptop.deviceId)
    expect((await binod.get(path)).body.requiredKeyVersion).toBe(1)
    expect((await register(person, laptop)).body.code).toBe('encryption.device_taken')
  })
})

describe('a pending device that is never added', () => {
  /** Sessions expire earlier than that, so the devices are dated back instead of advancing the clock. */
  const seen = ({ db }: Given, id: string, daysAgo: number) =>
    db
      .updateTable('devices')
      .set({ lastSeenAt: after(new Date(), -daysAgo * DAY) })
      .where('id', '=', id)
      .execute()

  test('is deleted after a month', async () => {
    const { app, person, laptop, asha, desk } = await givenPending()
    const rows = async () => (await app.db.selectFrom('devices').select('id').execute()).map(({ id }) => id)
    await seen(app, laptop.deviceId, encryptionLimits.devicePendingDays - 1)
    await forgetPending(app.platform)
    expect([(await rows()).length, (await ownDevices(person)).includes(laptop.deviceId)]).toEqual([4, true])
    await seen(app, laptop.deviceId, encryptionLimits.devicePendingDays + 1)
    expect(await ownDevices(person)).not.toContain(laptop.deviceId)
    await forgetPending(app.platform)
    expect((await rows()).toSorted()).toEqual([asha.device.deviceId, asha.recovery.deviceId, desk].toSorted())
    expect((await register(person, laptop)).body).toMatchObject({ state: 'pending' })
  })

  test('returns when it is seen again, and keeps its row if it has earlier keys', async () => {
    const app = await withEncryption(await given())
    const [person, binod] = [await app.as('student'), await app.as('student')]
    const [earlier, desk] = [await newDevice(), await givenDevice(binod)]
    await register(person, earlier)
    const id = await privateOf(person, binod)
    await person.put(`/chat/conversations/${id}/encryption`, keyFor(1, earlier.deviceId, [earlier.deviceId, desk]))
    const asha = await givenListed(person)
    await seen(app, earlier.deviceId, encryptionLimits.devicePendingDays + 1)
    await forgetPending(app.platform)
    expect(await ownDevices(person)).not.toContain(earlier.deviceId)
    expect((await register(person, earlier, await consentOf(asha.chain, earlier))).body.state).toBe('pending')
    expect(await ownDevices(person)).toContain(earlier.deviceId)
    expect((await person.get(`/chat/conversations/${id}/encryption?device=${earlier.deviceId}`)).body.wrappedKey).not.toBeNull()
  })
})

test('leaves out a removed device at once, and its list can be signed later', async () => {
  const { person, asha, binod, path, keyed } = await givenPending()
  expect((await person.del(`/user/encryption/devices/${asha.device.deviceId}`)).status).toBe(204)
  const { devices, requiredKeyVersion } = (await binod.get(path)).body
  expect(devices.map(({ deviceId }: { deviceId: string }) => deviceId)).not.toContain(asha.device.deviceId)
  expect([requiredKeyVersion, keyed.length]).toEqual([2, 3])
  const tablet = await newDevice()
  const change = { by: [asha.recovery], added: [await consenting(asha.chain, tablet)], revoked: [asha.device.deviceId] }
  expect((await saveLists(person, (await withNext(asha, change)).lists)).status).toBe(200)
  expect((await ownDevices(person)).includes(tablet.deviceId)).toBe(true)
})

test('still registers devices and recovery codes of a person without a list', async () => {
  const asha = await (await given()).as('student')
  const [device, recovery] = [await newDevice(), await newDevice()]
  const consent = { generation: 0, previous: randomBytes(32).toString('base64'), signature: randomBytes(64).toString('base64') }
  expect((await register(asha, device, consent)).body).toMatchObject({ state: 'registered', consent: null })
  const { publicKeyPem, signingKeyPem } = recovery
  expect((await asha.put('/user/encryption/recovery', { publicKeyPem, signingKeyPem, sealedKeys: sealedKeys() })).status).toBe(200)
})
