import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { chatApi } from '#chat/conversations/conversations.contract.ts'
import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { CallError } from '#web/api/callError.ts'
import type { Tab } from './tabs.ts'

/** What a person attempted and which responses they got, which must match the final state. */
type Told = { sent: Set<string>; edits: Map<string, { acknowledged: string; tried: Set<string> }>; deleted: Set<string> }

const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(Math.random() * from.length)]

const ignoreLostCalls = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof CallError && (error.status === 0 || error.status >= 500)) return false
    throw error
  }
}

const shownIn = ({ client }: Tab, conversation: string): Message[] =>
  client
    .log(conversation)
    .get()
    .rows.flatMap(({ message }) => (message ? [message] : []))

/** Simulates a person who writes, edits, deletes, reacts and reads until the end. */
const live = async (tab: Tab, conversation: string, told: Told, isOver: () => boolean): Promise<void> => {
  for (let turn = 1; !isOver(); turn++) {
    const content = `${tab.name} ${turn}`
    await tab.client.send(conversation, { content, replyTo: null, mentions: [] })
    told.sent.add(content)
    const living = shownIn(tab, conversation).filter(({ isDeleted }) => !isDeleted)
    const own = pick(living.filter(({ sender }) => sender._id === tab._id))
    if (own && turn % 3 === 0) {
      const text = `${own.content?.split(' (')[0]} (${turn})`
      const edit = told.edits.get(own._id) ?? { acknowledged: '', tried: new Set() }
      told.edits.set(own._id, edit)
      edit.tried.add(text)
      const isDone = await ignoreLostCalls(tab.client.edit(own, text)).catch((error: CallError) => {
        // Another task of the same person has deleted it in the meantime.
        if (error.status !== 404) throw error
        return false
      })
      if (isDone) edit.acknowledged = text
    }
    if (own && turn % 7 === 0 && (await ignoreLostCalls(tab.client.remove(own)))) told.deleted.add(own._id)
    const any = pick(living)
    if (any && turn % 2 === 0) await tab.client.react(any, pick(['👍', '🎉', '🙏']) ?? '👍', turn % 4 !== 0).catch(() => undefined)
    const last = living.at(-1)
    if (last) tab.client.markRead(conversation, last.seq)
    await wait(Math.random() * 100)
  }
}

/** Drops connections at random until the end. */
const loseConnections = async (tabs: readonly Tab[], isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    const tab = pick(tabs)
    tab?.drop()
    await wait(Math.random() * 200)
    tab?.comeBack()
    await wait(Math.random() * 100)
  }
}

/** Returns everything in a conversation as stored on the server, decrypted if necessary. */
const onServer = async ({ call, encryption }: Tab, id: string): Promise<Message[]> => {
  const all: Message[] = []
  for (let after = 0; ; ) {
    const { items, hasMore } = await call(chatApi.messages, { params: { id }, query: { after, limit: 100 } })
    for (const item of items) all.push(await encryption.decryptMessage(item))
    after = items.at(-1)?.seq ?? after
    if (!hasMore) return all
  }
}

const looks = ({ seq, content, isDeleted, reactions, change }: Message): string =>
  JSON.stringify([seq, content, isDeleted, change, reactions.map(({ emoji, user }) => `${emoji} ${user.name}`)])

/**
 * Returns what a tab shows of a whole conversation once no request is pending. A tab opened with many unread messages starts
 * there, and loads up to the end.
 */
const whole = async (tab: Tab, id: string): Promise<string[]> => {
  const log = tab.client.log(id)
  while (log.get().hasOlder) await tab.client.loadOlder(id)
  while (log.get().hasNewer) await tab.client.loadNewer(id)
  return shownIn(tab, id).map(looks)
}

/**
 * Simulates many people in the same conversations, whose connections come and go while `disturb` causes worse. At the end, the
 * server must have every acknowledged message once, in one order without gaps, and every tab must show exactly that. Returns the number
 * of messages.
 */
export const assertDelivered = async (tabs: readonly Tab[], id: string, disturb: () => Promise<void>): Promise<number> => {
  const [first] = tabs
  if (!first) throw new Error('Nobody is there.')
  let over = false
  const isOver = () => over
  const told: Told = { sent: new Set(), edits: new Map(), deleted: new Set() }
  for (const { client } of tabs) {
    void client.loadConversations()
    client.open(id)
  }
  const living = [...tabs.map((tab) => live(tab, id, told, isOver)), loseConnections(tabs, isOver)]
  await Promise.race([disturb(), Promise.all(living)])
  over = true
  await Promise.all(living)
  for (const tab of tabs) tab.comeBack()
  const unsent = ({ client }: Tab) =>
    client
      .log(id)
      .get()
      .rows.filter(({ pending }) => pending).length
  for (const tab of tabs) await expect.poll(() => unsent(tab), { timeout: 120_000 }).toBe(0)

  const messages = await onServer(first, id)
  assertAsSent(messages, told)
  for (const tab of tabs) await expect.poll(() => whole(tab, id), { timeout: 60_000 }).toEqual(messages.map(looks))
  return messages.length
}

/** Everything exists once, as acknowledged to the person who changed it. */
const assertAsSent = (messages: readonly Message[], { sent, edits, deleted }: Told): void => {
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, at) => at + 1))
  expect(messages).toHaveLength(sent.size)
  for (const { _id, content, isDeleted } of messages) {
    if (deleted.has(_id)) expect(isDeleted).toBe(true)
    const edit = edits.get(_id)
    if (edit?.acknowledged && !isDeleted) expect([...edit.tried]).toContain(content)
  }
  // The content of a deleted message is no longer known to anybody.
  const living = messages.filter(({ isDeleted }) => !isDeleted).map(({ content }) => content?.split(' (')[0] ?? '')
  expect(new Set(living).size).toBe(living.length)
  expect(living.filter((content) => !sent.has(content))).toEqual([])
}
