import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Message } from '#chat/conversations/chat.shapes.contract.ts'
import { given } from '#server/testing/given.ts'
import { givenPair, privateOf, said } from '../../conversations/server/testing/chat.ts'
import type { EncryptionStatus } from '../encryption.shapes.contract.ts'
import { openBrowser, type Rewrite } from './testing/clients.ts'
import { rsaPem, signingPem } from './testing/devices.ts'

/* The server is the attacker: it rewrites what it answers to one browser, which must see through it. */

const lie = 'I owe you 500 rupees'

/** Asha's phone reads an encrypted chat with Binod, in which both have written. */
const givenChat = async () => {
  const pair = await givenPair(await given())
  await said(pair.asha, pair.id, 'Before')
  const [phone, desk] = [await openBrowser(pair.asha), await openBrowser(pair.binod)]
  await phone.client.enable(pair.id)
  const asked = await phone.say(pair.id, 'Did you pay?')
  const answered = await desk.say(pair.id, 'No', { replyTo: asked._id })
  return { ...pair, phone, desk, asked, answered }
}
type Chat = Awaited<ReturnType<typeof givenChat>>

/** Rewrites the last message of every page. */
const rewriting =
  (change: (message: Message) => object): Rewrite =>
  (reply, { path }) =>
    path.endsWith('/messages') ? { ...reply, items: [...reply.items.slice(0, -1), change(reply.items.at(-1))] } : undefined

const inEnvelope = (change: object) => (message: Message) => ({ ...message, encryption: { ...message.encryption, ...change } })
const bytes = (length: number): string => randomBytes(length).toString('base64')

describe('a message is not shown where the server', () => {
  const lies: [what: string, why: string, change: (chat: Chat) => (message: Message) => object][] = [
    [
      'says that somebody else has sent it',
      'forged',
      ({ asha }) =>
        (message) => ({ ...message, sender: { ...message.sender, _id: asha._id } }),
    ],
    ['says that somebody else has written it', 'forged', ({ asha }) => inEnvelope({ writtenBy: asha._id })],
    [
      'says both',
      'forged',
      ({ asha }) =>
        (message) => ({
          ...message,
          sender: { ...message.sender, _id: asha._id },
          encryption: { ...message.encryption, writtenBy: asha._id },
        }),
    ],
    [
      'says that somebody else has edited it',
      'forged',
      ({ asha }) =>
        (message) => ({ ...message, editedBy: { _id: asha._id, name: 'Asha' } }),
    ],
    ['gives it another name', 'forged', () => (message) => ({ ...message, clientId: randomUUID() })],
    ['gives it another revision', 'forged', () => inEnvelope({ revision: 2 })],
    ['makes a file of it', 'forged', () => (message) => ({ ...message, type: 'file' })],
    ['names another key', 'noKey', () => inEnvelope({ keyVersion: 2 })],
    ['names another device of the sender', 'forged', ({ asked }) => inEnvelope({ deviceId: asked.encryption?.deviceId })],
    ['puts another ciphertext into it', 'forged', ({ asked }) => inEnvelope({ ciphertext: asked.encryption?.ciphertext })],
    ['changes its initialization vector', 'forged', () => inEnvelope({ iv: bytes(12) })],
    ['changes what its sender committed to', 'forged', () => inEnvelope({ commitment: bytes(32) })],
    ['signs it itself', 'forged', () => inEnvelope({ signature: bytes(64) })],
    ['asks for another algorithm', 'unsupported', () => inEnvelope({ alg: 'none' })],
    [
      'writes it without encryption',
      'notEncrypted',
      () =>
        ({ encryption: _, ...message }) => ({ ...message, content: lie }),
    ],
    ['adds a text to it', 'forged', () => (message) => ({ ...inEnvelope({ signature: bytes(64) })(message), content: lie })],
  ]
  test.each(lies)('%s: %s', async (_, why, change) => {
    const chat = await givenChat()
    chat.phone.deceive(rewriting(change(chat)))
    const last = (await chat.phone.read(chat.id)).at(-1)
    expect([last?.unreadable, last?.content]).toEqual([why, null])
  })

  test('repeats one as another', async () => {
    const { phone, id } = await givenChat()
    await phone.read(id)
    phone.deceive((reply, { path }) =>
      path.endsWith('/messages') ? { ...reply, items: [...reply.items, { ...reply.items.at(-1), _id: 'another', seq: 4 }] } : undefined,
    )
    expect(await phone.shown(id)).toEqual(['Before', 'Did you pay?', 'No', 'repeated'])
  })

  test('moves it from another chat of the same people', async () => {
    const { app, asha, binod, phone, desk, id } = await givenChat()
    const third = await app.as('student')
    await openBrowser(third)
    const other = await privateOf(third, binod)
    await openBrowser(binod, desk.storage)
    await desk.client.enable(other)
    const elsewhere = await desk.say(other, 'I hate Asha')
    phone.deceive(rewriting((message) => ({ ...elsewhere, _id: message._id, seq: message.seq, conversation: id })))
    const last = (await phone.read(id)).at(-1)
    expect([last?.unreadable, last?.content]).toEqual(['forged', null])
    expect(asha._id).not.toBe(third._id)
  })

  test('goes back to what it said before an edit, after a reload too', async () => {
    const { phone, asha, answered, id, desk } = await givenChat()
    await desk.edit(answered, 'Yes')
    expect((await phone.shown(id)).at(-1)).toBe('Yes')
    const before = rewriting((message) => ({ ...message, isEdited: false, editedAt: null, encryption: answered.encryption }))
    phone.deceive(before)
    expect((await phone.shown(id)).at(-1)).toBe('rolledBack')
    const again = await openBrowser(asha, phone.storage)
    again.deceive(before)
    expect((await again.shown(id)).at(-1)).toBe('rolledBack')
  })
})

describe('a quote', () => {
  test('that the message does not name is not shown, nor a text that the server puts into one', async () => {
    const { phone, id, answered } = await givenChat()
    const quoteOf = async (change: (message: Message) => object) => {
      phone.deceive(rewriting(change))
      return (await phone.read(id)).at(-1)?.replyTo
    }
    expect(await quoteOf((message) => ({ ...message, replyTo: { ...message.replyTo, _id: 'another' } }))).toMatchObject({
      _id: answered.replyTo?._id,
      content: null,
      unreadable: 'forged',
    })
    const { encryption: _, ...bare } = answered.replyTo as NonNullable<Message['replyTo']>
    expect(await quoteOf((message) => ({ ...message, replyTo: { ...bare, content: lie } }))).toMatchObject({
      content: null,
      unreadable: 'notEncrypted',
    })
    expect(await quoteOf((message) => ({ ...message, replyTo: { ...answered.replyTo, content: lie } }))).toMatchObject({
      content: 'Did you pay?',
    })
    expect(await quoteOf((message) => ({ ...message, replyTo: null }))).toMatchObject({ content: null, unreadable: 'forged' })
  })
})

describe('the list of conversations', () => {
  test('shows no text of the server in an encrypted one, also where it says that it is open', async () => {
    const { phone, asha, id } = await givenChat()
    await phone.read(id)
    const { body } = await asha.get(`/chat/conversations/${id}`)
    const { encryption: _, ...last } = body.lastMessage
    for (const isEncrypted of [true, false]) {
      const shown = await phone.client.openConversation({ ...body, isEncrypted, lastMessage: { ...last, content: lie } })
      expect(shown).toMatchObject({ isEncrypted: true, lastMessage: { content: null, unreadable: 'notEncrypted' } })
    }
  })
})

/** Rewrites how the conversation is encrypted. */
const status =
  (change: (status: EncryptionStatus) => object): Rewrite =>
  (reply, { path, method }) =>
    method === 'GET' && path === '/chat/conversations/:id/encryption' ? { ...reply, ...change(reply) } : undefined

describe('a key is not used where the server', () => {
  test('puts another wrap in its place: the next one is made instead', async () => {
    const { phone, desk, id } = await givenChat()
    phone.deceive(status(() => ({ wrappedKey: bytes(256), signature: bytes(64) })))
    phone.client.changed(id)
    expect(await phone.shown(id)).toEqual(['Before', 'noKey', 'noKey'])
    expect((await phone.say(id, 'Hello')).encryption?.keyVersion).toBe(2)
    phone.deceive(undefined)
    for (const { client } of [phone, desk]) client.changed(id)
    expect(await desk.shown(id)).toEqual(['Before', 'Did you pay?', 'No', 'Hello'])
  })

  test('says who made it for whom otherwise', async () => {
    const { phone, desk, asha, binod, id } = await givenChat()
    const deviceIds = (browser: typeof phone) => [browser.client.deviceId.get()]
    const members = [
      { userId: binod._id, deviceIds: [...deviceIds(desk), ...deviceIds(phone)] },
      { userId: asha._id, deviceIds: [] },
    ]
    for (const change of [
      { members },
      { byDevice: desk.client.deviceId.get() },
      { byDevice: null },
      { sharedBy: desk.client.deviceId.get() },
    ]) {
      phone.deceive(status(() => change))
      phone.client.changed(id)
      expect(await phone.shown(id)).toEqual(['Before', 'noKey', 'noKey'])
    }
  })

  test('goes back to an older version', async () => {
    const { app, phone, desk, id } = await givenChat()
    const old = (await phone.get(`/chat/conversations/${id}/encryption?device=${phone.client.deviceId.get()}`)).body
    await app.db.updateTable('conversations').set({ requiredKeyVersion: 2 }).where('id', '=', id).execute()
    phone.client.changed(id)
    await phone.say(id, 'Two')
    phone.deceive(status(() => old))
    phone.client.changed(id)
    expect((await phone.say(id, 'Three')).encryption?.keyVersion).toBe(3)
    desk.client.changed(id)
    expect((await desk.shown(id)).at(-1)).toBe('Three')
  })
})

describe('whatever the server says', () => {
  test('an encrypted chat stays encrypted, after a reload too', async () => {
    const { phone, asha, id } = await givenChat()
    const open = status(() => ({ enabled: false, keyVersion: 0, requiredKeyVersion: 0, wrappedKey: null, members: [], previous: [] }))
    for (const browser of [phone, await openBrowser(asha, phone.storage)]) {
      browser.deceive(open)
      browser.client.changed(id)
      expect(await browser.client.isEncrypted(id)).toBe(true)
      expect((await browser.say(id, 'Hello')).content).toBeNull()
    }
  })

  test('a known device keeps its keys: nothing is written for another in its place', async () => {
    const { phone, desk, id } = await givenChat()
    const deskId = desk.client.deviceId.get()
    const swapped = (change: object) =>
      status(({ devices }) => ({
        devices: devices.map((one) => (one.deviceId === deskId ? { ...one, ...change } : one)),
        requiredKeyVersion: 2,
      }))
    for (const change of [{ signingKeyPem: signingPem }, { publicKeyPem: rsaPem() }, { signingKeyPem: null }]) {
      phone.deceive(swapped(change))
      phone.client.changed(id)
      await expect(phone.say(id, 'Hello')).rejects.toMatchObject({ reason: 'noKey' })
    }
  })

  test("somebody else's device is not taken for a member's", async () => {
    const { phone, asha, desk, id } = await givenChat()
    const deskId = desk.client.deviceId.get()
    phone.deceive(
      status(({ devices }) => ({ devices: devices.map((one) => (one.deviceId === deskId ? { ...one, userId: asha._id } : one)) })),
    )
    phone.client.changed(id)
    expect((await phone.shown(id)).at(-1)).toBe('forged')
  })

  test('a device that it adds is announced, and in a verified chat nothing is sent to it unasked', async () => {
    const { phone, desk, binod, id } = await givenChat()
    const state = phone.client.conversation(id)
    await phone.client.acceptDevices(id)
    expect(state.get()).toMatchObject({ newDevices: [], isVerified: false })
    await phone.client.setVerified(id, true)
    expect(state.get()).toMatchObject({ isVerified: true })
    const spy = await openBrowser(binod)
    await spy.client.useThisBrowser()
    phone.client.changed(id)
    await expect(phone.say(id, 'Hello')).rejects.toMatchObject({ reason: 'devicesChanged' })
    expect(state.get()).toMatchObject({
      isVerified: false,
      wasVerified: true,
      cannotSend: 'devicesChanged',
      newDevices: [{ userId: binod._id, devices: [{ deviceId: spy.client.deviceId.get() }] }],
    })
    expect(await desk.client.safetyNumber(id)).toMatch(/^\d{60}$/)
  })

  test('keys of the past are taken from own devices alone', async () => {
    const { phone, desk, asha, id } = await givenChat()
    const laptop = await openBrowser(asha)
    await laptop.client.useThisBrowser()
    const laptopId = laptop.client.deviceId.get()
    laptop.deceive(status(() => ({ wrappedKey: bytes(256), signature: bytes(64), sharedBy: desk.client.deviceId.get() })))
    laptop.client.changed(id)
    expect(await laptop.shown(id)).toEqual(['Before', 'noKey', 'noKey'])
    expect(laptopId).not.toBe(phone.client.deviceId.get())
  })
})
