import { expect, test } from 'vitest'
import { CallError } from '#web/api/callError.ts'
import { envelopeErrors } from '../../../conversations.encryption.contract.ts'
import { messageCalls } from '../../../conversations.messages.contract.ts'
import type { Entry } from '../environment.ts'
import { refused } from '../testing/chatServer.ts'
import { Device } from '../testing/device.ts'
import { textIn } from '../testing/fakeEncryption.ts'
import { Hall, type OpenTab, text } from '../testing/hall.ts'

/** The contents sent as messages and edits, in order. */
const said = ({ line }: OpenTab) =>
  line.received.flatMap(({ endpoint, sent }) => {
    const { content, encryption } = (sent.body ?? {}) as Pick<Entry, 'content'> & { encryption?: Parameters<typeof textIn>[0] }
    return endpoint === messageCalls.post || endpoint === messageCalls.edit
      ? [encryption ? { encrypted: textIn(encryption) } : content]
      : []
  })

/** Opens a tab with the encrypted conversation of two people, known to be encrypted. */
const givenTab = async (device = new Device()) => {
  const hall = new Hall()
  hall.server.rotate('pair')
  const opened = hall.open(0, { device })
  void opened.client.loadConversations()
  opened.client.open('pair')
  await hall.pass(1)
  const send = (content: string) => void opened.client.send('pair', text(content))
  return { hall, opened, device, send, client: opened.client, line: opened.line, encryption: opened.encryption }
}

test('sends messages and edits of an encrypted conversation encrypted, each with a higher revision', async () => {
  const { hall, opened, client, send } = await givenTab()
  send('Secret')
  await hall.pass(1)
  const message = client.log('pair').get().rows[0]?.message
  if (!message) throw new Error('nothing was sent')
  await Promise.all([client.edit(message, 'Better'), hall.pass(1)])
  expect(said(opened)).toEqual([{ encrypted: 'Secret' }, { encrypted: 'Better' }])
  expect(hall.server.rooms.get('pair')?.messages).toMatchObject([{ content: null, encryption: { revision: 2 } }])
  expect(Hall.shown(opened, 'pair')).toEqual(['1 Better'])
})

test('an edit succeeds although the response to the previous one was lost', async () => {
  const { hall, client, send } = await givenTab()
  send('Secret')
  await hall.pass(1)
  const message = client.log('pair').get().rows[0]?.message
  if (!message) throw new Error('nothing was sent')
  await Promise.all([client.edit(message, 'Better'), hall.pass(1)])
  await Promise.all([client.edit(message, 'Best'), hall.pass(1)])
  expect(hall.server.rooms.get('pair')?.messages).toMatchObject([{ encryption: { revision: 3 } }])
})

test('sends a blank reply unencrypted, since it has no content', async () => {
  const { hall, opened, client } = await givenTab()
  const quoted = hall.server.say('mohan', 'pair', 'Coming?')
  void client.send('pair', { content: ' ', replyTo: quoted, mentions: [] })
  await hall.pass(2)
  expect(said(opened)).toEqual([null])
})

test('after a conversation was encrypted, resends the rejected text encrypted, and nothing in plain text', async () => {
  const hall = new Hall()
  const opened = hall.open(0)
  opened.line.socket.on = () => () => {}
  hall.server.rotate('pair')
  for (const content of ['One', 'Two']) void opened.client.send('pair', text(content))
  await hall.pass(5)
  expect(said(opened)).toEqual(['One', { encrypted: 'One' }, { encrypted: 'Two' }])
  expect(opened.refused).toEqual([])
})

test.each([envelopeErrors.keyOutdated, envelopeErrors.ivUsed, envelopeErrors.deviceUnknown, envelopeErrors.notEnabled])(
  'after $code it is encrypted again, at once and then with growing delays, and nothing returns to the composer',
  async (kind) => {
    const { hall, opened, line, encryption, send } = await givenTab()
    let isRefused = true
    line.intercept = (endpoint) => {
      if (endpoint === messageCalls.post && isRefused) throw refused(kind)
      return undefined
    }
    send('Patience')
    await hall.pass(0.9)
    expect(said(opened).length).toBe(4)
    expect(encryption.changes.length).toBe(4)
    await hall.pass(20)
    isRefused = false
    await hall.pass(40)
    expect(new Set(said(opened).map((each) => JSON.stringify(each)))).toEqual(new Set(['{"encrypted":"Patience"}']))
    expect(Hall.shown(opened, 'pair')).toEqual(['1 Patience'])
    expect(opened.refused).toEqual([])
  },
)

test.each(['unavailable', 'noDevice', 'noKey', 'devicesChanged'] as const)(
  'waits if nothing can be encrypted (%s), says why, and sends once it can',
  async (reason) => {
    const { hall, opened, client, encryption, send } = await givenTab()
    encryption.hindrance = reason
    for (const content of ['One', 'Two']) send(content)
    await hall.pass(100)
    const pending = client
      .log('pair')
      .get()
      .rows.map((row) => row.pending)
    expect(pending).toMatchObject([
      { content: 'One', cannotEncrypt: reason },
      { content: 'Two', cannotEncrypt: reason },
    ])
    expect([said(opened), opened.refused]).toEqual([[], []])
    encryption.hindrance = undefined
    encryption.opened('pair')
    await hall.pass(1)
    expect(said(opened)).toEqual([{ encrypted: 'One' }, { encrypted: 'Two' }])
    expect(
      client
        .log('pair')
        .get()
        .rows.every(({ message }) => message),
    ).toBe(true)
  },
)

test('an edit that cannot be encrypted fails with the reason, and is not sent', async () => {
  const { hall, opened, client, encryption, send } = await givenTab()
  send('Secret')
  await hall.pass(1)
  const message = client.log('pair').get().rows[0]?.message
  if (!message) throw new Error('nothing was sent')
  encryption.hindrance = 'noDevice'
  await expect(Promise.all([client.edit(message, 'Better'), hall.pass(1)])).rejects.toMatchObject({ reason: 'noDevice' })
  expect(said(opened)).toEqual([{ encrypted: 'Secret' }])
})

test('sends nothing in plain text, regardless of what the server later claims about an encrypted conversation', async () => {
  const { hall, opened, line, client, send } = await givenTab()
  const room = hall.server.rooms.get('pair')
  if (!room) throw new Error('no pair')
  room.keyVersion = 0
  line.hear('conversation_updated', hall.server.shown('asha', 'pair'))
  line.hear('encryption_changed', { conversationId: 'pair' })
  await hall.pass(1)
  expect(client.conversations.get().items.find(({ _id }) => _id === 'pair')?.isEncrypted).toBe(true)
  line.intercept = (endpoint) => (endpoint === messageCalls.post ? Promise.reject(refused(envelopeErrors.notEnabled)) : undefined)
  send('Still secret')
  await hall.pass(100)
  line.intercept = () => undefined
  await hall.pass(60)
  expect(new Set(said(opened).map((each) => JSON.stringify(each)))).toEqual(new Set(['{"encrypted":"Still secret"}']))
})

test('a message written for encryption stays encrypted after a reload, even if browser and server have lost that', async () => {
  const { hall, opened, device, line, send } = await givenTab()
  line.isOnline = false
  send('Kept')
  await hall.pass(3)
  expect(await device.entries()).toMatchObject([{ content: 'Kept', isEncrypted: true }])
  opened.kill()
  device.sealing.encrypted.clear()
  device.sealing.keys.clear()
  const room = hall.server.rooms.get('pair')
  if (room) room.keyVersion = 0
  const next = hall.open(0, { device })
  await hall.pass(60)
  expect(new Set(said(next).map((each) => JSON.stringify(each)))).toEqual(new Set(['{"encrypted":"Kept"}']))
})

test('encrypts messages that another tab wrote', async () => {
  const { hall, opened, device, line, send } = await givenTab()
  const other = hall.open(0, { device })
  line.isOnline = false
  send('From there')
  await hall.pass(1)
  opened.kill()
  await hall.pass(60)
  expect(said(other)).toEqual([{ encrypted: 'From there' }])
})

test('does not repeat a plain attempt that was pending when the conversation became known as encrypted', async () => {
  const hall = new Hall()
  const opened = hall.open(0)
  let isLost = true
  opened.line.intercept = (endpoint) => {
    if (endpoint === messageCalls.post && isLost) throw new CallError(0, { code: 'network', message: '' }, false)
    return undefined
  }
  void opened.client.send('pair', text('Before'))
  await hall.pass(0.5)
  hall.server.rotate('pair')
  await opened.encryption.noteEncrypted('pair')
  isLost = false
  await hall.pass(60)
  expect(said(opened)).toEqual(['Before', { encrypted: 'Before' }])
  expect(hall.leaks).toEqual([])
})

test('sends a file encrypted, without its name', async () => {
  const { hall, client, line } = await givenTab()
  void client.send('pair', text('Look'), new File(['%PDF-1.7'], 'Salary.pdf', { type: 'application/pdf' }))
  await hall.pass(2)
  const upload = line.received.find(({ sent }) => sent.file)?.sent
  expect([upload?.file?.name, upload?.file?.type, upload?.body?.content]).toEqual(['encrypted', '', null])
  expect(await upload?.file?.text()).toBe('encrypted 8')
})

test('sends nothing while it is unknown whether a conversation is encrypted', async () => {
  const hall = new Hall()
  const opened = hall.open(0)
  const { isEncrypted } = opened.encryption
  opened.encryption.isEncrypted = () => Promise.reject(new Error('The database of the browser does not open'))
  void opened.client.send('pair', text('Wait'))
  await hall.pass(30)
  expect(said(opened)).toEqual([])
  opened.encryption.isEncrypted = isEncrypted
  await hall.pass(40)
  expect(said(opened)).toEqual(['Wait'])
})

test('keeps no decrypted or written text in memory after the session, despite late responses', async () => {
  const { hall, opened, client, line, send } = await givenTab()
  const quoted = hall.server.say('mohan', 'pair', 'secret')
  await hall.pass(2)
  expect(Hall.shown(opened, 'pair')).toEqual(['1 secret'])
  line.isOnline = false
  send('Unsent')
  void client.loadConversations()
  await hall.pass(0.01)
  hall.server.say('mohan', 'pair', 'Late')
  client.close()
  line.isOnline = true
  line.hear('new_message', { ...quoted, seq: 2, _id: 'late' })
  await hall.pass(60)
  expect(client.conversations.get().items).toEqual([])
  expect(client.log('pair').get().rows).toEqual([])
})
