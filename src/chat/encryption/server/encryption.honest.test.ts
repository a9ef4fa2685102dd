import { describe, expect, test } from 'vitest'
import { beginEpoch } from '#server/backup/restore.db.ts'
import { transact } from '#server/db/transact.ts'
import type { Given } from '#server/testing/given.ts'
import { givenPair } from '../../conversations/server/testing/chat.ts'
import { addBrowser, type Browser, openBrowser } from './testing/clients.ts'
import { preparedChat } from './testing/givenChat.ts'

/* Honest people and a server that loses data must not cause warnings. */

/** Asha's phone and laptop, and Binod's desk, in an encrypted chat. */
const givenChat = preparedChat(async (pair) => {
  const [phone, desk] = [await openBrowser(pair.asha), await openBrowser(pair.binod)]
  await phone.client.enable(pair.id)
  await phone.say(pair.id, 'Hello')
  const laptop = await openBrowser(pair.asha)
  await addBrowser(phone, laptop)
  await desk.stateOf(pair.id)
  return { ...pair, phone, desk, laptop }
})

/** Two browsers of Asha without encryption set up, and Binod’s desk. */
const givenUnset = async () => {
  const pair = await givenPair(await givenChat.app())
  const open = () => openBrowser(pair.asha, undefined, { isSetUp: false })
  const [phone, laptop] = [await open(), await open()]
  expect([phone.client.device.get(), laptop.client.device.get()]).toEqual(['unset', 'unset'])
  return { ...pair, phone, laptop, desk: await openBrowser(pair.binod) }
}

/** The tables of chat and encryption in an order in which rows can be inserted. */
const chatTables = [
  'conversations',
  'conversationMembers',
  'conversationReads',
  'devices',
  'deviceLists',
  'trustBooks',
  'conversationKeys',
  'conversationKeyWraps',
  'messages',
  'messageVersions',
  'messageCiphertexts',
] as const

/** Copies what the server stores of chats, and returns a function that goes back to it, as a restore does. */
const photograph = async ({ db }: Given): Promise<() => Promise<void>> => {
  const copies: { table: (typeof chatTables)[number]; rows: object[] }[] = []
  for (const table of chatTables) copies.push({ table, rows: await db.selectFrom(table).selectAll().execute() })
  return async () => {
    await transact(db, async (tx) => {
      for (const { table } of copies.toReversed()) await tx.deleteFrom(table).execute()
      for (const { table, rows } of copies)
        for (const row of rows)
          await tx
            .insertInto(table)
            .values(row as never)
            .execute()
    })
    await beginEpoch(db, 'carrel.tar', new Date())
  }
}

/** Returns what a browser shows, including all warnings. */
const shownBy = async (browser: Browser, id: string): Promise<unknown[]> => {
  browser.client.invalidateKeys(id)
  const shown = (await browser.read(id)).map(({ content, unreadable, marks }) => unreadable ?? (marks ? [content, marks] : content))
  return shown
}

/** Returns warnings other than plain news of devices. */
const alarmsOf = async (browser: Browser, id: string): Promise<object[]> => {
  const { news, wasVerified, cannotSend } = await browser.stateOf(id)
  const grave = news.filter((one) => {
    const { startedOver, forked, replacedCode } = one as Record<string, boolean>
    return startedOver || forked || replacedCode
  })
  return [...grave, ...(wasVerified || cannotSend ? [{ wasVerified, cannotSend }] : [])]
}

const expectCalm = async (id: string, browsers: readonly Browser[], shown: readonly string[]): Promise<void> => {
  for (const browser of browsers) {
    expect(await shownBy(browser, id)).toEqual(shown)
    expect(await alarmsOf(browser, id)).toEqual([])
  }
}

describe('shows no warning if', () => {
  test('two devices of one person add devices at once', async () => {
    const { id, asha, phone, laptop, desk } = await givenChat()
    const [tablet, office] = [await openBrowser(asha), await openBrowser(asha)]
    const results = await Promise.allSettled([addBrowser(phone, tablet), addBrowser(laptop, office)])
    // The second browser consented to follow another list; it is compared and added again.
    const late = results.map(({ status }, at) => ({ status, added: [tablet, office][at] })).filter(({ status }) => status === 'rejected')
    for (const { added } of late) if (added) await addBrowser(phone, added)
    desk.client.invalidateKeys(id)
    await desk.say(id, 'For all four')
    await expectCalm(id, [phone, laptop, tablet, office, desk], ['Hello', 'For all four'])
  })

  test('a device that has missed a newer list of its person shows the code for that list', async () => {
    const { asha, phone, laptop } = await givenChat()
    const [tablet, office] = [await openBrowser(asha), await openBrowser(asha)]
    await addBrowser(phone, tablet)
    await addBrowser(laptop, office)
    expect(office.client.device.get()).toBe('ready')
  })

  test('two devices of one person remove and add at once', async () => {
    const { id, asha, phone, laptop, desk } = await givenChat()
    const tablet = await openBrowser(asha)
    await addBrowser(phone, tablet)
    const office = await openBrowser(asha)
    await Promise.allSettled([laptop.client.removeDevice(tablet.client.deviceId.get() ?? ''), addBrowser(phone, office)])
    if (office.client.device.get() !== 'ready') await addBrowser(phone, office)
    desk.client.invalidateKeys(id)
    await desk.say(id, 'For three')
    await expectCalm(id, [phone, laptop, office, desk], ['Hello', 'For three'])
  })

  test('two devices of one person edit a message at once', async () => {
    const { id, phone, laptop, desk } = await givenChat()
    const [message] = await phone.read(id)
    const [same] = await laptop.read(id)
    if (!message || !same) throw new Error('Asha has written nothing')
    await Promise.all([phone.edit(message, 'Good morning'), laptop.edit(same, 'Good evening')])
    const [text] = (await desk.read(id)).map(({ content }) => content)
    expect(['Good morning', 'Good evening']).toContain(text)
    await expectCalm(id, [phone, laptop, desk], [text ?? ''])
  })

  test('a message is sent again after a rejection', async () => {
    const { id, app, phone, desk, laptop } = await givenChat()
    const clientId = crypto.randomUUID()
    const refused = await phone.client.encrypt({
      conversation: id,
      clientId,
      revision: 1,
      type: 'text',
      text: 'Once more',
      replyTo: null,
      file: null,
    })
    const requiredKeyVersion = refused.keyVersion + 1
    await app.db.updateTable('conversations').set({ requiredKeyVersion }).where('id', '=', id).execute()
    await expect(phone.say(id, 'Once more', { clientId })).rejects.toMatchObject({ status: 409 })
    phone.client.invalidateKeys(id)
    const { encryption } = await phone.say(id, 'Once more', { clientId })
    expect(encryption).toMatchObject({ keyVersion: requiredKeyVersion, commitment: refused.commitment })
    await expectCalm(id, [phone, laptop, desk], ['Hello', 'Once more'])
  })

  test('the server has lost the lists of a person and one of their browsers restores them', async () => {
    const { id, app, asha, phone, desk } = await givenChat()
    const listed = async () => (await asha.get(`/user/encryption/people/${asha._id}/lists`)).body.items
    const before = await listed()
    await app.db.deleteFrom('deviceLists').where('userId', '=', asha._id).execute()
    expect(await listed()).toEqual([])
    await openBrowser(asha, phone.storage)
    expect(await listed()).toEqual(before)
    desk.client.invalidateKeys(id)
    await desk.say(id, 'Still here')
    await expectCalm(id, [phone, desk], ['Hello', 'Still here'])
  })

  test('the server is restored to a day before one of them set encryption up', async () => {
    const { id, app, asha, binod, phone, desk } = await givenUnset()
    const restore = await photograph(app)
    await (await phone.client.setUp()).save()
    await phone.client.enable(id)
    await phone.say(id, 'Hello')
    await expectCalm(id, [phone, desk], ['Hello'])
    await restore()
    const [again, desks] = [await openBrowser(asha, phone.storage), await openBrowser(binod, desk.storage)]
    expect((await asha.get(`/user/encryption/people/${asha._id}/lists`)).body).toMatchObject({ generation: 0, items: [{ number: 0 }] })
    await again.client.enable(id)
    await again.say(id, 'Still me')
    await expectCalm(id, [again, desks], ['Still me'])
    await desks.say(id, 'And me')
    await expectCalm(id, [again, desks], ['Still me', 'And me'])
  })

  test('a member was away while devices came and went', async () => {
    const { id, asha, binod, phone, laptop, desk } = await givenChat()
    const tablet = await openBrowser(asha)
    await addBrowser(laptop, tablet)
    tablet.client.invalidateKeys(id)
    await tablet.say(id, 'From the tablet')
    await phone.client.removeDevice(laptop.client.deviceId.get() ?? '')
    await tablet.client.wipe()
    phone.client.invalidateKeys(id)
    await phone.say(id, 'Only the phone')
    const back = await openBrowser(binod, desk.storage)
    await expectCalm(id, [back], ['Hello', 'From the tablet', 'Only the phone'])
    await back.say(id, 'Back again')
    await expectCalm(id, [phone, back], ['Hello', 'From the tablet', 'Only the phone', 'Back again'])
  })

  test('two browsers of one person set encryption up one after the other', async () => {
    const { id, phone, laptop, desk } = await givenUnset()
    await (await phone.client.setUp()).save()
    await phone.client.enable(id)
    await phone.say(id, 'Hello')
    await expectCalm(id, [desk], ['Hello'])
    await expect(laptop.client.setUp()).rejects.toThrow('set up in another browser')
    expect(laptop.client.device.get()).toBe('none')
    await addBrowser(phone, laptop)
    await expectCalm(id, [phone, laptop, desk], ['Hello'])
  })

  test('two browsers of one person set encryption up at once', async () => {
    const { id, asha, phone, laptop, desk } = await givenUnset()
    const made = await Promise.all([phone.client.setUp(), laptop.client.setUp()])
    const saved = await Promise.allSettled(made.map(({ save }) => save()))
    expect(saved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const isPhone = saved[0]?.status === 'fulfilled'
    const [first, second, late] = isPhone ? [phone, laptop, made[1]] : [laptop, phone, made[0]]
    await first.client.enable(id)
    await first.say(id, 'Hello')
    await expectCalm(id, [desk], ['Hello'])
    await expect(late.save()).rejects.toThrow('set up in another browser')
    expect(second.client.device.get()).toBe('none')
    await addBrowser(first, second)
    expect((await asha.get(`/user/encryption/people/${asha._id}/lists`)).body.generation).toBe(0)
    await expectCalm(id, [phone, laptop, desk], ['Hello'])
  })

  test('a browser resends its first list after a lost response', async () => {
    const { id, phone, desk } = await givenUnset()
    const { save } = await phone.client.setUp()
    phone.deceive((_, { path, method }) => {
      if (method === 'PUT' && path === '/user/encryption/lists') throw new Error('The answer was lost')
    })
    await expect(save()).rejects.toThrow('lost')
    phone.deceive(undefined)
    await save()
    await phone.client.enable(id)
    await phone.say(id, 'Hello')
    await expectCalm(id, [phone, desk], ['Hello'])
  })
})
