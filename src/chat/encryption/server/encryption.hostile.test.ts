import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { privateOf, said } from '../../conversations/server/testing/chat.ts'
import type { EncryptionStatus } from '../encryption.shapes.contract.ts'
import { browserCrypto, type DeviceKeys } from './testing/browserCrypto.ts'
import { openBrowser, type Rewrite } from './testing/clients.ts'
import { rsaPem, signingPem } from './testing/devices.ts'
import { preparedChat } from './testing/givenChat.ts'
import { signHeader, unwrapWithHeader, versionHash, wrapForHeader } from './testing/versions.ts'

/* The server is the attacker: it rewrites its responses to one browser, which must detect that. */

const lie = 'I owe you 500 rupees'

/** Asha's phone reads an encrypted chat with Binod, in which both have written. */
const givenChat = preparedChat(async (pair) => {
  await said(pair.asha, pair.id, 'Before')
  const [phone, desk] = [await openBrowser(pair.asha), await openBrowser(pair.binod)]
  await phone.client.enable(pair.id)
  const asked = await phone.say(pair.id, 'Did you pay?')
  const answered = await desk.say(pair.id, 'No', { replyTo: asked })
  return { ...pair, phone, desk, asked, answered }
})
type Chat = Awaited<ReturnType<typeof givenChat>>

/** Rewrites the last message of every page. */
const rewriting =
  (change: (message: Message) => object): Rewrite =>
  (reply, { path }) =>
    path.endsWith('/messages') ? { ...reply, items: [...reply.items.slice(0, -1), change(reply.items.at(-1))] } : undefined

const inEnvelope = (change: object) => (message: Message) => ({ ...message, encryption: { ...message.encryption, ...change } })
const bytes = (length: number): string => randomBytes(length).toString('base64')

describe('a message is not shown if the server', () => {
  const lies: [what: string, why: string, change: (chat: Chat) => (message: Message) => object][] = [
    [
      'says that another person has sent it',
      'forged',
      ({ asha }) =>
        (message) => ({ ...message, sender: { ...message.sender, _id: asha._id } }),
    ],
    ['says that another person has written it', 'forged', ({ asha }) => inEnvelope({ writtenBy: asha._id })],
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
      'says that another person has edited it',
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
  test('is not shown if the message does not name it, or if the server has written its text', async () => {
    const { phone, id, answered } = await givenChat()
    const quoteOf = async (change: (message: Message) => object) => {
      phone.deceive(rewriting(change))
      return (await phone.read(id)).at(-1)?.replyTo
    }
    expect(await quoteOf((message) => ({ ...message, replyTo: { ...message.replyTo, _id: 'another' } }))).toMatchObject({
      _id: answered.replyTo?._id,
      content: 'Did you pay?',
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
  test('shows no server-written text in an encrypted one, even if the server claims it is unencrypted', async () => {
    const { phone, asha, id } = await givenChat()
    await phone.read(id)
    const { body } = await asha.get(`/chat/conversations/${id}`)
    const { encryption: _, ...last } = body.lastMessage
    for (const isEncrypted of [true, false]) {
      const shown = await phone.client.decryptConversation({ ...body, isEncrypted, lastMessage: { ...last, content: lie } })
      expect(shown).toMatchObject({ isEncrypted: true, lastMessage: { content: null, unreadable: 'notEncrypted' } })
    }
  })
})

/** Rewrites the encryption status of the conversation. */
const status =
  (change: (status: EncryptionStatus) => object): Rewrite =>
  (reply, { path, method }) =>
    method === 'GET' && path === '/chat/conversations/:id/encryption' ? { ...reply, ...change(reply) } : undefined

/** Another header with the number and the key of the current version, created by a member for the server. */
const secondHeader = async ({ desk, binod, id }: Chat, reader: string) => {
  const device = await (desk.storage as { device: () => Promise<DeviceKeys> }).device()
  const now: EncryptionStatus = (await desk.get(`/chat/conversations/${id}/encryption?device=${device.deviceId}`)).body
  const maker = now.devices.find(({ deviceId }) => deviceId === now.header?.byDevice)
  if (!now.header || !maker || !now.wrappedKey || !now.signature || !now.versionHash) throw new Error('Binod has no key')
  const { header, wrappedKey, signature, keyVersion } = now
  const place = { conversation: id, keyVersion }
  const wrap = { ...place, hash: now.versionHash, keyHash: header.keyHash, device, wrappedKey, signature }
  const key = await unwrapWithHeader({ ...wrap, by: await browserCrypto.publicDeviceOf(maker), extractable: true })
  const { signature: _, ...before } = header
  const other = await signHeader(place, { ...before, byUser: binod._id, byDevice: device.deviceId }, device)
  const recipients = await Promise.all(now.devices.filter(({ deviceId }) => deviceId === reader).map(browserCrypto.publicDeviceOf))
  const hash = await versionHash(place, other)
  const [own] = await wrapForHeader({ ...place, hash, members: other.members, byDevice: device, recipients, key })
  return {
    header: other,
    versionHash: hash,
    byDevice: device.deviceId,
    wrappedKey: own?.wrappedKey,
    signature: own?.signature,
    sharedBy: null,
  }
}

test('does not show a message under another header of its version, even if signed by a member for the same key', async () => {
  const chat = await givenChat()
  const again = await openBrowser(chat.asha, chat.phone.storage)
  const other = await secondHeader(chat, again.client.deviceId.get() ?? '')
  again.deceive(status(() => other))
  again.client.invalidateKeys(chat.id)
  expect(await again.shown(chat.id)).toEqual(['Before', 'forged', 'forged'])
  // Only the header differed: the key is that of the messages.
  again.deceive(undefined)
  again.client.invalidateKeys(chat.id)
  expect(await again.shown(chat.id)).toEqual(['Before', 'Did you pay?', 'No'])
})

describe('a key is not used if the server', () => {
  test('replaces its wrap; the next one is created instead', async () => {
    const { phone, desk, id } = await givenChat()
    phone.deceive(status(() => ({ wrappedKey: bytes(256), signature: bytes(64) })))
    phone.client.invalidateKeys(id)
    expect(await phone.shown(id)).toEqual(['Before', 'noKey', 'noKey'])
    expect((await phone.say(id, 'Hello')).encryption?.keyVersion).toBe(2)
    phone.deceive(undefined)
    for (const { client } of [phone, desk]) client.invalidateKeys(id)
    expect(await desk.shown(id)).toEqual(['Before', 'Did you pay?', 'No', 'Hello'])
  })

  const headers: [field: string, change: (chat: Chat) => object][] = [
    ['kind', () => ({ kind: 'group' })],
    ['previous', () => ({ previous: bytes(32) })],
    ['encryptedFrom', () => ({ encryptedFrom: 900 })],
    ['keyHash', () => ({ keyHash: bytes(32) })],
    ['byUser', ({ binod }) => ({ byUser: binod._id })],
    ['byDevice', ({ desk }) => ({ byDevice: desk.client.deviceId.get() })],
    ['signature', () => ({ signature: bytes(64) })],
    ['members', () => ({ members: [] })],
  ]
  test.each(headers)('says in its header another %s', async (_, change) => {
    const chat = await givenChat()
    const again = await openBrowser(chat.asha, chat.phone.storage)
    again.deceive(status(({ header }) => ({ header: { ...header, ...change(chat) } })))
    expect(await again.shown(chat.id)).toEqual(['Before', 'noKey', 'noKey'])
  })

  test('claims that another device has shared it', async () => {
    const { phone, desk, id } = await givenChat()
    phone.deceive(status(() => ({ sharedBy: desk.client.deviceId.get() })))
    phone.client.invalidateKeys(id)
    expect(await phone.shown(id)).toEqual(['Before', 'noKey', 'noKey'])
  })

  test('returns to an older version', async () => {
    const { app, phone, desk, id } = await givenChat()
    const old = (await phone.get(`/chat/conversations/${id}/encryption?device=${phone.client.deviceId.get()}`)).body
    await app.db.updateTable('conversations').set({ requiredKeyVersion: 2 }).where('id', '=', id).execute()
    phone.client.invalidateKeys(id)
    await phone.say(id, 'Two')
    phone.deceive(status(() => old))
    phone.client.invalidateKeys(id)
    expect((await phone.say(id, 'Three')).encryption?.keyVersion).toBe(3)
    desk.client.invalidateKeys(id)
    expect((await desk.shown(id)).at(-1)).toBe('Three')
  })
})

describe('regardless of the server', () => {
  test('an encrypted chat stays encrypted, even after a reload', async () => {
    const { phone, asha, id } = await givenChat()
    const open = status(() => ({ enabled: false, keyVersion: 0, requiredKeyVersion: 0, wrappedKey: null, members: [], previous: [] }))
    for (const browser of [phone, await openBrowser(asha, phone.storage)]) {
      browser.deceive(open)
      browser.client.invalidateKeys(id)
      expect(await browser.client.isEncrypted(id)).toBe(true)
      expect((await browser.say(id, 'Hello')).content).toBeNull()
    }
  })

  test('nothing is encrypted for substituted keys of a known device', async () => {
    const { phone, desk, id } = await givenChat()
    const deskId = desk.client.deviceId.get()
    const swapped = (change: object) =>
      status(({ devices }) => ({
        devices: devices.map((one) => (one.deviceId === deskId ? { ...one, ...change } : one)),
        requiredKeyVersion: 2,
      }))
    for (const change of [{ signingKeyPem: signingPem }, { publicKeyPem: rsaPem() }, { signingKeyPem: null }]) {
      phone.deceive(swapped(change))
      phone.client.invalidateKeys(id)
      await phone.say(id, 'Hello')
      phone.deceive(undefined)
      desk.client.invalidateKeys(id)
      expect((await desk.shown(id)).at(-1)).toBe('Hello')
    }
  })

  test('nothing is encrypted for a device that no list of its person names', async () => {
    const { app, phone, asha, binod, id } = await givenChat()
    const mallory = await openBrowser(await app.as('student'))
    const [ghost] = (await mallory.get('/user/encryption/devices')).body.items
    for (const userId of [asha._id, binod._id, mallory._id]) {
      phone.deceive(status(({ devices }) => ({ devices: [...devices, { ...ghost, userId }], requiredKeyVersion: 9 })))
      phone.client.invalidateKeys(id)
      const sent = await phone.say(id, 'Secret').catch(({ reason }) => reason)
      if (userId === mallory._id) expect(sent).toMatchObject({ content: null })
      else expect(sent).toBe('notSetUp')
    }
  })

  test('a person who starts over is announced, and a verified chat sends nothing to them without asking', async () => {
    const { phone, desk, binod, id } = await givenChat()
    expect(await phone.stateOf(id)).toMatchObject({ news: [], isVerified: false })
    await phone.client.setVerified(id, { digits: await phone.client.safetyNumber(id), name: 'Binod' })
    expect(await phone.stateOf(id)).toMatchObject({ isVerified: true })
    const spy = await openBrowser(binod)
    await (await spy.client.setUp({ startsOver: true })).save()
    phone.client.invalidateKeys(id)
    await expect(phone.say(id, 'Hello')).rejects.toMatchObject({ reason: 'devicesChanged' })
    expect(await phone.stateOf(id)).toMatchObject({
      isVerified: false,
      wasVerified: true,
      cannotSend: 'devicesChanged',
      news: [{ userId: binod._id, startedOver: true }],
    })
    expect(await desk.client.safetyNumber(id)).toMatch(/^\d{60}$/)
  })

  test('earlier keys are accepted only from own devices', async () => {
    const { phone, desk, asha, id } = await givenChat()
    const laptop = await openBrowser(asha)
    await laptop.client.requestAccess()
    const laptopId = laptop.client.deviceId.get()
    laptop.deceive(status(() => ({ wrappedKey: bytes(256), signature: bytes(64), sharedBy: desk.client.deviceId.get() })))
    laptop.client.invalidateKeys(id)
    expect(await laptop.shown(id)).toEqual(['Before', 'noKey', 'noKey'])
    expect(laptopId).not.toBe(phone.client.deviceId.get())
  })
})
