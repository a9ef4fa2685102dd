import { expect, test } from 'vitest'
import { encryptionErrors } from '#chat/encryption/encryption.shapes.contract.ts'
import { CallError } from '#web/api/callError.ts'
import { messageCalls } from '../../chat.messages.contract.ts'
import type { Entry } from './ports.ts'
import { refused } from './testing/chatServer.ts'
import { Device } from './testing/device.ts'
import { textIn } from './testing/fakeSealer.ts'
import { Hall, type OpenTab, text } from './testing/hall.ts'

/** What was sent as messages and edits, in the order of sending. */
const said = ({ line }: OpenTab) =>
  line.received.flatMap(({ endpoint, sent }) => {
    const { content, encryption } = (sent.body ?? {}) as Pick<Entry, 'content'> & { encryption?: Parameters<typeof textIn>[0] }
    return endpoint === messageCalls.post || endpoint === messageCalls.edit ? [encryption ? { sealed: textIn(encryption) } : content] : []
  })

/** A tab with the encrypted conversation of two open, where it knows that. */
const givenTab = async (device = new Device()) => {
  const hall = new Hall()
  hall.server.rotate('pair')
  const opened = hall.open(0, { device })
  void opened.client.loadConversations()
  opened.client.open('pair')
  await hall.pass(1)
  const send = (content: string) => void opened.client.send('pair', text(content))
  return { hall, opened, device, send, client: opened.client, line: opened.line, sealer: opened.sealer }
}

test('in an encrypted conversation a message and its edit go sealed, each with a higher revision', async () => {
  const { hall, opened, client, send } = await givenTab()
  send('Secret')
  await hall.pass(1)
  const message = client.log('pair').get().rows[0]?.message
  if (!message) throw new Error('nothing was sent')
  await Promise.all([client.edit(message, 'Better'), hall.pass(1)])
  expect(said(opened)).toEqual([{ sealed: 'Secret' }, { sealed: 'Better' }])
  expect(hall.server.rooms.get('pair')?.messages).toMatchObject([{ content: null, encryption: { revision: 2 } }])
  expect(Hall.shown(opened, 'pair')).toEqual(['1 Better'])
})

test('an edit counts although the answer to the one before it was lost', async () => {
  const { hall, client, send } = await givenTab()
  send('Secret')
  await hall.pass(1)
  const message = client.log('pair').get().rows[0]?.message
  if (!message) throw new Error('nothing was sent')
  await Promise.all([client.edit(message, 'Better'), hall.pass(1)])
  await Promise.all([client.edit(message, 'Best'), hall.pass(1)])
  expect(hall.server.rooms.get('pair')?.messages).toMatchObject([{ encryption: { revision: 3 } }])
})

test('a blank reply has nothing to seal, and goes as it is', async () => {
  const { hall, opened, client } = await givenTab()
  const quoted = hall.server.say('mohan', 'pair', 'Coming?')
  void client.send('pair', { content: ' ', replyTo: quoted, mentions: [] })
  await hall.pass(2)
  expect(said(opened)).toEqual([null])
})

test('a conversation that was encrypted meanwhile: the refused text goes sealed, and no other is sent in plain', async () => {
  const hall = new Hall()
  const opened = hall.open(0)
  opened.line.socket.on = () => () => {}
  hall.server.rotate('pair')
  for (const content of ['One', 'Two']) void opened.client.send('pair', text(content))
  await hall.pass(5)
  expect(said(opened)).toEqual(['One', { sealed: 'One' }, { sealed: 'Two' }])
  expect(opened.refused).toEqual([])
})

test.each([encryptionErrors.keyOutdated, encryptionErrors.ivUsed, encryptionErrors.deviceUnknown, encryptionErrors.notEnabled])(
  'after $code it is sealed again, at once and then ever more rarely, and nothing comes back to the composer',
  async (kind) => {
    const { hall, opened, line, sealer, send } = await givenTab()
    let isRefused = true
    line.intercept = (endpoint) => {
      if (endpoint === messageCalls.post && isRefused) throw refused(kind)
      return undefined
    }
    send('Patience')
    await hall.pass(0.9)
    expect(said(opened).length).toBe(4)
    expect(sealer.changes.length).toBe(4)
    await hall.pass(20)
    isRefused = false
    await hall.pass(40)
    expect(new Set(said(opened).map((each) => JSON.stringify(each)))).toEqual(new Set(['{"sealed":"Patience"}']))
    expect(Hall.shown(opened, 'pair')).toEqual(['1 Patience'])
    expect(opened.refused).toEqual([])
  },
)

test.each(['unavailable', 'noDevice', 'noKey', 'devicesChanged'] as const)(
  'where nothing can be sealed (%s) it waits, says why, and goes when it can be',
  async (reason) => {
    const { hall, opened, client, sealer, send } = await givenTab()
    sealer.hindrance = reason
    for (const content of ['One', 'Two']) send(content)
    await hall.pass(100)
    const pending = client
      .log('pair')
      .get()
      .rows.map((row) => row.pending)
    expect(pending).toMatchObject([
      { content: 'One', cannotSeal: reason },
      { content: 'Two', cannotSeal: reason },
    ])
    expect([said(opened), opened.refused]).toEqual([[], []])
    sealer.hindrance = undefined
    sealer.opened('pair')
    await hall.pass(1)
    expect(said(opened)).toEqual([{ sealed: 'One' }, { sealed: 'Two' }])
    expect(
      client
        .log('pair')
        .get()
        .rows.every(({ message }) => message),
    ).toBe(true)
  },
)

test('an edit that cannot be sealed fails with the reason, and is not sent', async () => {
  const { hall, opened, client, sealer, send } = await givenTab()
  send('Secret')
  await hall.pass(1)
  const message = client.log('pair').get().rows[0]?.message
  if (!message) throw new Error('nothing was sent')
  sealer.hindrance = 'noDevice'
  await expect(Promise.all([client.edit(message, 'Better'), hall.pass(1)])).rejects.toMatchObject({ reason: 'noDevice' })
  expect(said(opened)).toEqual([{ sealed: 'Secret' }])
})

test('whatever the server says later of an encrypted conversation, nothing is sent in plain', async () => {
  const { hall, opened, line, client, send } = await givenTab()
  const room = hall.server.rooms.get('pair')
  if (!room) throw new Error('no pair')
  room.keyVersion = 0
  line.hear('conversation_updated', hall.server.shown('asha', 'pair'))
  line.hear('encryption_changed', { conversationId: 'pair' })
  await hall.pass(1)
  expect(client.conversations.get().items.find(({ _id }) => _id === 'pair')?.isEncrypted).toBe(true)
  line.intercept = (endpoint) => (endpoint === messageCalls.post ? Promise.reject(refused(encryptionErrors.notEnabled)) : undefined)
  send('Still secret')
  await hall.pass(100)
  line.intercept = () => undefined
  await hall.pass(60)
  expect(new Set(said(opened).map((each) => JSON.stringify(each)))).toEqual(new Set(['{"sealed":"Still secret"}']))
})

test('what was written sealed stays so after a reload, though this browser has forgotten and the server denies it', async () => {
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
  expect(new Set(said(next).map((each) => JSON.stringify(each)))).toEqual(new Set(['{"sealed":"Kept"}']))
})

test('what another tab wrote goes sealed from this one', async () => {
  const { hall, opened, device, line, send } = await givenTab()
  const other = hall.open(0, { device })
  line.isOnline = false
  send('From there')
  await hall.pass(1)
  opened.kill()
  await hall.pass(60)
  expect(said(other)).toEqual([{ sealed: 'From there' }])
})

test('a try in plain that was on its way when this browser learnt that it is encrypted is not made again so', async () => {
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
  await opened.sealer.noteEncrypted('pair')
  isLost = false
  await hall.pass(60)
  expect(said(opened)).toEqual(['Before', { sealed: 'Before' }])
  expect(hall.leaks).toEqual([])
})

test('a file goes sealed, under no name', async () => {
  const { hall, client, line } = await givenTab()
  void client.send('pair', text('Look'), new File(['%PDF-1.7'], 'Salary.pdf', { type: 'application/pdf' }))
  await hall.pass(2)
  const upload = line.received.find(({ sent }) => sent.file)?.sent
  expect([upload?.file?.name, upload?.file?.type, upload?.body?.content]).toEqual(['encrypted', '', null])
  expect(await upload?.file?.text()).toBe('sealed 8')
})

test('where it cannot be told whether a conversation is encrypted nothing is sent until it can', async () => {
  const hall = new Hall()
  const opened = hall.open(0)
  const { isEncrypted } = opened.sealer
  opened.sealer.isEncrypted = () => Promise.reject(new Error('The database of the browser does not open'))
  void opened.client.send('pair', text('Wait'))
  await hall.pass(30)
  expect(said(opened)).toEqual([])
  opened.sealer.isEncrypted = isEncrypted
  await hall.pass(40)
  expect(said(opened)).toEqual(['Wait'])
})

test('after the session nothing that was decrypted or written is left in memory, whatever comes late', async () => {
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
