import { expect, test } from 'vitest'
import { CallError } from '#web/api/callError.ts'
import { sendFile } from '../../../conversations.files.contract.ts'
import { messageCalls } from '../../../conversations.messages.contract.ts'
import { refusal } from '../testing/chatServer.ts'
import { Device } from '../testing/device.ts'
import { Hall, type OpenTab, text } from '../testing/hall.ts'
import type { Received } from '../testing/network.ts'
import { memoryStorage } from './memoryStorage.ts'

const posts = ({ line }: OpenTab): Received[] => line.received.filter(({ endpoint }) => endpoint === messageCalls.post)
const clientIds = (opened: OpenTab): unknown[] => posts(opened).map(({ sent }) => sent.body?.clientId)

/** Opens a tab with the group loaded. */
const givenTab = async (options?: Parameters<Hall['open']>[1]) => {
  const hall = new Hall()
  const opened = hall.open(0, options)
  void opened.client.loadConversations()
  opened.client.open('group')
  await hall.pass(1)
  return { hall, opened, client: opened.client, line: opened.line }
}

test('shows a sent message at once, and keeps its key when the server has it', async () => {
  const { hall, opened, client } = await givenTab()
  void client.send('group', text('Good morning'))
  expect(Hall.shown(opened)).toEqual(['waiting Good morning'])
  const [before] = client.log('group').get().rows
  await hall.pass(1)
  expect(Hall.shown(opened)).toEqual(['1 Good morning'])
  expect(client.log('group').get().rows[0]?.key).toBe(before?.key)
  expect(await opened.device.entries()).toEqual([])
})

test('counts waiting messages of all conversations until the server has them', async () => {
  const { hall, client, line } = await givenTab()
  line.isOnline = false
  line.disconnect()
  await Promise.all([client.send('group', text('One')), client.send('group', text('Two')), hall.pass(120)])
  expect(client.unsent.get()).toBe(2)
  line.isOnline = true
  line.connect()
  await hall.pass(120)
  expect(client.unsent.get()).toBe(0)
})

test('sends a blank reply without text, but with its quote and mentions', async () => {
  const { hall, opened, client } = await givenTab()
  const quoted = hall.server.post('mohan', 'group', { content: 'Coming?', clientId: 'q' })
  await hall.pass(1)
  void client.send('group', { content: '  ', replyTo: quoted, mentions: [{ _id: 'mohan', name: 'Mohan Rao' }] })
  await hall.pass(1)
  expect(posts(opened)[0]?.sent.body).toMatchObject({ content: null, type: 'text', replyTo: quoted._id, mentions: ['mohan'] })
})

test('keeps a message offline and across a reload, and sends it with the same id when online', async () => {
  const { hall, opened, client, line } = await givenTab()
  line.isOnline = false
  line.disconnect()
  await Promise.all([client.send('group', text('One')), hall.pass(120)])
  expect(Hall.shown(opened)).toEqual(['waiting One'])
  const [kept] = await opened.device.entries()
  opened.kill()

  const next = hall.open(0, { device: opened.device })
  next.client.open('group')
  await hall.pass(1)
  expect(Hall.shown(next)).toEqual(['1 One'])
  expect(clientIds(next)).toEqual([kept?.clientId])
})

test('retries with the same id after a lost response, and the message exists once', async () => {
  const { hall, opened, client, line } = await givenTab()
  let lost = 0
  line.intercept = (endpoint, sent) => {
    if (endpoint !== messageCalls.post || lost++ > 0) return undefined
    hall.server.post('asha', 'group', { content: 'Once', clientId: String(sent.body?.clientId) })
    throw new CallError(0, { code: 'timeout', message: 'The server took too long to respond.' }, false)
  }
  // Nothing else notifies this tab that the message has arrived.
  line.disconnect()
  void client.send('group', text('Once'))
  await hall.pass(5)
  expect(new Set(clientIds(opened)).size).toBe(1)
  expect(clientIds(opened)).toHaveLength(2)
  expect(hall.server.rooms.get('group')?.messages.map(({ content }) => content)).toEqual(['Once'])
})

test('does not resend a message that arrives as an event', async () => {
  const { hall, opened, client, line } = await givenTab()
  line.intercept = (endpoint, sent) => {
    if (endpoint !== messageCalls.post) return undefined
    hall.server.post('asha', 'group', { content: 'Once', clientId: String(sent.body?.clientId) })
    throw new CallError(502, { code: 'unreadable', message: 'The server is not working properly.' }, false)
  }
  void client.send('group', text('Once'))
  await hall.pass(60)
  expect(clientIds(opened)).toHaveLength(1)
  expect(Hall.shown(opened)).toEqual(['1 Once'])
})

test('sends messages of a conversation in order, one at a time, without blocking other conversations', async () => {
  const { hall, opened, client, line } = await givenTab()
  line.intercept = (endpoint, sent) => {
    if (endpoint === messageCalls.post && sent.params?.id === 'group') throw new CallError(0, { code: 'network', message: '' }, false)
    return undefined
  }
  for (const content of ['One', 'Two', 'Three']) void client.send('group', text(content))
  void client.send('pair', text('Elsewhere'))
  await hall.pass(20)
  expect(Hall.shown(opened)).toEqual(['waiting One', 'waiting Two', 'waiting Three'])
  expect(hall.server.rooms.get('pair')?.messages.map(({ content }) => content)).toEqual(['Elsewhere'])
  expect(
    new Set(
      posts(opened)
        .filter(({ sent }) => sent.params?.id === 'group')
        .map(({ sent }) => sent.body?.content),
    ),
  ).toEqual(new Set(['One']))
  line.intercept = () => undefined
  await hall.pass(40)
  expect(Hall.shown(opened)).toEqual(['1 One', '2 Two', '3 Three'])
})

test('retries with growing delays, from one second to half a minute', async () => {
  const { hall, opened, client, line } = await givenTab()
  const tries: number[] = []
  line.intercept = (endpoint) => {
    if (endpoint !== messageCalls.post) return undefined
    tries.push(hall.world.now)
    throw new CallError(503, { code: 'unavailable', message: 'Try again.' })
  }
  void client.send('group', text('Patience'))
  await hall.pass(300)
  const waits = tries.slice(1).map((at, index) => (at - (tries[index] ?? 0)) / 1_000)
  expect(waits.length).toBeGreaterThan(8)
  for (const [index, wait] of waits.entries()) {
    const most = Math.min(30, 2 ** index)
    expect(wait).toBeGreaterThanOrEqual(most * 0.75)
    expect(wait).toBeLessThan(most + 0.1)
  }
  expect(Hall.shown(opened)).toEqual(['waiting Patience'])
})

test.each(['connection', 'tab'])('a new %s ends the wait at once', async (what) => {
  const { hall, opened, client, line } = await givenTab()
  line.isOnline = false
  void client.send('group', text('Soon'))
  await hall.pass(100)
  line.isOnline = true
  const before = clientIds(opened).length
  if (what === 'connection') {
    line.disconnect()
    line.connect()
  } else {
    opened.hide()
    opened.show()
  }
  await hall.pass(0.2)
  expect(clientIds(opened).length).toBe(before + 1)
  expect(Hall.shown(opened)).toEqual(['1 Soon'])
})

test('resets the retry delay after each sent message', async () => {
  const { hall, opened, client, line } = await givenTab()
  let tries = 0
  // On a bad connection every second call fails, but never several in a row.
  line.intercept = (endpoint) => {
    if (endpoint !== messageCalls.post || ++tries % 2 === 0) return undefined
    throw new CallError(0, { code: 'network', message: 'No network' }, false)
  }
  for (let number = 1; number <= 8; number++) void client.send('group', text(`${number}`))
  await hall.pass(20)
  expect(Hall.shown(opened)).toHaveLength(8)
  expect(await opened.device.entries()).toEqual([])
})

test('retries within a second if an attempt started before a reconnect fails after it', async () => {
  const { hall, opened, client, line } = await givenTab()
  line.isOnline = false
  void client.send('group', text('Stuck'))
  await hall.pass(200)
  line.isOnline = true
  const { promise, reject } = Promise.withResolvers<never>()
  line.intercept = (endpoint) => (endpoint === messageCalls.post ? promise : undefined)
  await hall.pass(31)
  line.disconnect()
  line.connect()
  line.intercept = () => undefined
  reject(new CallError(0, { code: 'timeout', message: '' }, false))
  await hall.pass(1.2)
  expect(Hall.shown(opened)).toEqual(['1 Stuck'])
})

test('sends nothing before the delay requested by the server has passed', async () => {
  const { hall, opened, client, line } = await givenTab()
  let times = 0
  line.intercept = (endpoint) => {
    if (endpoint === messageCalls.post && times++ === 0) throw refusal(429, 'Too many messages. Please wait.', 20_000)
    return undefined
  }
  void client.send('group', text('Slowly'))
  await hall.pass(10)
  opened.hide()
  opened.show()
  line.disconnect()
  line.connect()
  await hall.pass(9)
  expect(times).toBe(1)
  await hall.pass(3)
  expect(Hall.shown(opened)).toEqual(['1 Slowly'])
})

test('returns a rejected text with its reason, and sends the next message', async () => {
  const { hall, opened, client, line } = await givenTab()
  line.intercept = (endpoint, sent) => {
    if (endpoint === messageCalls.post && sent.body?.content === 'Spam')
      throw refusal(403, 'An administrator has stopped you from writing for now.')
    return undefined
  }
  void client.send('group', text('Spam'))
  void client.send('group', text('Sorry'))
  await hall.pass(2)
  expect(opened.refused).toEqual([
    {
      conversation: 'group',
      content: 'Spam',
      replyTo: null,
      mentions: [],
      file: null,
      message: 'An administrator has stopped you from writing for now.',
    },
  ])
  expect(Hall.shown(opened)).toEqual(['1 Sorry'])
  expect(await opened.device.entries()).toEqual([])
})

test('delivers a rejection to the next screen if none is listening', async () => {
  const hall = new Hall()
  const device = new Device()
  const first = hall.open(0, { device })
  first.line.isOnline = false
  await Promise.all([first.client.send('elsewhere', text('Hello?')), hall.pass(1)])
  first.kill()
  const next = hall.open(0, { device })
  await hall.pass(2)
  expect(next.refused).toMatchObject([{ conversation: 'elsewhere', content: 'Hello?', message: 'Not found' }])
})

test('sends a file with its message, reports progress, and returns it if rejected', async () => {
  const { hall, opened, client, line } = await givenTab()
  const file = new File(['%PDF-1.7'], 'Notes.pdf', { type: 'application/pdf' })
  let refused = false
  line.intercept = (endpoint) => {
    if (endpoint === sendFile && refused) throw refusal(413, 'Files can be at most 25 MB.')
    return undefined
  }
  void client.send('group', text(''), file)
  await hall.pass(0)
  expect(client.log('group').get().rows[0]?.pending).toMatchObject({ file: { name: 'Notes.pdf', size: 8, mediaType: 'application/pdf' } })
  await hall.pass(1)
  expect(client.log('group').get().rows[0]?.message?.attachment?.originalName).toBe('Notes.pdf')
  refused = true
  void client.send('group', text('Again'), file)
  await hall.pass(1)
  expect(opened.refused).toMatchObject([{ content: 'Again', message: 'Files can be at most 25 MB.' }])
  expect(await opened.refused[0]?.file?.text()).toBe('%PDF-1.7')
  expect(opened.refused[0]?.file?.name).toBe('Notes.pdf')
})

test('rejects an unreadable file immediately', async () => {
  const { opened, client } = await givenTab()
  const folder = new File([], 'Folder')
  Object.assign(folder, { slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }) })
  await expect(client.send('group', text(''), folder)).rejects.toThrow()
  expect(Hall.shown(opened)).toEqual([])
})

test('discards unsent messages', async () => {
  const { hall, opened, client, line } = await givenTab()
  line.isOnline = false
  for (const content of ['One', 'Two']) void client.send('group', text(content))
  await hall.pass(3)
  const [first] = client.log('group').get().rows
  void client.discard(first?.pending?.clientId ?? '')
  await hall.pass(1)
  expect(Hall.shown(opened)).toEqual(['waiting Two'])
  line.isOnline = true
  await hall.pass(40)
  expect(Hall.shown(opened)).toEqual(['1 Two'])
})

test('shows waiting messages in two tabs of a person, and sends them from one', async () => {
  const { hall, opened, client, line } = await givenTab()
  const other = hall.open(0, { device: opened.device })
  other.client.open('group')
  line.isOnline = false
  other.line.isOnline = false
  void client.send('group', text('Both'))
  await hall.pass(5)
  expect([Hall.shown(opened), Hall.shown(other)]).toEqual([['waiting Both'], ['waiting Both']])
  line.isOnline = true
  other.line.isOnline = true
  await hall.pass(90)
  expect([Hall.shown(opened), Hall.shown(other)]).toEqual([['1 Both'], ['1 Both']])
  expect([...clientIds(opened), ...clientIds(other)]).toHaveLength(1)
})

test('the other tab sends a message if the first one dies while sending it', async () => {
  const { hall, opened, client, line } = await givenTab()
  const other = hall.open(0, { device: opened.device })
  other.client.open('group')
  line.intercept = () => new Promise(() => {})
  void client.send('group', text('Survivor'))
  await hall.pass(1)
  expect(posts(opened)).toHaveLength(1)
  opened.kill()
  await hall.pass(1)
  expect(Hall.shown(other)).toEqual(['1 Survivor'])
})

test.each([
  [401, 'Please sign in.'],
  [403, 'Your membership has expired.'],
])('after the end of the session (%i) nothing is sent, and it waits for the same person', async (status, message) => {
  const { hall, opened, client, line } = await givenTab()
  line.intercept = (endpoint) => {
    if (endpoint !== messageCalls.post) return undefined
    client.close()
    throw new CallError(status, { code: 'session', message })
  }
  void client.send('group', text('Later'))
  await hall.pass(90)
  expect(posts(opened)).toHaveLength(1)
  expect(await opened.device.entries()).toMatchObject([{ content: 'Later', refused: null }])
  const next = hall.open(0, { device: opened.device })
  next.client.open('group')
  await hall.pass(1)
  expect(Hall.shown(next)).toEqual(['1 Later'])
})

test('restores a draft after a reload, until it is null', async () => {
  const { hall, opened, client } = await givenTab()
  client.draft.write('group', text('Half a sen'))
  client.draft.write('group', text('Half a sentence'))
  await hall.pass(1)
  opened.kill()
  const next = hall.open(0, { device: opened.device })
  expect(await next.client.draft.read('group')).toEqual(text('Half a sentence'))
  expect(await next.client.draft.read('pair')).toBeNull()
  next.client.draft.write('group', null)
  expect(await next.client.draft.read('group')).toBeNull()
  next.kill()
  expect(await hall.open(0, { device: opened.device }).client.draft.read('group')).toBeNull()
})

test('returns the latest draft before it is stored', async () => {
  const { client } = await givenTab()
  client.draft.write('group', text('One'))
  client.draft.write('group', text('Two'))
  expect(await client.draft.read('group')).toEqual(text('Two'))
})

test('stores a draft immediately when the tab is hidden', async () => {
  const { hall, opened, client } = await givenTab()
  client.draft.write('group', text('Hid'))
  opened.hide()
  opened.kill()
  expect(await hall.open(0, { device: opened.device }).client.draft.read('group')).toEqual(text('Hid'))
})

test('only one of several callers gets an entry from memory', async () => {
  const storage = memoryStorage()
  await storage.add({ clientId: 'a', conversation: 'group', ...text('x'), file: null, createdAt: '', refused: null })
  expect((await Promise.all([storage.take('a'), storage.take('a')])).map(Boolean)).toEqual([true, false])
})
