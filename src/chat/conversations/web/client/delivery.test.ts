import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHard } from '#server/testing/hard.ts'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import { Device } from './testing/device.ts'
import { readable, readablePreview, shown, shownPreview } from './testing/fakeEncryption.ts'
import { Hall, type OpenTab } from './testing/hall.ts'
import { calm, stormy } from './testing/network.ts'

const rooms = ['group', 'pair'] as const
const room = fc.constantFrom(...rooms)
const tab = fc.nat({ max: 3 })
const which = fc.nat({ max: 7 })
const kind = <K extends string>(name: K) => fc.constant(name)

const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind('send'), tab, room, isReply: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('attach'), tab, room }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('edit'), tab, room, which }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('react'), tab, room, which, on: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('remove'), tab, room, which }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('read'), tab, room, which }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('open'), tab, room }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('older'), tab, room }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('burst'), room, count: fc.integer({ min: 1, max: 130 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('disconnect'), tab }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('connect'), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('offline'), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('reload'), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('restart') }) },
  // The first call encrypts the conversation, later ones change its key.
  { weight: 1, arbitrary: fc.record({ kind: kind('rotate'), room }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('pass'), seconds: fc.double({ min: 0, max: 4, noNaN: true }) }) },
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

const whoOf = [0, 0, 1, 2]

/** Opens four tabs of three people; the first two belong to one person on one device. */
class Evening {
  readonly hall: Hall
  readonly tabs: OpenTab[] = []
  /** Records the responses people got. */
  readonly kept: string[] = []
  #count = 0

  constructor(seed: number) {
    this.hall = new Hall(seed)
    for (const id of rooms) for (let i = 0; i < 4; i++) this.#post(id)
    const shared = new Device()
    for (const at of whoOf.keys()) this.#open(at, at < 2 ? shared : new Device())
  }

  #post(id: string): void {
    const clientId = `server${this.#count++}`
    // Some are too long to be quoted.
    const content = this.#count % 5 === 0 ? clientId.padEnd(600, '.') : clientId
    this.hall.server.say('mohan', id, content, clientId)
  }

  #open(at: number, device: Device): void {
    const opened = this.hall.open(whoOf[at] ?? 0, { device })
    opened.line.weather = stormy
    // No screen marks messages as read here, so no conversation is opened.
    opened.hide()
    this.tabs[at] = opened
    void opened.client.loadConversations()
    opened.client.open('group')
  }

  async act(action: Action): Promise<void> {
    if (action.kind === 'pass') await this.hall.pass(action.seconds)
    else if (action.kind === 'restart') this.#restart()
    else if (action.kind === 'rotate') this.hall.server.rotate(action.room)
    else if (action.kind === 'burst') for (let i = 0; i < action.count; i++) this.#post(action.room)
    else this.#inTab(action)
  }

  #restart(): void {
    const { world } = this.hall
    for (const { line } of this.tabs) {
      line.disconnect()
      world.after(world.random() * 5_000, () => line.connect())
    }
  }

  #inTab(action: Extract<Action, { tab: number }>): void {
    const opened = this.tabs[action.tab]
    if (!opened) return
    const { line } = opened
    if (action.kind === 'disconnect' || action.kind === 'offline') line.disconnect()
    if (action.kind === 'offline') line.isOnline = false
    if (action.kind === 'connect') {
      line.isOnline = true
      line.connect()
    }
    if (action.kind === 'reload') {
      opened.kill()
      this.#open(action.tab, opened.device)
    }
    if ('room' in action && this.hall.server.rooms.get(action.room)?.members.includes(opened.me._id)) this.#inRoom(opened, action)
  }

  #inRoom({ client, me }: OpenTab, action: Extract<Action, { room: string; tab: number }>): void {
    const id = action.room
    const shown = client
      .log(id)
      .get()
      .rows.flatMap(({ message }) => message ?? [])
    if (action.kind === 'open') client.open(id)
    else if (action.kind === 'older') void client.loadOlder(id)
    else if (action.kind === 'send' || action.kind === 'attach') {
      const content = `said${this.#count++}`
      const replyTo = (action.kind === 'send' && action.isReply && shown.at(-2)) || null
      const file = action.kind === 'attach' ? new File([content], `${content}.txt`, { type: 'text/plain' }) : undefined
      void client.send(id, { content, replyTo, mentions: [] }, file).then(() => this.kept.push(content))
    } else {
      const mine = action.kind === 'edit' ? shown.filter(({ sender }) => sender._id === me._id) : shown
      const message = mine.at(-1 - (action.which % Math.max(1, mine.length)))
      const failed = () => undefined
      if (!message) return
      if (action.kind === 'edit') client.edit(message, `edited${this.#count++}`).catch(failed)
      else if (action.kind === 'remove') client.remove(message).catch(failed)
      else if (action.kind === 'react') client.react(message, '👍', action.on).catch(failed)
      else client.markRead(id, message.seq)
    }
  }

  /** Restores the network and lets five seconds pass. */
  async calmDown(): Promise<void> {
    for (const { line } of this.tabs) {
      line.weather = calm
      line.isOnline = true
      line.disconnect()
      line.connect()
    }
    await this.hall.pass(5)
  }
}

const withShownLast = ({ lastMessage, ...conversation }: Conversation) => ({
  ...conversation,
  lastMessage: lastMessage && shownPreview(lastMessage),
})

const readableList = (conversations: readonly Conversation[]): Conversation[] =>
  conversations.map((each) => ({ ...each, lastMessage: each.lastMessage && readablePreview(each.lastMessage) }))

const expectSame = async ({ hall }: Evening, { client, me }: OpenTab, id: string): Promise<void> => {
  const truth = hall.server.rooms.get(id)
  if (!truth?.members.includes(me._id)) return
  client.open(id)
  await hall.pass(2)
  void client.jumpToEnd(id)
  await hall.pass(2)
  const { rows, hasNewer } = client.log(id).get()
  const loaded = rows.flatMap(({ message }) => message ?? [])
  expect(loaded.length).toBe(rows.length)
  const newest = truth.messages.slice(truth.messages.length - loaded.length)
  expect(loaded.map(shown)).toEqual(newest.map(readable).map(shown))
  expect(hasNewer).toBe(false)
  expect(loaded.length).toBeGreaterThanOrEqual(Math.min(truth.messages.length, 50))
}

test('every message arrives once, in one order, the same everywhere, despite failures of network, tabs and server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.array(action, { minLength: 5, maxLength: 60 }), async (seed, actions) => {
      const evening = new Evening(seed)
      await evening.hall.pass(3)
      for (const each of actions) await evening.act(each)
      await evening.calmDown()
      const { server } = evening.hall
      for (const { client, me, device, refused } of evening.tabs) {
        expect(await device.entries()).toEqual([])
        expect(refused).toEqual([])
        expect(client.conversations.get().items.map(withShownLast)).toEqual(readableList(server.list(me._id)).map(withShownLast))
      }
      expect(evening.hall.leaks).toEqual([])
      for (const content of evening.kept) expect(server.entered.filter((each) => each === content)).toEqual([content])
      expect(new Set(server.entered).size).toBe(server.entered.length)
      for (const opened of evening.tabs) for (const id of rooms) await expectSame(evening, opened, id)
    }),
    // Uses the same seeds each time, so that failures are reproducible; other seeds try other scenarios.
    { numRuns: isHard ? 150 : 60, seed: 2026 },
  )
})
