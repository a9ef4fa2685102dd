import { describe, expect, test } from 'vitest'
import { groupOf, said } from '../../conversations/server/testing/chat.ts'
import { addBrowser, openBrowser } from './testing/clients.ts'
import { preparedChat } from './testing/givenChat.ts'

/** Two people with a browser each, in their encrypted chat. */
const encryptedPair = preparedChat(async (pair) => {
  await said(pair.asha, pair.id, 'Before')
  const [phone, desk] = [await openBrowser(pair.asha), await openBrowser(pair.binod)]
  await phone.client.enable(pair.id)
  return { ...pair, phone, desk }
})

describe('two people', () => {
  test('read each other’s messages, replies and edits', async () => {
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

  test('continue after a reload', async () => {
    const { id, asha, phone, desk } = await encryptedPair()
    await desk.say(id, 'Hello')
    const again = await openBrowser(asha, phone.storage)
    expect(again.client.deviceId.get()).toBe(phone.client.deviceId.get())
    expect(await again.shown(id)).toEqual(['Before', 'Hello'])
  })

  test('who send at once when a new key is needed create one, and both messages arrive', async () => {
    const { id, app, phone, desk } = await encryptedPair()
    await app.db.updateTable('conversations').set({ requiredKeyVersion: 2 }).where('id', '=', id).execute()
    for (const { client } of [phone, desk]) client.invalidateKeys(id)
    await Promise.all([phone.say(id, 'One'), desk.say(id, 'Two')])
    for (const browser of [phone, desk]) expect((await browser.shown(id)).toSorted()).toEqual(['Before', 'One', 'Two'])
  })
})

describe('another browser of the same person', () => {
  test('asks how to proceed, and reads and sends nothing while it waits to be added', async () => {
    const { id, asha, phone, desk } = await encryptedPair()
    await phone.say(id, 'Past')
    const laptop = await openBrowser(asha)
    expect(laptop.client.device.get()).toBe('none')
    expect(await laptop.shown(id)).toEqual(['Before', 'noDevice'])
    await laptop.client.requestAccess()
    expect(laptop.client.device.get()).toBe('pending')
    desk.client.invalidateKeys(id)
    await desk.say(id, 'Now')
    laptop.client.invalidateKeys(id)
    expect(await laptop.shown(id)).toEqual(['Before', 'noKey', 'noKey'])
    await expect(laptop.say(id, 'Not yet')).rejects.toMatchObject({ reason: 'noDevice' })
    expect(await laptop.client.confirmPending(await laptop.client.pendingCode())).toBe(false)
  })

  test('reads earlier messages once the first one has confirmed it with the same code', async () => {
    const { id, asha, phone, desk } = await encryptedPair()
    await phone.say(id, 'Past')
    const laptop = await openBrowser(asha)
    await addBrowser(phone, laptop)
    expect(laptop.client.device.get()).toBe('ready')
    expect(await laptop.shown(id)).toEqual(['Before', 'Past'])
    desk.client.invalidateKeys(id)
    await desk.say(id, 'Now')
    laptop.client.invalidateKeys(id)
    expect(await laptop.shown(id)).toEqual(['Before', 'Past', 'Now'])
    await laptop.say(id, 'From the laptop')
    expect((await desk.read(id)).at(-1)).toMatchObject({ content: 'From the laptop' })
  })

  test('reads earlier messages with the recovery code', async () => {
    const { id, asha, phone } = await encryptedPair()
    await phone.say(id, 'Past')
    const { code, isSame, save } = await phone.client.makeRecoveryCode()
    expect(isSame(code.toLowerCase().replaceAll('-', ' '))).toBe(true)
    await save()
    const laptop = await openBrowser(asha)
    await expect(laptop.client.recoverWithCode('AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA', true)).rejects.toThrow('not the recovery code')
    await laptop.client.recoverWithCode(code, true)
    expect(laptop.client.device.get()).toBe('ready')
    expect(await laptop.shown(id)).toEqual(['Before', 'Past'])
  })

  test('that was just opened can be wiped, and knows whether it is the last', async () => {
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
    const opened = new Promise<string>((resolve) => void other.client.onKeysAdded(resolve))
    await other.client.recoverWithCode(code, isKept)
    expect(await opened).toBe(id)
    expect(await other.shown(id)).toEqual(['Before', 'Past'])
  })

  test('that is shared is the recovery device until its page closes, and stores nothing', async () => {
    const { id, asha, app, phone, desk } = await encryptedPair()
    const { code, save } = await phone.client.makeRecoveryCode()
    await save()
    phone.client.invalidateKeys(id)
    await phone.say(id, 'Past')
    const devices = async () => (await asha.get('/user/encryption/devices')).body.items.length
    const before = await devices()
    const shared = await openBrowser(asha)
    await shared.client.recoverWithCode(code, false)
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

  test('that is shared deletes what it stored before the code was entered', async () => {
    const { id, asha, phone } = await encryptedPair()
    await phone.say(id, 'Past')
    const other = await openBrowser(asha)
    expect(await other.shown(id)).toEqual(['Before', 'noDevice'])
    await other.stateOf(id)
    const kept = other.storage as { conversations: () => Promise<Map<string, object>>; people: () => Promise<Map<string, object>> }
    const sizes = async () => [(await kept.conversations()).size, (await kept.people()).size]
    expect(await sizes()).not.toEqual([0, 0])
    await other.client.recoverWithCode(phone.code, false)
    expect(await other.shown(id)).toEqual(['Before', 'Past'])
    expect(await sizes()).toEqual([0, 0])
  })

  test('is named in the list of devices from its setup on', async () => {
    const { asha } = await encryptedPair()
    expect((await asha.get('/user/encryption/devices')).body.items).toContainEqual(
      expect.objectContaining({ kind: 'browser', name: 'Chrome' }),
    )
  })

  test('that was removed decrypts no later messages, and asks again how to proceed', async () => {
    const { id, asha, phone, desk } = await encryptedPair()
    const laptop = await openBrowser(asha)
    await addBrowser(phone, laptop)
    await phone.client.removeDevice(laptop.client.deviceId.get() ?? '')
    for (const { client } of [phone, desk, laptop]) client.invalidateKeys(id)
    await desk.say(id, 'Only for you')
    expect((await laptop.shown(id)).at(-1)).toBe('noKey')
    expect((await phone.shown(id)).at(-1)).toBe('Only for you')
    expect((await openBrowser(asha, laptop.storage)).client.device.get()).toBe('none')
  })

  test.each(['in an open chat', 'in the list of chats'])(
    'that was removed notices at once %s, keeps its keys, and can be added again',
    async (where) => {
      const { id, asha, phone } = await encryptedPair()
      const laptop = await openBrowser(asha)
      await addBrowser(phone, laptop)
      const removed = laptop.client.deviceId.get()
      if (where === 'in an open chat') await laptop.stateOf(id)
      await phone.client.removeDevice(removed ?? '')
      if (where === 'in an open chat') laptop.client.invalidateKeys(id)
      else await laptop.client.checkOwnLists()
      await expect.poll(() => [laptop.client.device.get(), laptop.client.deviceId.get()]).toEqual(['none', null])
      expect(await laptop.stateOf(id)).toMatchObject({ cannotSend: 'noDevice' })
      await expect(laptop.say(id, 'Not any more')).rejects.toMatchObject({ reason: 'noDevice' })
      expect(await (laptop.storage as { device: () => Promise<object> }).device()).toMatchObject({ deviceId: removed })
      await addBrowser(phone, laptop)
      laptop.client.invalidateKeys(id)
      await laptop.say(id, 'Here again')
      expect((await laptop.shown(id)).at(-1)).toBe('Here again')
    },
  )

  test('that was opened with a recovery code ends when another device replaces the code', async () => {
    const { id, asha, phone } = await encryptedPair()
    const shared = await openBrowser(asha)
    await shared.client.recoverWithCode(phone.code, false)
    await shared.say(id, 'From the library')
    await (await phone.client.makeRecoveryCode()).save()
    await shared.client.checkOwnLists()
    await expect.poll(() => [shared.client.device.get(), shared.client.deviceId.get()]).toEqual(['none', null])
    await expect(shared.say(id, 'Not any more')).rejects.toMatchObject({ reason: 'noDevice' })
  })

  test('stays a device if only the server claims that it was removed', async () => {
    const { id, asha, app, phone, desk } = await encryptedPair()
    const laptop = await openBrowser(asha)
    await addBrowser(phone, laptop)
    const removed = laptop.client.deviceId.get() ?? ''
    await app.db.updateTable('devices').set({ revokedAt: new Date().toISOString() }).where('id', '=', removed).execute()
    await laptop.client.checkOwnLists()
    laptop.client.invalidateKeys(id)
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
    tablet.client.invalidateKeys(id)
    expect(await tablet.shown(id)).toEqual(['Before', 'Hello'])
  })

  test('asks before it sends to a person who started over', async () => {
    const { id, binod, phone } = await encryptedPair()
    await phone.client.setVerified(id, { digits: await phone.client.safetyNumber(id), name: 'Binod' })
    const stranger = await openBrowser(binod)
    await (await stranger.client.setUp({ startsOver: true })).save()
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
    stranger.client.invalidateKeys(id)
    expect(await stranger.shown(id)).toEqual(['Before', 'Hello'])
    expect(await phone.stateOf(id)).toMatchObject({ isVerified: false, wasVerified: false, news: [] })
  })
})

describe('a group', () => {
  test('excludes removed members, and gives new members only later messages', async () => {
    const app = await encryptedPair.app()
    const [admin, asha, binod] = [await app.as('admin'), await app.as('student'), await app.as('student')]
    const [desk, phone, tablet] = [await openBrowser(admin), await openBrowser(asha), await openBrowser(binod)]
    const id = await groupOf(app, [admin, asha, binod])
    await desk.client.enable(id)
    await phone.say(id, 'All three')
    await admin.del(`/chat/admin/groups/${id}/members/${binod._id}`)
    for (const { client } of [desk, phone]) client.invalidateKeys(id)
    await phone.say(id, 'Two alone')
    await admin.post(`/chat/admin/groups/${id}/members`, { userIds: [binod._id] })
    for (const { client } of [desk, phone, tablet]) client.invalidateKeys(id)
    await phone.say(id, 'Three again')
    expect(await tablet.shown(id)).toEqual(['All three', 'notMember', 'Three again'])
    expect(await desk.shown(id)).toEqual(['All three', 'Two alone', 'Three again'])
  })
})

describe('after a restore', () => {
  test('continues above the highest version seen', async () => {
    const { id, app, phone, desk } = await encryptedPair()
    await phone.say(id, 'Kept')
    const before = await app.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await app.db.updateTable('conversations').set({ requiredKeyVersion: 2 }).where('id', '=', id).execute()
    phone.client.invalidateKeys(id)
    await phone.say(id, 'Lost')
    for (const table of ['conversationKeyWraps', 'conversationKeys', 'messageCiphertexts'] as const)
      await app.db.deleteFrom(table).where('conversationId', '=', id).where('keyVersion', '=', 2).execute()
    await app.db.deleteFrom('messages').where('conversationId', '=', id).where('seq', '=', 3).execute()
    const { keyVersion, requiredKeyVersion, lastSeq } = before
    await app.db.updateTable('conversations').set({ keyVersion, requiredKeyVersion, lastSeq }).where('id', '=', id).execute()
    for (const { client } of [phone, desk]) client.invalidateKeys(id)
    const { encryption } = await phone.say(id, 'Goes on')
    expect(encryption?.keyVersion).toBe(3)
    expect(await desk.shown(id)).toEqual(['Before', 'Kept', 'Goes on'])
  })

  test('shows a resent message that the server had lost to people who saw it before', async () => {
    const { id, app, phone, desk } = await encryptedPair()
    const sent = await phone.say(id, 'Lost')
    await desk.shown(id)
    await app.db.deleteFrom('messageCiphertexts').where('messageId', '=', sent._id).execute()
    await app.db.deleteFrom('messages').where('id', '=', sent._id).execute()
    await app.db.updateTable('conversations').set({ lastSeq: 1 }).where('id', '=', id).execute()
    await phone.say(id, 'Lost', { clientId: sent.clientId })
    expect(await desk.shown(id)).toEqual(['Before', 'repeated'])
    desk.client.noteRestored()
    expect(await desk.shown(id)).toEqual(['Before', 'Lost'])
  })
})
