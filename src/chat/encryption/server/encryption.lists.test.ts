import { describe, expect, test } from 'vitest'
import { givenPair, givenSockets, privateOf } from '#chat/conversations/server/testing/chat.ts'
import { given } from '#server/testing/given.ts'
import { encryptionLimits } from '../encryption.limits.ts'
import type { SignedList } from '../encryption.shapes.contract.ts'
import { withEncryption } from './testing/allowed.ts'
import {
  append,
  consenting,
  givenListed,
  type Listed,
  makeFirstList,
  makeNextList,
  newDevice,
  register,
  saveLists,
  sealedKeys,
  verifyChain,
  withBrowser,
  withNext,
} from './testing/chains.ts'
import { givenDevice, keyFor } from './testing/devices.ts'

const pathOf = (id: string, query = '') => `/user/encryption/people/${id}/lists${query}`

const statesOf = async ({ person }: Pick<Listed, 'person'>): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await person.get('/user/encryption/devices')).body.items.map(({ _id, state }: { _id: string; state: string }) => [_id, state]),
  )

const givenAsha = async () => {
  const app = await given()
  return { app, asha: await givenListed(await app.as('student', { name: 'Asha' })) }
}

describe('the first list', () => {
  test('makes its two devices trusted and every other one pending', async () => {
    const app = await given()
    const person = await app.as('student')
    const earlier = await givenDevice(person, 'Firefox')
    const asha = await givenListed(person)
    expect(await statesOf(asha)).toEqual({ [earlier]: 'pending', [asha.device.deviceId]: 'trusted', [asha.recovery.deviceId]: 'trusted' })
    const { body } = await person.get(pathOf(person._id))
    expect(body).toEqual({ generation: 0, items: asha.lists, nextCursor: null })
  })

  test('stores the encrypted recovery keys, and invalidates the previous code', async () => {
    const app = await given()
    const person = await app.as('student')
    const { publicKeyPem, signingKeyPem } = await newDevice()
    expect((await person.put('/user/encryption/recovery', { publicKeyPem, signingKeyPem, sealedKeys: sealedKeys() })).status).toBe(200)
    const { recovery } = await givenListed(person)
    expect((await person.get('/user/encryption/recovery')).body.deviceId).toBe(recovery.deviceId)
    const refused = await person.put('/user/encryption/recovery', { publicKeyPem, signingKeyPem, sealedKeys: sealedKeys() })
    expect([refused.status, refused.body.code]).toEqual([409, 'encryption.list_needed'])
  })

  test('is rejected without the keys of its recovery device, or with those of another device', async () => {
    const asha = await (await given()).as('student')
    const [device, recovery] = [await newDevice(), await newDevice()]
    const first = await makeFirstList({ userId: asha._id, generation: 0, device, recovery })
    for (const more of [{}, { recovery: { deviceId: device.deviceId, sealedKeys: sealedKeys() } }]) {
      const { status, body } = await saveLists(asha, [first], more)
      expect([status, body.code]).toEqual([400, 'encryption.recovery_missing'])
    }
    expect((await asha.get(pathOf(asha._id))).body).toEqual({ generation: 0, items: [], nextCursor: null })
  })

  test('never accepts a device of another person', async () => {
    const app = await given()
    const [asha, binod] = [await app.as('student'), await app.as('student')]
    const [device, recovery] = [await newDevice(), await newDevice()]
    await register(binod, device)
    const first = await makeFirstList({ userId: asha._id, generation: 0, device, recovery })
    const { status, body } = await saveLists(asha, [first], { recovery: { deviceId: recovery.deviceId, sealedKeys: sealedKeys() } })
    expect([status, body.code]).toEqual([409, 'encryption.device_taken'])
    expect((await binod.get('/user/encryption/devices')).body.items).toMatchObject([{ _id: device.deviceId, state: 'registered' }])
  })
})

describe('the next list', () => {
  test('adds and revokes devices', async () => {
    const { asha } = await givenAsha()
    const laptop = await newDevice()
    await register(asha.person, laptop)
    const added = await append(asha, { added: [await consenting(asha.chain, laptop)] })
    expect((await statesOf(asha))[laptop.deviceId]).toBe('trusted')
    await append(added, { by: [laptop], revoked: [asha.device.deviceId] })
    expect(await statesOf(asha)).toEqual({ [laptop.deviceId]: 'trusted', [asha.recovery.deviceId]: 'trusted' })
  })

  test('leaves an audit entry for each device that it revokes', async () => {
    const { app, asha } = await givenAsha()
    const { after, added } = await withBrowser(asha)
    await register(asha.person, added)
    await append(after, { revoked: [added.deviceId] })
    const owner = await app.as('superadmin')
    expect((await owner.get('/audit?kind=encryption')).body.items).toMatchObject([
      {
        action: 'encryption.removeDevice',
        actorName: 'Asha',
        targetName: 'Asha',
        changes: [{ before: '"Chrome"' }, { before: '"browser"' }],
      },
    ])
  })

  test('that is sent again changes nothing', async () => {
    const { app, asha } = await givenAsha()
    const { after } = await withBrowser(asha)
    const again = await saveLists(asha.person, after.lists)
    expect([again.status, again.body]).toEqual([200, { generation: 0, number: 1, head: after.chain.head }])
    expect(await app.db.selectFrom('deviceLists').select('number').orderBy('number').execute()).toEqual([{ number: 0 }, { number: 1 }])
  })

  test('replaces the recovery device with its keys, and not without', async () => {
    const { asha } = await givenAsha()
    const recovery = await newDevice()
    const change = { added: [await consenting(asha.chain, recovery, 'recovery')], revoked: [asha.recovery.deviceId] }
    const after = await withNext(asha, change)
    expect((await saveLists(asha.person, after.lists)).body.code).toBe('encryption.recovery_missing')
    const sent = { deviceId: recovery.deviceId, sealedKeys: sealedKeys() }
    expect((await saveLists(asha.person, after.lists, { recovery: sent })).status).toBe(200)
    expect((await asha.person.get('/user/encryption/recovery')).body).toMatchObject(sent)
  })

  const forged: [string, (asha: Listed, list: SignedList) => Promise<SignedList> | SignedList, string][] = [
    ['a signature of other bytes', (_, list) => ({ ...list, merged: Buffer.alloc(32).toString('base64') }), 'encryption.list_invalid'],
    [
      'a signature of a device that is in no list',
      async (_, list) => ({ ...list, signatures: [{ ...one(list), deviceId: (await newDevice()).deviceId }] }),
      'encryption.list_invalid',
    ],
    [
      'no consent of the new device',
      (_, list) => ({ ...list, added: list.added.map((device) => ({ ...device, consent: null })) }),
      'encryption.list_invalid',
    ],
    [
      'a key that is written in another way',
      (_, list) => ({ ...list, added: list.added.map((device) => ({ ...device, publicKeyPem: `\n${device.publicKeyPem}` })) }),
      'encryption.list_invalid',
    ],
    ['the name of another person', (_, list) => ({ ...list, userId: '0192f7a0-0000-7000-8000-000000000000' }), 'encryption.list_invalid'],
    ['a number after a gap', (_, list) => ({ ...list, number: 2 }), 'encryption.list_taken'],
    ['another list before it', (_, list) => ({ ...list, previous: Buffer.alloc(32).toString('base64') }), 'encryption.list_taken'],
    ['the number of a known list', (_, list) => ({ ...list, number: 0 }), 'encryption.list_taken'],
  ]
  const one = ({ signatures: [signature] }: SignedList) => ({ deviceId: '', signature: signature?.signature ?? '' })

  test.each(forged)('is refused with %s, and nothing is kept', async (_, forge, code) => {
    const { app, asha } = await givenAsha()
    const { lists } = await withNext(asha, { added: [await consenting(asha.chain, await newDevice())] })
    const { status, body } = await saveLists(asha.person, [await forge(asha, lists[1] as SignedList)])
    expect([status, body.code]).toEqual([code === 'encryption.list_taken' ? 409 : 422, code])
    expect(await app.db.selectFrom('deviceLists').select('number').execute()).toEqual([{ number: 0 }])
    expect(Object.keys(await statesOf(asha))).toHaveLength(2)
  })

  test('is rejected from a revoked device', async () => {
    const { asha } = await givenAsha()
    const { after, added } = await withBrowser(asha)
    const revoked = await append(after, { revoked: [added.deviceId] })
    const list = await makeNextList(after.chain, { by: [added], revoked: [asha.device.deviceId] })
    const forged = { ...list, number: 3, previous: revoked.chain.head }
    expect((await saveLists(asha.person, [forged])).body.code).toBe('encryption.list_invalid')
    expect((await saveLists(asha.person, [list])).body.code).toBe('encryption.list_taken')
  })

  test('cannot restore a device that its person removed', async () => {
    const { asha } = await givenAsha()
    const laptop = await newDevice()
    await register(asha.person, laptop)
    await asha.person.del(`/user/encryption/devices/${laptop.deviceId}`)
    const { lists } = await withNext(asha, { added: [await consenting(asha.chain, laptop)] })
    expect((await saveLists(asha.person, lists)).body.code).toBe('encryption.device_taken')
  })

  test('is accepted once if two are sent concurrently, regardless of which transaction is first', async () => {
    const { app, asha } = await givenAsha()
    const rivals = await Promise.all(
      [1, 2, 3].map(async () => withNext(asha, { added: [await consenting(asha.chain, await newDevice())] })),
    )
    const answers = await Promise.all(rivals.map(({ lists }) => saveLists(asha.person, lists.slice(-1))))
    expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([
      200,
      'encryption.list_taken',
      'encryption.list_taken',
    ])
    const winner = rivals[answers.findIndex(({ status }) => status === 200)]
    const rows = await app.db.selectFrom('deviceLists').select(['number', 'hash']).orderBy('number').execute()
    expect(rows).toEqual([
      { number: 0, hash: asha.chain.head },
      { number: 1, hash: winner?.chain.head },
    ])
    // Devices of the rejected lists do not exist either.
    expect(Object.values(await statesOf(asha))).toEqual(['trusted', 'trusted', 'trusted'])
  })
})

describe('starting over', () => {
  test('starts a chain of the next generation, and leaves earlier devices pending', async () => {
    const app = await given()
    const { asha: person, binod } = await givenPair(app)
    const before = await givenListed(person)
    const after = await givenListed(person, 1)
    const states = await statesOf(after)
    expect([states[before.device.deviceId], states[after.device.deviceId]]).toEqual(['pending', 'trusted'])
    expect(states[before.recovery.deviceId]).toBeUndefined()
    const newest = await binod.get(pathOf(person._id))
    expect(newest.body).toMatchObject({ generation: 1, items: after.lists })
    expect((await binod.get(pathOf(person._id, '?generation=0'))).body).toMatchObject({ generation: 0, items: before.lists })
    // The previous chain ends with it.
    const late = await withNext(before, { added: [await consenting(before.chain, await newDevice())] })
    expect((await saveLists(person, late.lists)).body.code).toBe('encryption.list_taken')
  })
})

describe('lists of another person', () => {
  const givenTwo = async () => {
    const app = await given()
    const { asha, binod, id } = await givenPair(app)
    return { app, id, binod, asha: await givenListed(asha) }
  }

  test('can be read in pages, and only by people who chat with that person', async () => {
    const { app, asha, binod } = await givenTwo()
    const { after } = await withBrowser(asha)
    const first = await binod.get(pathOf(asha.person._id, '?limit=1'))
    expect(first.body).toEqual({ generation: 0, items: after.lists.slice(0, 1), nextCursor: '0' })
    const second = await binod.get(pathOf(asha.person._id, '?limit=1&after=0'))
    expect(second.body).toEqual({ generation: 0, items: after.lists.slice(1), nextCursor: null })
    expect((await (await app.as('admin')).get(pathOf(asha.person._id))).status).toBe(404)
  })

  test('can be uploaded after a restore if they continue those of the server', async () => {
    const { app, asha, binod } = await givenTwo()
    const { after, added } = await withBrowser(asha)
    const recovery = await newDevice()
    const replaced = await withNext(after, {
      by: [added],
      added: [await consenting(after.chain, recovery, 'recovery')],
      revoked: [asha.recovery.deviceId],
    })
    // A backup from before the second list.
    await app.db.deleteFrom('deviceLists').where('number', '>', 0).execute()
    await app.db.deleteFrom('devices').where('id', '=', added.deviceId).execute()
    expect((await saveLists(binod, replaced.lists, { userId: asha.person._id })).status).toBe(200)
    expect((await binod.get(pathOf(asha.person._id))).body.items).toEqual(replaced.lists)
    // Asha removed the recovery device, not the one who uploaded her list.
    expect(await app.db.selectFrom('audit').select(['action', 'actorId', 'targetId']).execute()).toEqual([
      { action: 'encryption.removeDevice', actorId: null, targetId: asha.person._id },
    ])
    expect(await statesOf(asha)).toEqual({
      [asha.device.deviceId]: 'trusted',
      [added.deviceId]: 'trusted',
      [recovery.deviceId]: 'trusted',
    })
    // Only the person themselves has the keys of the recovery device.
    expect((await asha.person.get('/user/encryption/recovery')).body.code).toBe('encryption.no_recovery')
    const sent = { deviceId: recovery.deviceId, sealedKeys: sealedKeys() }
    expect((await saveLists(asha.person, replaced.lists, { recovery: sent })).status).toBe(200)
    expect((await asha.person.get('/user/encryption/recovery')).body).toMatchObject(sent)
    // The keys cannot be exchanged under a known list.
    await saveLists(asha.person, replaced.lists, { recovery: { ...sent, sealedKeys: sealedKeys() } })
    expect((await asha.person.get('/user/encryption/recovery')).body).toMatchObject(sent)
  })

  test('can only be started by that person, and are accepted without recovery keys', async () => {
    const { asha, binod } = await givenTwo()
    const other = { device: await newDevice(), recovery: await newDevice() }
    const again = await makeFirstList({ userId: asha.person._id, generation: 1, ...other })
    const upload = (person: typeof binod, lists: SignedList[], more = {}) => saveLists(person, lists, { userId: asha.person._id, ...more })
    expect((await upload(binod, [again])).body.code).toBe('encryption.list_invalid')
    const { lists } = await withNext(asha, { added: [await consenting(asha.chain, await newDevice())] })
    const recovery = { deviceId: asha.recovery.deviceId, sealedKeys: sealedKeys() }
    expect((await upload(binod, lists, { recovery })).status).toBe(403)
    const binods = await makeFirstList({ userId: binod._id, generation: 0, ...other })
    const answer = await saveLists(asha.person, [binods], { userId: binod._id })
    expect([answer.status, answer.body.code]).toEqual([422, 'encryption.list_invalid'])
  })

  test('stay available after that person was deleted to readers of their messages, without the trust book', async () => {
    const { app, asha, binod } = await givenTwo()
    const [superadmin, stranger] = [await app.as('superadmin'), await app.as('student')]
    await app.db.insertInto('trustBooks').values({ userId: asha.person._id, number: 1, book: '{}' }).execute()
    expect((await superadmin.del(`/user/${asha.person._id}`)).status).toBe(204)
    expect(await app.db.selectFrom('deviceLists').select('number').execute()).toEqual([{ number: 0 }])
    expect(await app.db.selectFrom('trustBooks').select('number').execute()).toEqual([])
    expect((await stranger.get(pathOf(asha.person._id))).status).toBe(404)
    expect((await binod.get(pathOf(asha.person._id))).body.items).toEqual(asha.lists)
  })
})

describe('a list that omits a device', () => {
  const givenEncrypted = async () => {
    const app = await withEncryption(await given())
    const [asha, binod] = [await app.as('student'), await app.as('student')]
    const phone = await givenDevice(asha)
    const desk = await givenDevice(binod)
    const id = await privateOf(asha, binod)
    await asha.put(`/chat/conversations/${id}/encryption`, keyFor(1, phone, [phone, desk]))
    const status = async () => (await binod.get(`/chat/conversations/${id}/encryption`)).body
    return { app, asha, binod, id, phone, desk, status }
  }

  test('requires a new key, and notifies the members', async () => {
    const { app, asha: person, binod, id, phone, desk, status } = await givenEncrypted()
    const { heard } = await (await givenSockets(app))(binod)
    const told = () => heard.filter(({ event }) => event === 'encryption_changed').map(({ payload }) => payload.conversationId)
    const asha = await givenListed(person)
    const { requiredKeyVersion, devices } = await status()
    expect(requiredKeyVersion).toBe(2)
    expect(devices.map(({ deviceId }: { deviceId: string }) => deviceId).toSorted()).toEqual(
      [desk, asha.device.deviceId, asha.recovery.deviceId].toSorted(),
    )
    expect((await person.put(`/chat/conversations/${id}/encryption`, keyFor(2, phone, [phone, desk]))).status).toBe(422)
    const keyed = [asha.device.deviceId, asha.recovery.deviceId, desk]
    expect((await person.put(`/chat/conversations/${id}/encryption`, keyFor(2, asha.device.deviceId, keyed))).status).toBe(200)
    const { after, added } = await withBrowser(asha)
    expect((await status()).requiredKeyVersion).toBe(2)
    const count = told().length
    await append(after, { revoked: [added.deviceId] })
    expect((await status()).requiredKeyVersion).toBe(3)
    await expect.poll(() => told().length).toBeGreaterThan(count)
    expect(new Set(told())).toEqual(new Set([id]))
  })

  test('changes nothing more if its person removed the device before', async () => {
    const { asha: person, status } = await givenEncrypted()
    const { after, added } = await withBrowser(await givenListed(person))
    expect((await person.del(`/user/encryption/devices/${added.deviceId}`)).status).toBe(204)
    const { devices, requiredKeyVersion } = await status()
    expect(devices.map(({ deviceId }: { deviceId: string }) => deviceId)).not.toContain(added.deviceId)
    await append(after, { revoked: [added.deviceId] })
    expect((await status()).requiredKeyVersion).toBe(requiredKeyVersion)
  })
})

describe('the limits of lists', () => {
  test('the number of lists per call, list numbers, and key lengths', async () => {
    const { asha } = await givenAsha()
    const [first] = asha.lists as [SignedList]
    const sent = async (lists: SignedList[]) => (await saveLists(asha.person, lists)).status
    const same = (size: number) => Array.from({ length: size }, () => first)
    expect([await sent(same(encryptionLimits.listsAtOnce)), await sent(same(encryptionLimits.listsAtOnce + 1)), await sent([])]).toEqual([
      200, 400, 400,
    ])
    const numbered = (number: number) => sent([{ ...first, number }])
    expect([await numbered(encryptionLimits.deviceLists), await numbered(encryptionLimits.deviceLists + 1)]).toEqual([409, 400])
    const generated = (generation: number) => sent([{ ...first, generation }])
    expect([await generated(encryptionLimits.generations), await generated(encryptionLimits.generations + 1)]).toEqual([422, 400])
    const keyed = (size: number) =>
      sent([{ ...first, number: 1, added: first.added.map((device) => ({ ...device, publicKeyPem: 'a'.repeat(size) })) }])
    expect([await keyed(encryptionLimits.publicKeyPem), await keyed(encryptionLimits.publicKeyPem + 1)]).toEqual([409, 400])
    const asked = async (limit: number) => (await asha.person.get(pathOf(asha.person._id, `?limit=${limit}`))).status
    expect([await asked(encryptionLimits.listsAtOnce), await asked(encryptionLimits.listsAtOnce + 1)]).toEqual([200, 400])
  })

  test('verifies a continued chain from the stored lists', async () => {
    const { asha } = await givenAsha()
    const { after } = await withBrowser(asha)
    const { items } = (await asha.person.get(pathOf(asha.person._id))).body
    expect(await verifyChain(items)).toMatchObject({ head: after.chain.head, number: 1 })
  })
})
