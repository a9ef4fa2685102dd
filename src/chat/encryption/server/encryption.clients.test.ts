import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { givenPair, groupOf, said } from '../../conversations/server/testing/chat.ts'
import { withEncryption } from './testing/allowed.ts'
import { addBrowser, openBrowser } from './testing/clients.ts'

/** Two people with a browser each, in an encrypted chat of their own. */
const encryptedPair = async () => {
  const pair = await givenPair(await withEncryption(await given()))
  await said(pair.asha, pair.id, 'Before')
  const [phone, desk] = [await openBrowser(pair.asha), await openBrowser(pair.binod)]
  await phone.client.enable(pair.id)
  return { ...pair, phone, desk }
}

describe('two people', () => {
  test('read what they write to each other, replies and edits too', async () => {
    const { id, phone, desk } = await encryptedPair()
    const first = await phone.say(id, 'नमस्ते 🔑')
    await desk.say(id, 'Hello', { replyTo: first })
    await phone.edit(first, 'नमस्ते')
    for (const browser of [phone, desk]) {
      const shown = await browser.read(id)
      expect(shown.map(({ content, unreadable }) => unreadable ?? content)).toEqual(['Before', 'नमस्ते', 'Hello'])
      expect(shown.at(-1)?.replyTo).toMatchObject({ _id: first._id, content: 'नमस्ते' })
    }
  })

  test('see the same safety number', async () => {
    const { id, phone, desk } = await encryptedPair()
    const number = await phone.client.safetyNumber(id)
    expect(number).toMatch(/^\d{60}$/)
    expect(await desk.client.safetyNumber(id)).toBe(number)
  })

  test('go on where they were after a reload', async () => {
    const { id, asha, phone, desk } = await encryptedPair()
    await desk.say(id, 'Hello')
    const again = await openBrowser(asha, phone.storage)
    expect(again.client.deviceId.get()).toBe(phone.client.deviceId.get())
    expect(await again.shown(id)).toEqual(['Before', 'Hello'])
  })

  test('who send at once where a new key is needed make one, and both messages arrive', async () => {
    const { id, app, phone, desk } = await encryptedPair()
    await app.db.updateTable('conversations').set({ requiredKeyVersion: 2 }).where('id', '=', id).execute()
    for (const { client } of [phone, desk]) client.changed(id)
    await Promise.all([phone.say(id, 'One'), desk.say(id, 'Two')])
    for (const browser of [phone, desk]) expect((await browser.shown(id)).toSorted()).toEqual(['Before', 'One', 'Two'])
  })
})

describe('another browser of the same person', () => {
  test('asks what it shall be, and reads and sends nothing while it waits to be added', async () => {
    const { id, asha, phone, desk } = await encryptedPair()
    await phone.say(id, 'Past')
    const laptop = await openBrowser(asha)
    expect(laptop.client.device.get()).toBe('none')
    expect(await laptop.shown(id)).toEqual(['Before', 'noDevice'])
    await laptop.client.useThisBrowser()
    expect(laptop.client.device.get()).toBe('pending')
    desk.client.changed(id)
    await desk.say(id, 'Now')
    laptop.client.changed(id)
    expect(await laptop.shown(id)).toEqual(['Before', 'noKey', 'noKey'])
    await expect(laptop.say(id, 'Not yet')).rejects.toMatchObject({ reason: 'noDevice' })
    expect(await laptop.client.confirmPending(await laptop.client.pendingCode())).toBe(false)
  })

  test('reads the past once the first one has confirmed it by the same code', async () => {
    const { id, asha, phone, desk } = await encryptedPair()
    await phone.say(id, 'Past')
    const laptop = await openBrowser(asha)
    await addBrowser(phone, laptop)
    expect(laptop.client.device.get()).toBe('ready')
    expect(await laptop.shown(id)).toEqual(['Before', 'Past'])
    desk.client.changed(id)
    await desk.say(id, 'Now')
    laptop.client.changed(id)
    expect(await laptop.shown(id)).toEqual(['Before', 'Past', 'Now'])
    await laptop.say(id, 'From the laptop')
    expect((await desk.read(id)).at(-1)).toMatchObject({ content: 'From the laptop' })
  })

  test('reads the past with the recovery code', async () => {
    const { id, asha, phone } = await encryptedPair()
    await phone.say(id, 'Past')
    const { code, isSame, save } = await phone.client.makeRecoveryCode()
    expect(isSame(code.toLowerCase().replaceAll('-', ' '))).toBe(true)
    await save()
    const laptop = await openBrowser(asha)
    await expect(laptop.client.useRecoveryCode('AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA', true)).rejects.toThrow('not the recovery code')
    await laptop.client.useRecoveryCode(code, true)
    expect(laptop.client.device.get()).toBe('ready')
    expect(await laptop.shown(id)).toEqual(['Before', 'Past'])
  })

  test('that was just opened is wiped all the same, and knows whether it is the last', async () => {
    const { asha, phone } = await encryptedPair()
    const page = await openBrowser(asha, phone.storage, { isHasty: true })
    // The recovery code can still read.
    expect(await page.client.isLast()).toBe(false)
    const next = await openBrowser(asha, phone.storage, { isHasty: true })
    await next.client.wipe()
    expect((await asha.get('/user/encryption/devices')).body.items).toMatchObject([{ kind: 'recovery' }])
  })

  test.each([true, false])('tells that what is on the screen can be read now, kept: %s', async (isKept) => {
    const { id, asha, phone } = await encryptedPair()
    await phone.say(id, 'Past')
    const { code, save } = await phone.client.makeRecoveryCode()
    await save()
    const other = await openBrowser(asha)
    expect(await other.shown(id)).toEqual(['Before', 'noDevice'])
    const opened = new Promise<string>((resolve) => void other.client.onOpened(resolve))
    await other.client.useRecoveryCode(code, isKept)
    expect(await opened).toBe(id)
    expect(await other.shown(id)).toEqual(['Before', 'Past'])
  })

  test('that is shared is the recovery device while its page lives, and leaves nothing behind', async () => {
    const { id, asha, app, phone, desk } = await encryptedPair()
    const { code, save } = await phone.client.makeRecoveryCode()
    await save()
    phone.client.changed(id)
    await phone.say(id, 'Past')
    const devices = async () => (await asha.get('/user/encryption/devices')).body.items.length
    const before = await devices()
    const shared = await openBrowser(asha)
    await shared.client.useRecoveryCode(code, false)
    expect([shared.client.device.get(), await shared.shown(id)]).toEqual(['recovery', ['Before', 'Past']])
    await shared.say(id, 'From the library')
    expect(await desk.shown(id)).toEqual(['Before', 'Past', 'From the library'])
    shared.client.close()
    expect(await devices()).toBe(before)
    const { keyVersion, requiredKeyVersion } = await app.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(requiredKeyVersion).toBe(keyVersion)
  })

  test('that is shared forgets what it stored before the code was entered', async () => {
    const { id, asha, phone } = await encryptedPair()
    await phone.say(id, 'Past')
    const other = await openBrowser(asha)
    expect(await other.shown(id)).toEqual(['Before', 'noDevice'])
    await other.stateOf(id)
    const kept = other.storage as { conversations: () => Promise<Map<string, object>>; people: () => Promise<Map<string, object>> }
    const sizes = async () => [(await kept.conversations()).size, (await kept.people()).size]
    expect(await sizes()).not.toEqual([0, 0])
    await other.client.useRecoveryCode(phone.code, false)
    expect(await other.shown(id)).toEqual(['Before', 'Past'])
    expect(await sizes()).toEqual([0, 0])
  })

  test('has its name in the list of devices from when it is set up', async () => {
    const { asha } = await encryptedPair()
    expect((await asha.get('/user/encryption/devices')).body.items).toContainEqual(
      expect.objectContaining({ kind: 'browser', name: 'Chrome' }),
    )
  })

  test('that was removed opens nothing that is sent afterwards, and asks again what it shall be', async () => {
    const { id, asha, phone, desk } = await encryptedPair()
    const laptop = await openBrowser(asha)
    await addBrowser(phone, laptop)
    await phone.client.removeDevice(laptop.client.deviceId.get() ?? '')
    for (const { client } of [phone, desk, laptop]) client.changed(id)
    await desk.say(id, 'Only for you')
    expect((await laptop.shown(id)).at(-1)).toBe('noKey')
    expect((await phone.shown(id)).at(-1)).toBe('Only for you')
    expect((await openBrowser(asha, laptop.storage)).client.device.get()).toBe('none')
  })

  test.each(['in an open chat', 'in the list of chats'])(
    'that was removed notices it at once %s, keeps its keys, and can be added again',
    async (where) => {
      const { id, asha, phone } = await encryptedPair()
      const laptop = await openBrowser(asha)
      await addBrowser(phone, laptop)
      const removed = laptop.client.deviceId.get()
      if (where === 'in an open chat') await laptop.stateOf(id)
      await phone.client.removeDevice(removed ?? '')
      if (where === 'in an open chat') laptop.client.changed(id)
      else await laptop.client.checkOwnLists()
      await expect.poll(() => [laptop.client.device.get(), laptop.client.deviceId.get()]).toEqual(['none', null])
      expect(await laptop.stateOf(id)).toMatchObject({ cannotSend: 'noDevice' })
      await expect(laptop.say(id, 'Not any more')).rejects.toMatchObject({ reason: 'noDevice' })
      expect(await (laptop.storage as { device: () => Promise<object> }).device()).toMatchObject({ deviceId: removed })
      await addBrowser(phone, laptop)
      laptop.client.changed(id)
      await laptop.say(id, 'Here again')
      expect((await laptop.shown(id)).at(-1)).toBe('Here again')
    },
  )

  test('that a recovery code opened ends where another device replaces the code', async () => {
    const { id, asha, phone } = await encryptedPair()
    const shared = await openBrowser(asha)
    await shared.client.useRecoveryCode(phone.code, false)
    await shared.say(id, 'From the library')
    await (await phone.client.makeRecoveryCode()).save()
    await shared.client.checkOwnLists()
    await expect.poll(() => [shared.client.device.get(), shared.client.deviceId.get()]).toEqual(['none', null])
    await expect(shared.say(id, 'Not any more')).rejects.toMatchObject({ reason: 'noDevice' })
  })

  test('stays one where the server alone says that it was removed', async () => {
    const { id, asha, app, phone, desk } = await encryptedPair()
    const laptop = await openBrowser(asha)
    await addBrowser(phone, laptop)
    const removed = laptop.client.deviceId.get() ?? ''
    await app.db.updateTable('devices').set({ revokedAt: new Date().toISOString() }).where('id', '=', removed).execute()
    await laptop.client.checkOwnLists()
    laptop.client.changed(id)
    await laptop.stateOf(id)
    expect(laptop.client.device.get()).toBe('ready')
    expect(await desk.shown(id)).toEqual(['Before'])
  })
})

describe('a verified chat', () => {
  test('stays verified when the other person adds a device, and announces it', async () => {
    const { id, binod, phone, desk } = await encryptedPair()
    await phone.client.setVerified(id, { digits: await phone.client.safetyNumber(id), name: 'Binod' })
    const before = await phone.client.safetyNumber(id)
    const tablet = await openBrowser(binod)
    await addBrowser(desk, tablet)
    expect(await phone.stateOf(id)).toMatchObject({ isVerified: true, news: [{ userId: binod._id, startedOver: false }] })
    expect(await phone.client.safetyNumber(id)).not.toBe(before)
    await phone.say(id, 'Hello')
    tablet.client.changed(id)
    expect(await tablet.shown(id)).toEqual(['Before', 'Hello'])
  })

  test('asks before it sends to a person who started over', async () => {
    const { id, binod, phone } = await encryptedPair()
    await phone.client.setVerified(id, { digits: await phone.client.safetyNumber(id), name: 'Binod' })
    const stranger = await openBrowser(binod)
    await (await stranger.client.setUp()).save()
    const { news, ...state } = await phone.stateOf(id)
    expect({ news, ...state }).toMatchObject({
      isVerified: false,
      wasVerified: true,
      cannotSend: 'devicesChanged',
      news: [{ startedOver: true }],
    })
    await expect(phone.say(id, 'Hello')).rejects.toMatchObject({ reason: 'devicesChanged' })
    await phone.client.acceptNews(id, news)
    await phone.say(id, 'Hello')
    stranger.client.changed(id)
    expect(await stranger.shown(id)).toEqual(['Before', 'Hello'])
    expect(await phone.stateOf(id)).toMatchObject({ isVerified: false, wasVerified: false, news: [] })
  })
})

describe('a group', () => {
  test('shuts out who was taken out, and gives who came in what is said from then on', async () => {
    const app = await withEncryption(await given())
    const [admin, asha, binod] = [await app.as('admin'), await app.as('student'), await app.as('student')]
    const [desk, phone, tablet] = [await openBrowser(admin), await openBrowser(asha), await openBrowser(binod)]
    const id = await groupOf(app, [admin, asha, binod])
    await desk.client.enable(id)
    await phone.say(id, 'All three')
    await admin.del(`/chat/admin/groups/${id}/members/${binod._id}`)
    for (const { client } of [desk, phone]) client.changed(id)
    await phone.say(id, 'Two alone')
    await admin.post(`/chat/admin/groups/${id}/members`, { userIds: [binod._id] })
    for (const { client } of [desk, phone, tablet]) client.changed(id)
    await phone.say(id, 'Three again')
    expect(await tablet.shown(id)).toEqual(['All three', 'notMember', 'Three again'])
    expect(await desk.shown(id)).toEqual(['All three', 'Two alone', 'Three again'])
  })
})

describe('after a restore', () => {
  test('the conversation goes on above the highest version that was seen', async () => {
    const { id, app, phone, desk } = await encryptedPair()
    await phone.say(id, 'Kept')
    const before = await app.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await app.db.updateTable('conversations').set({ requiredKeyVersion: 2 }).where('id', '=', id).execute()
    phone.client.changed(id)
    await phone.say(id, 'Lost')
    for (const table of ['conversationKeyWraps', 'conversationKeys', 'messageCiphertexts'] as const)
      await app.db.deleteFrom(table).where('conversationId', '=', id).where('keyVersion', '=', 2).execute()
    await app.db.deleteFrom('messages').where('conversationId', '=', id).where('seq', '=', 3).execute()
    const { keyVersion, requiredKeyVersion, lastSeq } = before
    await app.db.updateTable('conversations').set({ keyVersion, requiredKeyVersion, lastSeq }).where('id', '=', id).execute()
    for (const { client } of [phone, desk]) client.changed(id)
    const { encryption } = await phone.say(id, 'Goes on')
    expect(encryption?.keyVersion).toBe(3)
    expect(await desk.shown(id)).toEqual(['Before', 'Kept', 'Goes on'])
  })

  test('a message that is sent once more, since the server has lost it, is shown to those who saw it before', async () => {
    const { id, app, phone, desk } = await encryptedPair()
    const sent = await phone.say(id, 'Lost')
    await desk.shown(id)
    await app.db.deleteFrom('messageCiphertexts').where('messageId', '=', sent._id).execute()
    await app.db.deleteFrom('messages').where('id', '=', sent._id).execute()
    await app.db.updateTable('conversations').set({ lastSeq: 1 }).where('id', '=', id).execute()
    await phone.say(id, 'Lost', { clientId: sent.clientId })
    expect(await desk.shown(id)).toEqual(['Before', 'repeated'])
    desk.client.restored()
    expect(await desk.shown(id)).toEqual(['Before', 'Lost'])
  })
})
