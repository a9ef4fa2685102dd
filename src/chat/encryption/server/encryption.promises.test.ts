import { describe, expect, test } from 'vitest'
import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { givenPair, groupOf, privateOf, said } from '../../conversations/server/testing/chat.ts'
import { consentBytes, rootOf } from '../encryption.chain.policy.ts'
import type { EncryptionStatus } from '../encryption.shapes.contract.ts'
import { nodePrimitives } from './encryption.primitives.ts'
import { withEncryption } from './testing/allowed.ts'
import { browserCrypto } from './testing/browserCrypto.ts'
import { addBrowser, type Browser, openBrowser, type Rewrite } from './testing/clients.ts'
import { preparedChat } from './testing/givenChat.ts'
import { encryptFor, type Party, partyOf, tell } from './testing/party.ts'

const { makeDevice } = browserCrypto

/* Promises of docs/encryption.md that no other file covers. */

type Storage = {
  device: () => Promise<object | undefined>
  addDevice: (device: object) => Promise<object>
  addPins: (userId: string, pins: Record<string, string>) => Promise<void>
  updateConversation: (id: string, change: (before: object | undefined) => object) => Promise<object>
}
const storageFile = new URL('../web/client/storage.ts', import.meta.url).href
const { memoryStorage, toRemembered } = (await import(storageFile)) as {
  memoryStorage: () => Storage
  toRemembered: (kept: object) => object
}

type FirstList = { userId: string; generation: number; device: object; recovery: object }
const { makeFirstList } = (await import(new URL('../web/crypto/deviceList.ts', import.meta.url).href)) as {
  makeFirstList: (first: FirstList) => Promise<object>
}

const givenChat = preparedChat(async (pair) => {
  const [phone, desk] = [await openBrowser(pair.asha), await openBrowser(pair.binod)]
  await phone.client.enable(pair.id)
  return { ...pair, phone, desk }
})

/** Returns what is shown of each message, with its marks. */
const marked = async (browser: Browser, id: string) =>
  (await browser.read(id)).map(({ content, unreadable, marks = [] }) => [unreadable ?? content, ...marks])

/** Rewrites every page of messages. */
const messages =
  (change: (items: readonly Message[]) => readonly object[]): Rewrite =>
  (reply, { path }) =>
    path.endsWith('/messages') ? { ...reply, items: change(reply.items) } : undefined

const status =
  (change: (status: EncryptionStatus) => object): Rewrite =>
  (reply, { path, method }) =>
    method === 'GET' && path === '/chat/conversations/:id/encryption' ? { ...reply, ...change(reply) } : undefined

/** The same person, recording all bodies of PUT requests. */
const overheard = (person: SignedInPerson): { person: SignedInPerson; bodies: string[] } => {
  const bodies: string[] = []
  const put: SignedInPerson['put'] = (path, body, ...more) => {
    bodies.push(JSON.stringify(body))
    return person.put(path, body, ...more)
  }
  return { person: { ...person, put }, bodies }
}

describe('a key', () => {
  test('is not created by opening Chat', async () => {
    const app = await withEncryption(await given())
    const [asha, storage] = [await app.as('student'), memoryStorage()]
    const page = await openBrowser(asha, storage, { isSetUp: false })
    expect([page.client.device.get(), page.client.deviceId.get(), await storage.device()]).toEqual(['unset', null, undefined])
    expect((await asha.get('/user/encryption/devices')).body.items).toEqual([])
  })

  test('stays in the browser when the server claims that the device was removed', async () => {
    const { app, asha, phone } = await givenChat()
    const id = phone.client.deviceId.get()
    await app.db.updateTable('devices').set({ revokedAt: new Date().toISOString() }).where('userId', '=', asha._id).execute()
    await openBrowser(asha, phone.storage)
    expect(await (phone.storage as Storage).device()).toMatchObject({ deviceId: id })
  })

  test('of a private chat is wrapped only for its two people, regardless of the kind and members the server claims', async () => {
    const { app, asha, phone, id } = await givenChat()
    const mallory = await openBrowser(await app.as('student'))
    const { items } = (await mallory.get('/user/encryption/devices')).body
    await privateOf(asha, mallory)
    const [list] = (await mallory.get(`/user/encryption/people/${mallory._id}/lists`)).body.items
    const { generation, number, head } = (await mallory.put('/user/encryption/lists', { lists: [list] })).body
    await phone.say(id, 'Before')
    const { person, bodies } = overheard(asha)
    const page = await openBrowser(person, phone.storage)
    const userId = mallory._id
    page.deceive(
      status((now) => ({
        kind: 'group',
        memberIds: [...now.memberIds, userId],
        heads: [...now.heads, { userId, generation, number, head }],
        devices: [...now.devices, ...items.map((one: object) => ({ ...one, userId }))],
        requiredKeyVersion: 9,
      })),
    )
    page.client.invalidateKeys(id)
    await page.say(id, 'Secret').catch(() => undefined)
    const made = bodies.filter((body) => body.includes('wrappedKeys'))
    expect(made.length).toBeGreaterThan(0)
    for (const body of made) for (const { _id } of items) expect(body).not.toContain(_id)
  })
})

test('encrypts a private chat for the two people on the screen, regardless of the server’s response when it is enabled', async () => {
  const { app, asha, binod, id } = await givenPair(await withEncryption(await given()))
  const mallory = await openBrowser(await app.as('student'))
  const { items } = (await mallory.get('/user/encryption/devices')).body
  await privateOf(asha, mallory)
  const [list] = (await mallory.get(`/user/encryption/people/${mallory._id}/lists`)).body.items
  const { generation, number, head } = (await mallory.put('/user/encryption/lists', { lists: [list] })).body
  await openBrowser(binod)
  const { person, bodies } = overheard(asha)
  const page = await openBrowser(person)
  page.deceive(
    status((now) => ({
      kind: 'group',
      memberIds: [...now.memberIds, mallory._id],
      heads: [...now.heads, { userId: mallory._id, generation, number, head }],
      devices: [...now.devices, ...items.map((one: object) => ({ ...one, userId: mallory._id }))],
    })),
  )
  await page.client.decryptConversation((await asha.get(`/chat/conversations/${id}`)).body)
  await page.client.enable(id).catch(() => undefined)
  const made = bodies.filter((body) => body.includes('wrappedKeys')).map((body) => JSON.parse(body).header)
  expect(made.map(({ kind }) => kind)).toEqual(['private'])
  for (const { _id } of items) expect(bodies.filter((body) => body.includes('wrappedKeys')).join()).not.toContain(_id)
})

test.each([
  ['another person in place of one', (others: string, mallory: string) => [others, mallory].slice(1)],
  ['a third person', (others: string, mallory: string) => [others, mallory]],
])('a private chat says at once why nothing is sent where the server shows %s in it', async (_, peopleOf) => {
  const { app, asha, binod, phone, id } = await givenChat()
  const mallory = await app.as('student')
  const conversation = (await asha.get(`/chat/conversations/${id}`)).body
  const state = phone.client.conversation(id)
  await expect.poll(() => state.get()).toMatchObject({ cannotSend: null })
  const shownWith = (userIds: readonly string[]) => ({ ...conversation, participants: userIds.map((_id) => ({ user: { _id } })) })
  await phone.client.decryptConversation(shownWith([asha._id, ...peopleOf(binod._id, mallory._id)]))
  await expect.poll(() => state.get()).toMatchObject({ cannotSend: 'contradicted' })
  await expect(phone.say(id, 'Hello')).rejects.toMatchObject({ reason: 'contradicted' })
  await phone.client.decryptConversation(conversation)
  await expect.poll(() => state.get()).toMatchObject({ cannotSend: null })
})

describe('a new browser', () => {
  test('accepts with the recovery code no chain but the one that the code names', async () => {
    const { asha, phone, desk, id } = await givenChat()
    await desk.say(id, 'Hello')
    const [device, recovery] = [await makeDevice({ extractable: false }), await makeDevice({ extractable: false })]
    const forged = await makeFirstList({ userId: asha._id, generation: 0, device, recovery })
    const laptop = await openBrowser(asha)
    laptop.deceive((_, { path, method }) =>
      path.endsWith('/people/:id/lists') && method === 'GET' ? { generation: 0, items: [forged], nextCursor: null } : undefined,
    )
    await expect(laptop.client.recoverWithCode(phone.code, true)).rejects.toThrow('changed meanwhile')
    await expect(laptop.client.recoverWithCode(phone.code, false)).rejects.toThrow('changed meanwhile')
    expect(laptop.client.device.get()).toBe('none')
    laptop.deceive(undefined)
    await laptop.client.recoverWithCode(phone.code, false)
    expect(await laptop.shown(id)).toEqual(['Hello'])
  })

  test('is not added after a list other than the one whose code was shown', async () => {
    const { asha, phone } = await givenChat()
    const laptop = await openBrowser(asha)
    await laptop.client.requestAccess()
    const id = laptop.client.deviceId.get() ?? ''
    expect(await phone.client.confirmCode(id)).toBe(await laptop.client.pendingCode())
    await (await phone.client.makeRecoveryCode()).save()
    await expect(phone.client.shareWith(id, () => {})).rejects.toThrow('changed meanwhile')
    const shown = await laptop.client.pendingCode()
    expect(await phone.client.confirmCode(id)).toBe(shown)
    await phone.client.shareWith(id, () => {})
    expect(await laptop.client.confirmPending(shown)).toBe(true)
  })
})

test('a browser is added with exactly the keys whose code was compared', async () => {
  const { asha } = await givenPair(await withEncryption(await given()))
  const { person, bodies } = overheard(asha)
  const phone = await openBrowser(person)
  const laptop = await openBrowser(asha)
  await laptop.client.requestAccess()
  const id = laptop.client.deviceId.get() ?? ''
  expect(await phone.client.confirmCode(id)).toBe(await laptop.client.pendingCode())
  const ghost = await makeDevice({ extractable: true })
  const [list0] = (await asha.get(`/user/encryption/people/${asha._id}/lists`)).body.items
  const { consent } = (await asha.get('/user/encryption/devices')).body.items.find((one: { _id: string }) => one._id === id)
  const place = { userId: asha._id, root: await rootOf(nodePrimitives, list0), previous: consent.previous, deviceId: id }
  const forged = { ...consent, signature: await browserCrypto.sign(ghost, consentBytes(place)) }
  const swap = (one: { _id: string }) => (one._id === id ? { ...one, signingKeyPem: ghost.signingKeyPem, consent: forged } : one)
  phone.deceive((reply, { path, method }) =>
    path === '/user/encryption/devices' && method === 'GET' ? { ...reply, items: reply.items.map(swap) } : undefined,
  )
  await expect(phone.client.shareWith(id, () => {})).rejects.toThrow('changed meanwhile')
  expect(bodies.join()).not.toContain(JSON.stringify(ghost.signingKeyPem))
  phone.deceive(undefined)
  await phone.client.shareWith(id, () => {})
  expect(await laptop.client.confirmPending(await laptop.client.pendingCode())).toBe(true)
})

describe('a message', () => {
  test('that the server delivers under another id after a reload is marked as received late', async () => {
    const { asha, phone, desk, id } = await givenChat()
    await desk.say(id, 'Pay on the first')
    expect(await marked(phone, id)).toEqual([['Pay on the first']])
    const again = await openBrowser(asha, phone.storage)
    again.deceive(messages((items) => items.map((item) => ({ ...item, _id: 'another', seq: 9 }))))
    expect(await marked(again, id)).toEqual([['Pay on the first', 'receivedLate']])
  })

  test('that the server delivers out of order, or a day late, is marked as received late', async () => {
    const { asha, phone, desk, id } = await givenChat()
    await desk.say(id, 'One')
    await desk.say(id, 'Two')
    phone.deceive(
      messages(([one, two]) => [
        { ...two, seq: 1 },
        { ...one, seq: 2 },
      ]),
    )
    expect(await marked(phone, id)).toEqual([['Two'], ['One', 'receivedLate']])
    const laptop = await openBrowser(asha)
    await laptop.client.recoverWithCode(phone.code, true)
    const earlier = new Date(Date.now() - 90_000_000).toISOString()
    laptop.deceive(messages((items) => items.map((item) => ({ ...item, createdAt: earlier }))))
    expect(await marked(laptop, id)).toEqual([
      ['One', 'receivedLate'],
      ['Two', 'receivedLate'],
    ])
  })

  test('that is first seen after another device removed its device is marked, but not after a sign-out', async () => {
    const { binod, phone, desk, id } = await givenChat()
    const [tablet, other] = [await openBrowser(binod), await openBrowser(binod)]
    for (const browser of [tablet, other]) await addBrowser(desk, browser)
    for (const browser of [phone, desk, tablet, other]) browser.client.invalidateKeys(id)
    await tablet.say(id, 'From the tablet')
    other.client.invalidateKeys(id)
    await other.say(id, 'From the other')
    await desk.client.removeDevice(tablet.client.deviceId.get() ?? '')
    await other.client.wipe()
    phone.client.invalidateKeys(id)
    expect(await marked(phone, id)).toEqual([['From the tablet', 'removedDevice'], ['From the other']])
  })

  test('without encryption is marked where it is from before, and not shown where it is from after, in a new browser too', async () => {
    const pair = await givenPair(await withEncryption(await given()))
    await said(pair.asha, pair.id, 'Before')
    const [phone, desk] = [await openBrowser(pair.asha), await openBrowser(pair.binod)]
    await phone.client.enable(pair.id)
    await desk.say(pair.id, 'After')
    await desk.say(pair.id, 'Later')
    const laptop = await openBrowser(pair.asha)
    await laptop.client.recoverWithCode(phone.code, true)
    await laptop.stateOf(pair.id)
    await laptop.read(pair.id)
    laptop.deceive(
      messages((items) =>
        items.map(({ encryption, ...item }) => (item.seq === 2 ? { ...item, content: 'A lie' } : { ...item, encryption })),
      ),
    )
    expect(await marked(laptop, pair.id)).toEqual([['Before', 'notEncrypted'], ['notEncrypted'], ['Later']])
  })
})

test('a quote shows the message that the reply names, and whether it was edited since', async () => {
  const { asha, phone, desk, id } = await givenChat()
  const [question, other] = [await phone.say(id, 'Did you pay?'), await phone.say(id, 'Are you ill?')]
  await desk.shown(id)
  await desk.say(id, 'Yes', { replyTo: question })
  const quoting = async (browser: Browser, change: (quoted: object) => object) => {
    browser.deceive(messages((items) => items.map((item) => (item.replyTo ? { ...item, replyTo: change(item.replyTo) } : item))))
    return (await browser.read(id)).at(-1)?.replyTo
  }
  expect(await quoting(desk, (quoted) => quoted)).toMatchObject({ content: 'Did you pay?' })
  const { clientId, encryption } = other
  const elsewhere = { ...encryption, writtenBy: asha._id }
  expect(await quoting(desk, (quoted) => ({ ...quoted, clientId, encryption: elsewhere }))).toMatchObject({ unreadable: 'forged' })
  await phone.edit(question, 'Did you pay the fee?')
  const edited = await quoting(desk, (quoted) => quoted)
  expect(edited).toMatchObject({ content: 'Did you pay the fee?', marks: ['editedSince'] })
  const earlier = { ...question.encryption, writtenBy: asha._id }
  expect(await quoting(desk, (quoted) => ({ ...quoted, encryption: earlier }))).toMatchObject({ content: null, unreadable: 'rolledBack' })
})

test('marks a quote of a message first seen after its device was removed', async () => {
  const { binod, phone, desk, id } = await givenChat()
  const tablet = await openBrowser(binod)
  await addBrowser(desk, tablet)
  for (const browser of [desk, tablet]) browser.client.invalidateKeys(id)
  const question = await tablet.say(id, 'From the tablet')
  await desk.shown(id)
  await desk.say(id, 'An answer', { replyTo: question })
  await desk.client.removeDevice(tablet.client.deviceId.get() ?? '')
  phone.client.invalidateKeys(id)
  // The quoted message itself is not loaded, as in a long chat.
  phone.deceive(messages((items) => items.slice(-1)))
  expect((await phone.read(id)).map(({ content, replyTo }) => [content, replyTo?.content, replyTo?.marks])).toEqual([
    ['An answer', 'From the tablet', ['removedDevice']],
  ])
})

describe('a verified chat', () => {
  const verified = async () => {
    const chat = await givenChat()
    await chat.phone.client.setVerified(chat.id, { digits: await chat.phone.client.safetyNumber(chat.id), name: 'Binod' })
    return chat
  }

  test('is not one where the number has changed since it was compared', async () => {
    const { binod, phone, desk, id } = await givenChat()
    const digits = await phone.client.safetyNumber(id)
    await addBrowser(desk, await openBrowser(binod))
    await phone.stateOf(id)
    await expect(phone.client.setVerified(id, { digits, name: 'Binod' })).rejects.toThrow('changed meanwhile')
    expect(await phone.stateOf(id)).toMatchObject({ isVerified: false })
  })

  test('asks before it sends to a person whose recovery code was replaced without the old one', async () => {
    const { phone, desk, id } = await verified()
    await (await desk.client.makeRecoveryCode()).save()
    phone.client.invalidateKeys(id)
    await expect(phone.say(id, 'Hello')).rejects.toMatchObject({ reason: 'devicesChanged' })
    expect(await phone.stateOf(id)).toMatchObject({ wasVerified: true, news: [{ replacedCode: true }] })
  })

  test('is also verified on the person’s other devices, through the trust book', async () => {
    const { asha, phone, id } = await verified()
    const laptop = await openBrowser(asha)
    await addBrowser(phone, laptop)
    await laptop.client.decryptConversation((await asha.get(`/chat/conversations/${id}`)).body)
    expect(await laptop.stateOf(id)).toMatchObject({ isVerified: true, news: [] })
  })
})

describe('a person who starts over', () => {
  test('leaves earlier messages readable in browsers that saw them, and marked in others', async () => {
    const { asha, binod, phone, desk, id } = await givenChat()
    await desk.say(id, 'From before')
    expect(await marked(phone, id)).toEqual([['From before']])
    const fresh = await openBrowser(binod)
    await (await fresh.client.setUp({ startsOver: true })).save()
    phone.client.invalidateKeys(id)
    expect(await marked(phone, id)).toEqual([['From before']])
    expect(await marked(fresh, id)).toEqual([['startedOver']])
    const laptop = await openBrowser(asha)
    await laptop.client.recoverWithCode(phone.code, true)
    expect(await marked(laptop, id)).toEqual([['From before', 'unproven']])
  })

  test('leaves what they had edited before readable where it was not seen, and marked', async () => {
    const { asha, binod, phone, desk, id } = await givenChat()
    await desk.say(id, 'From before')
    const [message] = await desk.read(id)
    await desk.edit(message as Message, 'From before, edited')
    const fresh = await openBrowser(binod)
    await (await fresh.client.setUp({ startsOver: true })).save()
    expect(await marked(fresh, id)).toEqual([['startedOver']])
    const laptop = await openBrowser(asha)
    await laptop.client.recoverWithCode(phone.code, true)
    expect(await marked(laptop, id)).toEqual([['From before, edited', 'unproven']])
  })

  test('can edit with a browser from before that was added again, and what only the lists from before tell is marked', async () => {
    const { asha, binod, phone, desk, id } = await givenChat()
    const laptop = await openBrowser(binod)
    await addBrowser(desk, laptop)
    await desk.say(id, 'From before')
    const fresh = await openBrowser(binod)
    await (await fresh.client.setUp({ startsOver: true })).save()
    const old = await openBrowser(binod, laptop.storage)
    await addBrowser(fresh, old)
    const [message] = await old.read(id)
    await old.edit(message as Message, 'From before, edited now')
    phone.client.invalidateKeys(id)
    expect(await marked(phone, id)).toEqual([['From before, edited now']])
    const library = await openBrowser(asha)
    await library.client.recoverWithCode(phone.code, true)
    expect(await marked(library, id)).toEqual([['From before, edited now', 'unproven']])
  })
})

describe('a browser whose person has started over in another one', () => {
  const startedOver = async () => {
    const chat = await givenChat()
    await chat.desk.say(chat.id, 'From before')
    await chat.phone.stateOf(chat.id)
    const fresh = await openBrowser(chat.asha)
    await (await fresh.client.setUp({ startsOver: true })).save()
    return { ...chat, fresh }
  }
  const keysIn = async ({ storage }: Browser) => (await (storage as Storage).device()) as { deviceId: string } | undefined

  test.each(['in an open chat', 'elsewhere', 'when its page is opened again'])(
    'notices it %s, asks about it, and still reads messages for which it has keys',
    async (where) => {
      const { asha, phone, desk, fresh, id } = await startedOver()
      const here = phone.client.deviceId.get()
      const page = where.startsWith('when') ? await openBrowser(asha, phone.storage) : phone
      if (where === 'in an open chat') await page.stateOf(id)
      if (where === 'elsewhere') await page.client.checkOwnLists()
      await expect.poll(() => [page.client.device.get(), page.client.deviceId.get()]).toEqual(['startedOver', here])
      desk.client.invalidateKeys(id)
      await desk.say(id, 'For the new browser')
      fresh.client.invalidateKeys(id)
      await fresh.say(id, 'From the new browser')
      page.client.invalidateKeys(id)
      expect(await page.shown(id)).toEqual(['From before', 'noKey', 'noKey'])
      expect(await page.stateOf(id)).toMatchObject({ cannotSend: 'noDevice' })
      await expect(page.say(id, 'Not any more')).rejects.toMatchObject({ reason: 'noDevice' })
      expect(await keysIn(page)).toMatchObject({ deviceId: here })
    },
  )

  test('waits for the new one on request, even after its page is reopened, and is added', async () => {
    const { asha, phone, desk, fresh, id } = await startedOver()
    const old = await openBrowser(asha, phone.storage)
    await old.client.requestAccess()
    const again = await openBrowser(asha, phone.storage)
    expect(again.client.device.get()).toBe('pending')
    await addBrowser(fresh, again)
    desk.client.invalidateKeys(id)
    await desk.say(id, 'For both')
    again.client.invalidateKeys(id)
    expect(await again.shown(id)).toEqual(['From before', 'For both'])
  })

  test.each([
    ['a later generation', 1],
    ['another root', 0],
  ])('asks too where the server has made up %s, loses nothing, and goes on once the server is honest', async (_, generation) => {
    const { asha, phone, desk, id } = await givenChat()
    await desk.say(id, 'From before')
    const [device, recovery] = [await makeDevice({ extractable: false }), await makeDevice({ extractable: false })]
    const forged = await makeFirstList({ userId: asha._id, generation, device, recovery })
    const page = await openBrowser(asha, phone.storage, { isHasty: true })
    page.deceive((_, { path, method }) =>
      path.endsWith('/people/:id/lists') && method === 'GET' ? { generation, items: [forged], nextCursor: null } : undefined,
    )
    await page.client.isLast()
    expect(page.client.device.get()).toBe('startedOver')
    expect(await page.shown(id)).toEqual(['From before'])
    const honest = await openBrowser(asha, phone.storage)
    expect(honest.client.device.get()).toBe('ready')
    await honest.say(id, 'Still here')
  })
})

test('messages from before their reader started over say so, and are readable once an earlier browser shares the keys', async () => {
  const { asha, phone, desk, id } = await givenChat()
  await desk.say(id, 'From before')
  const fresh = await openBrowser(asha)
  await (await fresh.client.setUp({ startsOver: true })).save()
  expect(await fresh.shown(id)).toEqual(['startedOver'])
  const old = await openBrowser(asha, phone.storage)
  await addBrowser(fresh, old)
  expect(await old.shown(id)).toEqual(['From before'])
  const freshId = fresh.client.deviceId.get() ?? ''
  await old.client.confirmCode(freshId)
  await old.client.shareWith(freshId, () => {})
  fresh.client.invalidateKeys(id)
  expect(await fresh.shown(id)).toEqual(['From before'])
})

describe('a group', () => {
  test('announces a person who joined', async () => {
    const app = await withEncryption(await given())
    const [admin, asha, binod] = [await app.as('admin'), await app.as('student'), await app.as('student')]
    const [desk, phone] = [await openBrowser(admin), await openBrowser(asha)]
    await openBrowser(binod)
    const id = await groupOf(app, [admin, asha])
    await desk.client.enable(id)
    expect(await phone.stateOf(id)).toMatchObject({ news: [] })
    await admin.post(`/chat/admin/groups/${id}/members`, { userIds: [binod._id] })
    expect(await phone.stateOf(id)).toMatchObject({ news: [{ userId: binod._id, isNewMember: true }] })
  })

  test('lists an earlier member in a new browser without announcing them', async () => {
    const app = await withEncryption(await given())
    const [admin, asha, binod] = [await app.as('admin'), await app.as('student'), await app.as('student')]
    const [desk, phone] = [await openBrowser(admin), await openBrowser(asha)]
    await openBrowser(binod)
    const id = await groupOf(app, [admin, asha])
    await desk.client.enable(id)
    await phone.stateOf(id)
    await admin.post(`/chat/admin/groups/${id}/members`, { userIds: [binod._id] })
    const library = await openBrowser(asha)
    await library.client.recoverWithCode(phone.code, false)
    const readers = [admin, asha, binod].map(({ _id }) => _id)
    expect(await library.stateOf(id)).toMatchObject({ news: [], readers: expect.arrayContaining(readers) })
  })

  test('shows what an admin edited of a person who has left to a browser that never saw this person', async () => {
    const app = await withEncryption(await given())
    const [admin, asha, binod] = [await app.as('admin'), await app.as('student'), await app.as('student')]
    const [desk, phone, tablet] = [await openBrowser(admin), await openBrowser(asha), await openBrowser(binod)]
    const id = await groupOf(app, [admin, asha, binod])
    await desk.client.enable(id)
    await tablet.say(id, 'From Binod')
    const [message] = await desk.read(id)
    await desk.edit(message as Message, 'From Binod, edited by the admin')
    await admin.del(`/chat/admin/groups/${id}/members/${binod._id}`)
    const library = await openBrowser(asha)
    await library.client.recoverWithCode(phone.code, false)
    expect(await library.shown(id)).toContain('From Binod, edited by the admin')
  })
})

describe('after the server has lost device lists', () => {
  /** Resets the server to list 0 of Binod, as after a restore. */
  const forgotten = async () => {
    const chat = await givenChat()
    const { app, binod, phone, desk, id } = chat
    const tablet = await openBrowser(binod)
    await addBrowser(desk, tablet)
    await phone.stateOf(id)
    await app.db.deleteFrom('deviceLists').where('userId', '=', binod._id).where('number', '>', 0).execute()
    return { ...chat, tablet }
  }
  const headOf = async (person: SignedInPerson, of: SignedInPerson): Promise<number> =>
    (await person.get(`/user/encryption/people/${of._id}/lists`)).body.items.at(-1).number

  test('another person’s client uploads them', async () => {
    const { asha, binod, phone, id } = await forgotten()
    expect(await headOf(asha, binod)).toBe(0)
    await phone.stateOf(id)
    await expect.poll(() => headOf(asha, binod)).toBe(1)
  })

  test('and a device was added after them, shows the fork, sends nothing to that device, and a commonly trusted device merges it', async () => {
    const { app, binod, phone, desk, tablet, id } = await forgotten()
    const lost = tablet.client.deviceId.get() ?? ''
    await app.db.updateTable('devices').set({ state: 'pending' }).where('id', '=', lost).execute()
    const fresh = await openBrowser(binod)
    await fresh.client.recoverWithCode(desk.code, true)
    expect(await phone.stateOf(id)).toMatchObject({ news: [{ forked: true }], cannotSend: 'contradicted' })
    await expect(phone.say(id, 'Hello')).rejects.toMatchObject({ reason: 'contradicted' })
    const again = await openBrowser(binod, desk.storage)
    await expect.poll(() => headOf(binod, binod)).toBe(2)
    expect(await phone.stateOf(id)).toMatchObject({ cannotSend: null })
    await phone.say(id, 'Hello again')
    again.client.invalidateKeys(id)
    expect((await again.shown(id)).at(-1)).toBe('Hello again')
    fresh.client.invalidateKeys(id)
    expect((await fresh.shown(id)).at(-1)).toBe('noKey')
  })
})

describe('data from before signed device lists', () => {
  /** Two people with version 1 devices; Asha’s browser has pinned Binod’s. */
  const givenBefore = async (isPinned: boolean, verifiedNumber: string | null = null) => {
    const pair = await givenPair(await withEncryption(await given()))
    const [ashas, binods] = [await partyOf(pair.asha), await partyOf(pair.binod)]
    const key = await encryptFor(pair.id, [ashas, binods])
    await tell(binods, { id: pair.id, key }, { text: 'Long ago' })
    const storage = memoryStorage()
    await storage.addDevice(ashas.device)
    const pins = (one: Party) => ({ [one.device.deviceId]: one.known.fingerprint })
    await storage.addPins(pair.asha._id, pins(ashas))
    if (isPinned) await storage.addPins(pair.binod._id, pins(binods))
    await storage.updateConversation(pair.id, () => toRemembered({ highestVersion: 1, encryptedFrom: 1, revisions: {}, verifiedNumber }))
    return { ...pair, storage, page: await openBrowser(pair.asha, storage) }
  }

  test('are readable and marked in a browser that had pinned the device, before and after a new setup', async () => {
    const { asha, page, storage, id } = await givenBefore(true)
    expect([page.client.device.get(), await marked(page, id)]).toEqual(['outdated', [['Long ago', 'oldProtocol']]])
    await expect(page.say(id, 'Now')).rejects.toMatchObject({ reason: 'noDevice' })
    await (await page.client.setUp()).save()
    expect(page.client.device.get()).toBe('ready')
    const again = await openBrowser(asha, storage)
    expect(await marked(again, id)).toEqual([['Long ago', 'oldProtocol']])
  })

  test('are not shown after a message of version 2', async () => {
    const { page, binod, id } = await givenBefore(true)
    await (await page.client.setUp()).save()
    await openBrowser(binod)
    await page.say(id, 'Now')
    const shown = await page.read(id)
    page.deceive(messages((items) => [...items, { ...items[0], _id: 'later', clientId: items[0]?.clientId, seq: 50 }]))
    expect(shown.map(({ unreadable, content }) => unreadable ?? content)).toEqual(['Long ago', 'Now'])
    expect((await marked(page, id)).at(-1)).toEqual(['forged'])
  })

  test('require one confirmation before sending if the chat was verified', async () => {
    const { page, id } = await givenBefore(true, '0123')
    await (await page.client.setUp()).save()
    await expect(page.say(id, 'Now')).rejects.toMatchObject({ reason: 'devicesChanged' })
    await page.client.acceptNews(id, (await page.stateOf(id)).news)
    expect(await page.say(id, 'Now')).toMatchObject({ content: null })
  })

  test('are not readable in a browser that had not pinned the device', async () => {
    const { page, id } = await givenBefore(false)
    expect(await marked(page, id)).toEqual([['noKey']])
  })
})

test('stores nothing decrypted in the browser', async () => {
  const { asha, phone, desk, id } = await givenChat()
  const secret = 'Nilgiri-4711'
  await desk.say(id, secret)
  const written: unknown[] = []
  const kept = phone.storage as Record<string, (...args: unknown[]) => Promise<unknown>>
  const watched = Object.fromEntries(
    Object.entries(kept).map(([name, work]) => [
      name,
      async (...args: unknown[]) => {
        const value = await work(...args)
        written.push(
          args.map((one) => (one instanceof Map ? [...one] : one)),
          value instanceof Map ? [...value] : value,
        )
        return value
      },
    ]),
  )
  const page = await openBrowser(asha, watched)
  expect(await page.shown(id)).toEqual([secret])
  await page.say(id, secret)
  await expect.poll(() => JSON.stringify(written)).toContain('"commitment"')
  expect(JSON.stringify(written)).not.toContain(secret)
})
