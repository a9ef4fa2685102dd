import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { newId } from '#server/db/ids.ts'
import { callOf, DEVICES, fillGroup, MEMBERS } from './encryptedGroup.ts'
import type { Bench } from './lists.ts'
import { median, type Result } from './measure.ts'
import { runProgram } from './processes.ts'

const ROUNDS = 5
const PAGE = 50
const LONG = 10_000

type Message = { _id: string; seq: number; clientId: string; encryption: object; unreadable?: string; marks?: string[] }
/** The browser code under measurement. It is loaded by its URL, because the types of the browser are not those of Node. */
type Client = {
  device: { get: () => string }
  isLast: () => Promise<boolean>
  setUp: () => Promise<{ save: () => Promise<void> }>
  enable: (conversation: string) => Promise<void>
  encrypt: (sealing: object) => Promise<object>
  decryptMessage: (message: Message) => Promise<Message>
  invalidateKeys: (conversation: string) => void
  close: () => void
}
const folder = new URL('../src/chat/encryption/web/client/', import.meta.url)
const { makeEncryption } = (await import(new URL('makeEncryption.ts', folder).href)) as { makeEncryption: (ports: object) => Client }
const { memoryStorage } = (await import(new URL('storage.ts', folder).href)) as { memoryStorage: () => object }

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const medianOf = async (rounds: number, work: () => Promise<unknown>): Promise<number> => {
  const seen = []
  for (let round = 0; round < rounds; round++) seen.push(await timed(work))
  return median(seen)
}

type Call = ReturnType<typeof callOf>
type Browser = { client: Client; call: Call; id: string; open: (messages: readonly Message[]) => Promise<void> }

/** A browser with persistent storage, so that the next one opens what this one has stored. */
const openBrowser = async (call: Call, id: string, me: { _id: string }, storage: object): Promise<Browser> => {
  const openStorage = async () => ({ ...storage, close: () => {} })
  const ports = { persist: async () => true, now: () => new Date(), after: () => () => {} }
  const client = makeEncryption({ call, openStorage, me, deviceName: () => 'Chrome', ...ports })
  await client.isLast()
  const open = async (messages: readonly Message[]) => {
    for (const opened of await Promise.all(messages.map((message) => client.decryptMessage(message))))
      if (opened.unreadable || opened.marks?.length) throw new Error(`A message was not opened: ${opened.unreadable ?? opened.marks}`)
  }
  return { client, call, id, open }
}

const messagesPath = '/chat/conversations/:id/messages'
const post = ({ call }: Pick<Browser, 'call'>, id: string, body: object) =>
  call({ method: 'POST', path: messagesPath }, { params: { id }, body })

const encrypt = async ({ client, id }: Browser) => {
  const clientId = randomUUID()
  const sealing = { conversation: id, clientId, revision: 1, type: 'text', text: 'See you at two', replyTo: null, file: null }
  return { clientId, encryption: await client.encrypt(sealing) }
}

const send = async (browser: Browser): Promise<void> =>
  void (await post(browser, browser.id, { content: null, ...(await encrypt(browser)) }))

const newestPage = async ({ call, id }: Browser): Promise<Message[]> =>
  ((await call({ method: 'GET', path: messagesPath }, { params: { id }, query: { limit: String(PAGE) } })) as { items: Message[] }).items

const inPages = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / PAGE) }, (_, at) => all.slice(at * PAGE, (at + 1) * PAGE))

/** Opens a long chat from its newest page to its first, then its newest page again after a reload, with everything in storage. */
const measureLong = async (browser: Browser, again: () => Promise<Browser>): Promise<{ whole: number; reopened: number }> => {
  const [like] = await newestPage(browser)
  if (!like) throw new Error('There is no message')
  const all: Message[] = []
  for (let seq = like.seq + 1; all.length < LONG; seq++) {
    const { clientId, encryption } = await encrypt(browser)
    all.push({ ...like, _id: newId(), seq, clientId, encryption: { ...like.encryption, ...encryption } })
  }
  const pages = inPages(all.toReversed())
  const whole = await timed(async () => {
    for (const page of pages) await browser.open(page)
  })
  const reopened = await medianOf(ROUNDS, async () => {
    const reloaded = await again()
    await reloaded.open(pages[0] ?? [])
    reloaded.client.close()
  })
  return { whole, reopened }
}

/**
 * Measures setting up, switching on, rotating the key, sending and reading in a group of a hundred people with two devices each, in
 * one browser.
 */
export const measureEncryption = async ({ carrel: { origin }, database }: Bench): Promise<Result[]> => {
  const { id, open, admin, others } = fillGroup(database)
  await runProgram<number>('setUpGroup.ts', { origin, people: others })
  const [call, storage] = [callOf(origin, admin.token), memoryStorage()]
  const again = () => openBrowser(call, id, admin, storage)
  const browser = await again()
  const { client } = browser
  await (await client.setUp()).save()
  const db = new DatabaseSync(database, { timeout: 5_000 })
  const wearOut = () => db.prepare('update conversations set required_key_version = key_version + 1 where id = ?').run(id)
  const enabled = await timed(() => client.enable(id))
  const renewed = await medianOf(ROUNDS, async () => {
    wearOut()
    client.invalidateKeys(id)
    await send(browser)
  })
  const sent = await medianOf(10 * ROUNDS, () => send(browser))
  const sentOpen = await medianOf(10 * ROUNDS, () => post(browser, open, { content: 'See you at two', clientId: randomUUID() }))
  const page = await newestPage(browser)
  const read = await medianOf(ROUNDS, async () => {
    for (const message of page) await browser.open([message])
  })
  const { whole, reopened } = await measureLong(browser, again)
  db.close()
  client.close()
  const group = `${MEMBERS} people with ${DEVICES} devices`
  return [
    { what: `switching on encryption for ${group}, seen for the first time`, unit: 'ms', measured: enabled },
    { what: `a message that needs the next key first, ${group}`, unit: 'ms', measured: renewed },
    { what: 'a message, encrypted and sent', unit: 'ms', measured: sent, limit: { what: 'the same, open', measured: sentOpen } },
    { what: `opening a page of ${PAGE} encrypted messages`, unit: 'ms', measured: read },
    { what: `opening ${LONG} encrypted messages, page by page`, unit: 'ms', measured: whole },
    { what: `opening the newest page of ${LONG} after a reload`, unit: 'ms', measured: reopened },
  ]
}
