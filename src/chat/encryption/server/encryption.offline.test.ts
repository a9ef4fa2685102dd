import { expect, test } from 'vitest'
import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { given } from '#server/testing/given.ts'
import { givenPair } from '../../conversations/server/testing/chat.ts'
import { withEncryption } from './testing/allowed.ts'
import { addBrowser, type Browser, openBrowser } from './testing/clients.ts'

type Sections = Record<string, Record<string, unknown>>

/** What a device keeps of keys: each part is added to, as in `storedChats.ts`. */
const givenKept = () => {
  const records = new Map<string, Sections>()
  const read = async (id: string) => records.get(id)
  const store = (id: string, parts: Sections) => {
    const before = records.get(id)
    const merged = Object.entries(parts).map(([name, part]) => [name, { ...before?.[name], ...part }])
    records.set(id, { ...before, ...Object.fromEntries(merged) })
  }
  return { records, port: { read, store } }
}

const words = ['Nilgiri-4711', 'Kaveri-0815', 'Godavari-2512']

/** Asha’s phone has read three messages of Binod, under two versions of the key. */
const givenRead = async () => {
  const pair = await givenPair(await withEncryption(await given()))
  const [phone, desk] = [await openBrowser(pair.asha), await openBrowser(pair.binod)]
  await phone.client.enable(pair.id)
  for (const text of words.slice(0, 2)) await desk.say(pair.id, text)
  await addBrowser(desk, await openBrowser(pair.binod))
  await desk.say(pair.id, words[2] ?? '')
  const kept = givenKept()
  const online = await openBrowser(pair.asha, phone.storage, { kept: kept.port })
  expect(await online.shown(pair.id)).toEqual(words)
  const { items } = (await pair.asha.get(`/chat/conversations/${pair.id}/messages`)).body as { items: Message[] }
  expect(new Set(items.map(({ encryption }) => encryption?.keyVersion)).size).toBe(2)
  const reopened = (more: object) => openBrowser(pair.asha, phone.storage, { isHasty: true, isLost: true, ...more })
  return { ...pair, desk, kept, items, storage: phone.storage, reopened }
}

const opened = async ({ client }: Browser, items: readonly Message[]) => {
  const read = []
  for (const message of items) {
    const { content, unreadable, marks = [] } = await client.decryptMessage(message)
    read.push([unreadable ?? content, ...marks])
  }
  return read
}

test('messages kept on a device are verified and decrypted without a connection, under each version of the key', async () => {
  const { id, kept, items, reopened } = await givenRead()
  expect(await opened(await reopened({ kept: kept.port }), items)).toEqual(words.map((text) => [text]))
  expect(JSON.stringify([...kept.records])).not.toMatch(new RegExp(words.join('|')))
  expect(await opened(await reopened({}), items)).toEqual(words.map(() => ['noKey']))
  kept.records.delete(id)
  expect(await opened(await reopened({ kept: kept.port }), items)).toEqual(words.map(() => ['noKey']))
})

test('what is kept on a device decrypts nothing that its sender did not write, and nothing without the keys of the device', async () => {
  const { kept, items, reopened, binod } = await givenRead()
  const page = await reopened({ kept: kept.port })
  const [first, second] = items as [Message, Message]
  const forged = { ...first, encryption: { ...first.encryption, ciphertext: second.encryption?.ciphertext } } as Message
  expect(await opened(page, [forged])).toEqual([['forged']])
  const foreign = await openBrowser(binod, undefined, { isHasty: true, isLost: true, kept: kept.port })
  expect(await opened(foreign, items)).toEqual(words.map(() => ['noDevice']))
})

test('nothing is encrypted with what a device kept: the server is asked for the members and the key first', async () => {
  const { id, kept, reopened, desk } = await givenRead()
  const page = await reopened({ kept: kept.port })
  const said = { conversation: id, clientId: crypto.randomUUID(), revision: 1, type: 'text', text: 'Hello', replyTo: null, file: null }
  await expect(page.client.encrypt(said)).rejects.toMatchObject({ status: 0 })
  expect(await page.stateOf(id)).toMatchObject({ isEncrypted: true, cannotSend: null })
  await addBrowser(desk, await openBrowser(desk))
  page.deceive(undefined)
  expect((await page.client.encrypt(said)).keyVersion).toBe(3)
})

test('a device that was added by the recovery code keeps keys for itself', async () => {
  const { id, binod, desk, items, kept } = await givenRead()
  kept.records.clear()
  const phone = await openBrowser(binod, undefined, { kept: kept.port })
  await phone.client.recoverWithCode(desk.code, true)
  expect(await phone.shown(id)).toEqual(words)
  const page = await openBrowser(binod, phone.storage, { isHasty: true, isLost: true, kept: kept.port })
  expect(await opened(page, items)).toEqual(words.map((text) => [text]))
})
