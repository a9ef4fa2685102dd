import { describe, expect, test, vi } from 'vitest'
import { CallError } from '#web/api/callError.ts'
import { sendFile } from '../../../conversations.files.contract.ts'
import { messageCalls } from '../../../conversations.messages.contract.ts'
import { refusal } from '../testing/chatServer.ts'
import { Hall, type OpenTab, text } from '../testing/hall.ts'

const notes = () => new File(['%PDF-1.7'], 'Notes.pdf', { type: 'application/pdf' })

/** Opens a tab with the group; every upload fails with `fails` until it is undefined. */
const givenTab = async (fails?: () => CallError) => {
  const hall = new Hall()
  const opened = hall.open(0)
  void opened.client.loadConversations()
  opened.client.open('group')
  await hall.pass(1)
  const uploads = { fails, times: 0 }
  opened.line.intercept = (endpoint) => {
    if (endpoint !== sendFile) return undefined
    uploads.times++
    if (uploads.fails) throw uploads.fails()
    return undefined
  }
  return { hall, opened, client: opened.client, line: opened.line, uploads }
}

/** Sends the file and waits until the outbox has it, so that later messages come after it. */
const sendNotes = async ({ hall, client }: Pick<Awaited<ReturnType<typeof givenTab>>, 'hall' | 'client'>) => {
  await Promise.all([client.send('group', text(''), notes()), hall.pass(0)])
}

const noNetwork = () => new CallError(0, { code: 'network', message: 'The server could not be reached.' }, false)
const silence = () => new CallError(0, { code: 'timeout', message: 'The server took too long to respond.' }, false)
const stored = (hall: Hall) =>
  hall.server.rooms.get('group')?.messages.map(({ attachment, content }) => attachment?.originalName ?? content)
const refusedFiles = ({ refused }: OpenTab) => refused.map(({ file, message }) => [file?.name, message])

describe('an attachment', () => {
  test.each([400, 403, 404, 409, 413, 415, 422])('that is answered %i comes back at once', async (status) => {
    const { hall, opened, uploads } = await givenTab(() => refusal(status, 'No'))
    await sendNotes({ hall, client: opened.client })
    await hall.pass(60)
    expect([uploads.times, refusedFiles(opened), await opened.device.entries()]).toEqual([1, [['Notes.pdf', 'No']], []])
  })

  test('is returned after three server faults, within seconds, and later messages are sent', async () => {
    const { hall, opened, client, uploads } = await givenTab(() => refusal(500, 'Something went wrong'))
    await sendNotes({ hall, client })
    void client.send('group', text('Behind it'))
    await hall.pass(5)
    expect([uploads.times, refusedFiles(opened), Hall.shown(opened)]).toEqual([3, [['Notes.pdf', 'Something went wrong']], ['1 Behind it']])
    expect(await opened.device.entries()).toEqual([])
  })

  test.each([408, 425, 429, 502, 503, 504, 507])('that is answered %i is tried until it is there', async (status) => {
    const { hall, opened, client, uploads } = await givenTab(() => refusal(status, 'Later'))
    await sendNotes({ hall, client })
    await hall.pass(300)
    expect(uploads.times).toBeGreaterThan(5)
    expect(opened.refused).toEqual([])
    uploads.fails = undefined
    await hall.pass(31)
    expect([stored(hall), await opened.device.entries()]).toEqual([['Notes.pdf'], []])
  })

  test.each([
    ['a proxy that gives up', () => new CallError(504, { code: 'unreadable', message: '' }, false)],
    ['a proxy that cuts it off', noNetwork],
    ['a server without room for it', () => refusal(507, 'The disk is full.', 5_000)],
    ['silence', silence],
    ['a server that wants it a minute later', () => refusal(503, 'Too busy', 60_000)],
  ])('that meets %s holds up no other message, and arrives once when that has passed', async (_, fails) => {
    const { hall, opened, client, uploads } = await givenTab(fails)
    await sendNotes({ hall, client })
    void client.send('group', text('One'))
    await hall.pass(15)
    expect(stored(hall)).toEqual(['One'])
    void client.send('group', text('Two'))
    await hall.pass(1)
    expect(stored(hall)).toEqual(['One', 'Two'])
    expect(Hall.shown(opened).slice(0, 2)).toEqual(['1 One', '2 Two'])
    expect(client.log('group').get().rows.at(-1)?.pending?.file?.name).toBe('Notes.pdf')
    uploads.fails = undefined
    await hall.pass(120)
    expect([stored(hall), opened.refused, await opened.device.entries()]).toEqual([['One', 'Two', 'Notes.pdf'], [], []])
  })

  test('keeps its place while offline', async () => {
    const { hall, client, line } = await givenTab()
    line.isOnline = false
    line.disconnect()
    await sendNotes({ hall, client })
    void client.send('group', text('Look at this'))
    await hall.pass(300)
    line.isOnline = true
    line.connect()
    await hall.pass(1)
    expect(stored(hall)).toEqual(['Notes.pdf', 'Look at this'])
  })

  test('that no longer blocks others can still be discarded', async () => {
    const { hall, opened, client, uploads } = await givenTab(noNetwork)
    await sendNotes({ hall, client })
    await hall.pass(30)
    await client.discard(client.log('group').get().rows[0]?.pending?.clientId ?? '')
    const { times } = uploads
    uploads.fails = undefined
    await hall.pass(90)
    expect([uploads.times, stored(hall), await opened.device.entries()]).toEqual([times, [], []])
  })
})

test('returns a text after three server faults, and sends the next one', async () => {
  const { hall, opened, client, line } = await givenTab()
  line.intercept = (endpoint, sent) => {
    if (endpoint === messageCalls.post && sent.body?.content === 'Odd') throw refusal(500, 'Something went wrong')
    return undefined
  }
  void client.send('group', text('Odd'))
  void client.send('group', text('Next'))
  await hall.pass(5)
  expect(opened.refused).toMatchObject([{ content: 'Odd', file: null, message: 'Something went wrong' }])
  expect(Hall.shown(opened)).toEqual(['1 Next'])
})

test('a message accepted after two server faults exists once', async () => {
  const { hall, opened, client, uploads } = await givenTab(() => refusal(500, 'Something went wrong'))
  await sendNotes({ hall, client })
  await vi.waitUntil(() => hall.pass(0.1).then(() => uploads.times === 2))
  uploads.fails = undefined
  await hall.pass(20)
  expect([stored(hall), opened.refused, await opened.device.entries()]).toEqual([['Notes.pdf'], [], []])
})

test('returns a rejected message even if the next one finds no network', async () => {
  const { hall, opened, client, line } = await givenTab(() => refusal(413, 'Too large'))
  await sendNotes({ hall, client })
  void client.send('group', text('Behind it'))
  const { intercept } = line
  line.intercept = (endpoint, sent) => {
    if (endpoint === messageCalls.post) throw noNetwork()
    return intercept(endpoint, sent)
  }
  await hall.pass(10)
  expect([refusedFiles(opened), Hall.shown(opened)]).toEqual([[['Notes.pdf', 'Too large']], ['waiting Behind it']])
})
