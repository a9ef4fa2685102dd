import { describe, expect, test } from 'vitest'
import { givenPair, groupOf } from '#chat/conversations/server/testing/chat.ts'
import { given } from '#server/testing/given.ts'
import { encryptionLimits } from '../encryption.limits.ts'
import type { VersionHeader } from '../encryption.shapes.contract.ts'
import { withEncryption } from './testing/allowed.ts'
import { givenListed, type Listed, withBrowser } from './testing/chains.ts'
import { envelope, givenDevice, keyFor, sayEncrypted } from './testing/devices.ts'
import { membersOf, sendV2, versionFor, writeV2 } from './testing/versions.ts'

const givenChat = async () => {
  const app = await withEncryption(await given())
  const pair = await givenPair(app)
  const [asha, binod] = [await givenListed(pair.asha), await givenListed(pair.binod)]
  const path = `/chat/conversations/${pair.id}/encryption`
  const save = (body: object, by: Listed = asha) => by.person.put(path, body)
  const version = (keyVersion: number, change: Partial<VersionHeader> = {}, by: Listed = asha, other: Listed = binod) =>
    versionFor({ conversation: pair.id, keyVersion }, [by, other], change)
  return { app, id: pair.id, asha, binod, path, save, version }
}

/** The same, with the first version saved. */
const givenEncrypted = async () => {
  const chat = await givenChat()
  const first = await chat.version(1)
  expect((await chat.save(first.body)).status).toBe(200)
  return { ...chat, first, open: { id: chat.id, keyVersion: 1, hash: first.hash, key: first.key } }
}

describe('a key version with a header', () => {
  test('is returned with its header and hash, the newest lists, and the members', async () => {
    const { asha, binod, path, first } = await givenEncrypted()
    const { body } = await binod.person.get(`${path}?device=${binod.device.deviceId}`)
    expect(body).toMatchObject({ keyVersion: 1, header: first.header, versionHash: first.hash })
    const headOf = ({ person, chain: { generation, number, head } }: Listed) => ({ userId: person._id, generation, number, head })
    const ascending = (one: { userId: string }, other: { userId: string }) => (one.userId < other.userId ? -1 : 1)
    expect(body.heads).toEqual([asha, binod].map(headOf).toSorted(ascending))
    expect(body.memberIds).toEqual([asha, binod].map(({ person }) => person._id).toSorted())
    expect(body.wrappedKey).toBe(first.body.wrappedKeys.find(({ deviceId }) => deviceId === binod.device.deviceId)?.wrappedKey)
  })

  test('can be fetched by its number, only by members', async () => {
    const { app, binod, path, save, version, first } = await givenEncrypted()
    const third = await version(3, { previous: first.hash })
    expect((await save(third.body)).status).toBe(200)
    const asked = async (numbers: string) => (await binod.person.get(`${path}/versions?numbers=${numbers}`)).body.items
    expect(await asked('1,2,3')).toEqual([
      { keyVersion: 1, header: first.header },
      { keyVersion: 3, header: third.header },
    ])
    expect((await (await app.as('admin')).get(`${path}/versions?numbers=1`)).status).toBe(404)
    const many = (size: number) => Array.from({ length: size }, (_, at) => at + 1).join()
    const statuses = await Promise.all(
      [encryptionLimits.versionsAsked, encryptionLimits.versionsAsked + 1].map(
        async (size) => (await binod.person.get(`${path}/versions?numbers=${many(size)}`)).status,
      ),
    )
    expect(statuses).toEqual([200, 400])
  })

  test('is returned without a header if it has none', async () => {
    const { asha, binod, path, save } = await givenChat()
    const devices = [asha, binod].flatMap(({ device, recovery }) => [device.deviceId, recovery.deviceId])
    expect((await save(keyFor(1, asha.device.deviceId, devices))).status).toBe(200)
    expect((await binod.person.get(path)).body).toMatchObject({ header: null, versionHash: null })
    expect((await binod.person.get(`${path}/versions?numbers=1`)).body.items).toEqual([{ keyVersion: 1, header: null }])
  })

  type Chat = Awaited<ReturnType<typeof givenChat>>
  const member = (at: number, change: object) => (all: VersionHeader['members']) =>
    all.map((one, index) => (index === at ? { ...one, ...change } : one))
  const other = Buffer.alloc(32, 7).toString('base64')

  test.each<[string, (chat: Chat) => Partial<VersionHeader>]>([
    ['of a group', () => ({ kind: 'group' })],
    ['with another head', ({ asha, binod }) => ({ members: member(0, { head: other })(membersOf([asha, binod])) })],
    ['with another number', ({ asha, binod }) => ({ members: member(1, { number: 1 })(membersOf([asha, binod])) })],
    ['with another generation', ({ asha, binod }) => ({ members: member(1, { generation: 1 })(membersOf([asha, binod])) })],
    ['with no list of a member', ({ asha, binod }) => ({ members: member(1, { head: null })(membersOf([asha, binod])) })],
    ['without a member', ({ asha }) => ({ members: membersOf([asha]) })],
    [
      'without a device that the key is wrapped for',
      ({ asha, binod }) => ({ members: member(0, { deviceIds: [] })(membersOf([asha, binod])) }),
    ],
  ])('is refused with a header %s', async (_, change) => {
    const chat = await givenChat()
    const { body } = await chat.version(1, change(chat))
    const answer = await chat.save(body)
    expect([answer.status, answer.body.code]).toEqual([422, 'encryption.devices_not_covered'])
    expect((await chat.save((await chat.version(1)).body)).status).toBe(200)
  })

  test('is rejected from a person or device other than its header names', async () => {
    const { asha, binod, save, version } = await givenChat()
    const { body } = await version(1)
    expect((await save(body, binod)).body.code).toBe('encryption.device_unknown')
    expect((await save({ ...body, byDevice: binod.device.deviceId }, binod)).body.code).toBe('encryption.devices_not_covered')
    expect((await save({ ...body, byDevice: asha.recovery.deviceId })).body.code).toBe('encryption.devices_not_covered')
    const forBinod = await version(1, { byUser: binod.person._id })
    expect((await save(forBinod.body)).body.code).toBe('encryption.devices_not_covered')
    const { byDevice: _, ...without } = body
    expect((await save(without)).status).toBe(200)
  })

  test('is rejected with outdated lists once a member has a newer one', async () => {
    const { asha, save, version } = await givenChat()
    const { body } = await version(1)
    const { after, added } = await withBrowser(asha)
    expect((await save(body)).body.code).toBe('encryption.devices_not_covered')
    await asha.person.del(`/user/encryption/devices/${added.deviceId}`)
    expect((await save((await version(1, {}, after)).body)).status).toBe(200)
  })

  test('cannot be followed by one without a header', async () => {
    const { asha, binod, save, version } = await givenEncrypted()
    const devices = [asha, binod].flatMap(({ device, recovery }) => [device.deviceId, recovery.deviceId])
    const { status, body } = await save(keyFor(2, asha.device.deviceId, devices))
    expect([status, body.code]).toEqual([422, 'encryption.header_needed'])
    expect((await save((await version(2)).body)).status).toBe(200)
  })

  test('names members without a list, and those without a device', async () => {
    const app = await withEncryption(await given())
    const [admin, early, late] = [await givenListed(await app.as('admin')), await app.as('student'), await app.as('student')]
    const [phone, tablet] = [await givenDevice(early), await givenDevice(late)]
    const id = await groupOf(app, [admin.person, early, late])
    const place = { conversation: id, keyVersion: 1 }
    const wrapped = keyFor(1, admin.device.deviceId, [admin.device.deviceId, admin.recovery.deviceId, phone, tablet])
    const without = { generation: 0, number: 0, head: null }
    const membersWith = (ofLate: string[]) =>
      [
        ...membersOf([admin]),
        { userId: early._id, ...without, deviceIds: [phone] },
        { userId: late._id, ...without, deviceIds: ofLate },
      ].toSorted((one, other) => (one.userId < other.userId ? -1 : 1))
    const saved = async (ofLate: string[], wrappedKeys = wrapped.wrappedKeys) => {
      const { body } = await versionFor(place, [admin], { kind: 'group', members: membersWith(ofLate) })
      return (await admin.person.put(`/chat/conversations/${id}/encryption`, { ...body, wrappedKeys })).status
    }
    expect(await saved([])).toBe(422)
    expect(await saved([tablet])).toBe(200)
    await late.del(`/user/encryption/devices/${tablet}`)
    place.keyVersion = 2
    expect(await saved([], wrapped.wrappedKeys.slice(0, 3))).toBe(200)
    expect((await early.get(`/chat/conversations/${id}/encryption`)).body.memberIds).toHaveLength(3)
  })

  test('names no person who is not a member', async () => {
    const app = await withEncryption(await given())
    const [admin, member, stranger] = [await givenListed(await app.as('admin')), await app.as('student'), await app.as('student')]
    const phone = await givenDevice(member)
    const id = await groupOf(app, [admin.person, member])
    const { wrappedKeys } = keyFor(1, admin.device.deviceId, [admin.device.deviceId, admin.recovery.deviceId, phone])
    const withoutList = ({ _id }: { _id: string }, deviceIds: string[]) => ({
      userId: _id,
      generation: 0,
      number: 0,
      head: null,
      deviceIds,
    })
    const saved = async (others: ReturnType<typeof withoutList>[]) => {
      const members = [...membersOf([admin]), ...others].toSorted((one, other) => (one.userId < other.userId ? -1 : 1))
      const { body } = await versionFor({ conversation: id, keyVersion: 1 }, [admin], { kind: 'group', members })
      return (await admin.person.put(`/chat/conversations/${id}/encryption`, { ...body, wrappedKeys })).status
    }
    expect(await saved([withoutList(member, [phone]), withoutList(stranger, [])])).toBe(422)
    expect(await saved([withoutList(member, [phone])])).toBe(200)
  })
})

describe('a message of version 2', () => {
  test('is stored and returned as sent', async () => {
    const { asha, binod, id, open } = await givenEncrypted()
    const written = await writeV2(asha, open, { text: 'Hello' })
    expect((await sendV2(asha.person, id, written)).status).toBe(201)
    const { items } = (await binod.person.get(`/chat/conversations/${id}/messages`)).body
    expect(items).toMatchObject([{ content: null, encryption: { ...written.encryption, writtenBy: asha.person._id } }])
    const again = await sendV2(asha.person, id, { ...written, clientId: crypto.randomUUID() })
    expect(again.body.code).toBe('encryption.iv_used')
    expect((await sendV2(asha.person, id, written)).status).toBe(201)
  })

  test('must name the header of the current version', async () => {
    const { asha, id, open, save, version } = await givenEncrypted()
    const code = async (chat: typeof open) => (await sendV2(asha.person, id, await writeV2(asha, chat, { text: 'Hello' }))).body.code
    expect(await code({ ...open, hash: Buffer.alloc(32).toString('base64') })).toBe('encryption.key_outdated')
    const second = await version(2)
    await save(second.body)
    expect(await code(open)).toBe('encryption.key_outdated')
    expect(await code({ ...open, keyVersion: 2 })).toBe('encryption.key_outdated')
    expect(await code({ id, keyVersion: 2, hash: second.hash, key: second.key })).toBeUndefined()
  })

  test('is required under a version with a header, and rejected under one without', async () => {
    const { asha, binod, id, path, save, version } = await givenChat()
    const devices = [asha, binod].flatMap(({ device, recovery }) => [device.deviceId, recovery.deviceId])
    await save(keyFor(1, asha.device.deviceId, devices))
    const { hash, key, body } = await version(2)
    const early = await writeV2(asha, { id, keyVersion: 1, hash, key }, { text: 'Hello' })
    expect((await sendV2(asha.person, id, early)).body.code).toBe('encryption.key_outdated')
    expect((await sayEncrypted(asha.person, id, envelope(asha.device.deviceId))).status).toBe(201)
    await save(body)
    const { status, body: answer } = await sayEncrypted(asha.person, id, envelope(asha.device.deviceId, { keyVersion: 2 }))
    expect([status, answer.code]).toEqual([422, 'encryption.header_needed'])
    expect((await binod.person.get(path)).body.keyVersion).toBe(2)
  })

  test.each([
    ['without a hash of its version', { versionHash: undefined }],
    ['without a device of its first revision', { firstDeviceId: undefined }],
    ['without a head', { head: undefined }],
    ['as one of version 1', { v: 1 }],
    ['as one of version 3', { v: 3 }],
  ])('is refused %s', async (_, change) => {
    const { asha, id, open } = await givenEncrypted()
    const written = await writeV2(asha, open, { text: 'Hello' })
    expect((await sendV2(asha.person, id, { ...written, encryption: { ...written.encryption, ...change } })).status).toBe(400)
  })

  test('names the sending device first, as do its edits', async () => {
    const { asha, binod, id, open } = await givenEncrypted()
    const strange = await writeV2(asha, open, { text: 'Hello', revision: 2, firstDeviceId: binod.device.deviceId })
    const refused = await sendV2(asha.person, id, strange)
    expect([refused.status, refused.body.code]).toEqual([422, 'encryption.identity_wrong'])
    const first = await writeV2(asha, open, { text: 'Hello' })
    const { _id } = (await sendV2(asha.person, id, first)).body
    const edit = async (firstDeviceId: string) => {
      const { encryption } = await writeV2(asha, open, { text: 'Bye', clientId: first.clientId, revision: 2, firstDeviceId })
      return asha.person.put(`/chat/messages/${_id}`, { content: null, encryption })
    }
    expect((await edit(asha.recovery.deviceId)).body.code).toBe('encryption.identity_wrong')
    expect((await edit(asha.device.deviceId)).body).toMatchObject({
      encryption: { v: 2, revision: 2, firstDeviceId: asha.device.deviceId },
    })
  })

  test('can edit one of version 1 with the device that wrote it', async () => {
    const { asha, binod, id, save, version } = await givenChat()
    const devices = [asha, binod].flatMap(({ device, recovery }) => [device.deviceId, recovery.deviceId])
    await save(keyFor(1, asha.device.deviceId, devices))
    const { body: message } = await sayEncrypted(asha.person, id, envelope(asha.recovery.deviceId))
    const { hash, key, body } = await version(2)
    await save(body)
    const edit = async (firstDeviceId: string) => {
      const chat = { id, keyVersion: 2, hash, key }
      const { encryption } = await writeV2(asha, chat, { text: 'Bye', clientId: message.clientId, revision: 2, firstDeviceId })
      return (await asha.person.put(`/chat/messages/${message._id}`, { content: null, encryption })).status
    }
    expect([await edit(asha.device.deviceId), await edit(asha.recovery.deviceId)]).toEqual([422, 200])
  })
})
