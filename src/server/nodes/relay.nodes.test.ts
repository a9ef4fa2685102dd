import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Actor } from '#contract/actor.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import { type Given, given } from '#server/testing/given.ts'
import { anyEvent, type GivenHub, givenHub, type Screen } from '#server/testing/hubs.ts'
import { areConnected, call, type GivenNodes, givenNodes, open, type Place, type SignedIn } from '#server/testing/nodes.ts'
import type { RunningServer } from '#server/testing/program.ts'
import { givenRedis, givenRedisServer, type RedisServer } from '#server/testing/redis.ts'
import type { Nodes } from './nodes.ts'
import { redisNodes } from './redis.ts'

/* What nodes send one another through the database, because Redis does not deliver it. */

/** The promise is five seconds. */
const within = { timeout: 5_000, interval: 50 }
const patiently = { timeout: 30_000, interval: 50 }

const say = async (place: Place, me: SignedIn, conversation: string, content: string) =>
  (await call(place, me, 'POST', `/chat/conversations/${conversation}/messages`, { content, clientId: randomUUID() })).body

describe('while Redis is away', () => {
  let redis: RedisServer
  let hall: GivenNodes
  beforeAll(async () => {
    redis = await givenRedisServer()
    hall = await givenNodes(2, { redisUrl: redis.url })
    await areConnected(hall.nodes)
  })

  test.each(['stopped', 'frozen'])(
    'messages, edits, reactions, deletions and reads reach the other node within five seconds, once and in order (%s)',
    async (state) => {
      const { nodes, person } = hall
      const [one, two] = nodes as [RunningServer, RunningServer]
      const [asha, binod] = [await person('student'), await person('student', 'Binod')]
      const [own, theirs] = [await open(one, asha), await open(two, binod)]
      const first = await say(one, asha, 'general', 'before')
      await vi.waitFor(() => expect(theirs.heardOf('new_message')).toHaveLength(1), patiently)
      if (state === 'stopped') await redis.kill()
      else redis.freeze()

      const said: string[] = []
      for (const n of [1, 2, 3]) said.push((await say(one, asha, 'general', `away ${n}`))._id)
      await vi.waitFor(() => expect(theirs.heardOf('new_message').map(({ _id }) => _id)).toEqual([first._id, ...said]), within)
      const numbers = [0, 1, 2, 3, 4].map((more) => first.seq + more)
      expect(theirs.heardOf('new_message').map(({ seq }) => seq)).toEqual(numbers.slice(0, 4))
      await call(one, asha, 'PUT', `/chat/messages/${first._id}`, { content: 'edited' })
      await call(one, asha, 'POST', `/chat/messages/${first._id}/reactions`, { emoji: '👍' })
      await call(one, asha, 'DELETE', `/chat/messages/${said[0]}`)
      await vi.waitFor(() => expect(theirs.heardOf('message_deleted')).toMatchObject([{ messageId: said[0] }]), within)
      expect(theirs.heardOf('message_edited')).toMatchObject([{ content: 'edited' }])
      expect(theirs.heardOf('message_reaction_updated')).toMatchObject([{ reactions: [{ emoji: '👍' }] }])
      expect((await call(two, binod, 'PUT', '/chat/conversations/general/read')).status).toBe(204)
      await vi.waitFor(() => expect(own.heardOf('message_read')).toMatchObject([{ userId: binod._id, seq: numbers[3] }]), within)

      if (state === 'stopped') await redis.start()
      else redis.thaw()
      await areConnected(nodes)
      await say(two, binod, 'general', 'after')
      await vi.waitFor(() => expect(own.heardOf('new_message').at(-1)).toMatchObject({ content: 'after' }), patiently)
      for (const screen of [own, theirs]) {
        expect(screen.heardOf('new_message').map(({ seq }) => seq)).toEqual(numbers)
        for (const event of ['message_edited', 'message_deleted', 'message_reaction_updated'])
          expect([event, screen.heardOf(event).length]).toEqual([event, 1])
      }
      expect(own.heardOf('message_read')).toHaveLength(1)
    },
  )

  test('a change of personal data is told to the person’s screens on the other node', async () => {
    const { nodes, person } = hall
    const [one, two] = nodes as [RunningServer, RunningServer]
    const [asha, binod] = [await person('student'), await person('student', 'Binod')]
    const [screen, other] = [await open(two, asha), await open(two, binod)]
    await redis.kill()
    const settings = { mutedUntil: null, notify: 'none' }
    expect((await call(one, asha, 'PUT', '/chat/conversations/general/settings', settings)).status).toBe(200)
    await vi.waitFor(() => expect(screen.heardOf('changed').flatMap(({ topics }) => topics)).toContain('chat'), within)
    expect(other.heardOf('changed').flatMap(({ topics }) => topics)).not.toContain('chat')
  })
})

type Node = GivenHub & { nodes: Nodes }

const room = 'conversation:one'
const newMessage = anyEvent('new_message')

const givenNode = async (app: Given, url: string, prefix: string): Promise<Node> => {
  const nodes = redisNodes({ url, prefix, db: app.db })
  afterTest(() => nodes.close())
  const none = async (_platform: unknown, _me: Actor) => {}
  return { ...(await givenHub(app, { nodes, channel: { roomsOf: async () => [room], onOnline: none, onOffline: none } })), nodes }
}

/** Two nodes, of which each reaches Redis by a way of its own. */
const givenTwoWays = async () => {
  const app = await given()
  const [firstWay, secondWay] = [await givenRedis(), await givenRedis()]
  const prefix = `carrel:test:${randomUUID()}`
  const [one, two] = [await givenNode(app, firstWay.url, prefix), await givenNode(app, secondWay.url, prefix)]
  await vi.waitFor(() => expect([one.nodes.link(), two.nodes.link()]).toEqual(['connected', 'connected']), patiently)
  const [here, there] = [await one.open(await app.as('student')), await two.open(await app.as('student'))]
  return { app, firstWay, secondWay, one, two, here, there }
}

const numbers = (screen: Screen): unknown[] => screen.heardOf('new_message')

describe('a node that alone has lost Redis', () => {
  test('hears what the others send, and is heard, once and in order', async () => {
    const { secondWay, one, two, here, there } = await givenTwoWays()
    one.hub.publish([room], newMessage, 1)
    await vi.waitFor(() => expect(numbers(there)).toEqual([1]), patiently)
    await secondWay.cut()
    // Redis accepts these, and nobody knows yet that one node does not hear them.
    for (const n of [2, 3]) one.hub.publish([room], newMessage, n)
    await vi.waitFor(() => expect(numbers(there)).toEqual([1, 2, 3]), within)
    for (const n of [4, 5]) one.hub.publish([room], newMessage, n)
    await vi.waitFor(() => expect(numbers(there)).toEqual([1, 2, 3, 4, 5]), within)
    two.hub.publish([room], newMessage, 6)
    await vi.waitFor(() => expect(numbers(here)).toEqual([1, 2, 3, 4, 5, 6]), within)
    await secondWay.restore()
    await vi.waitFor(() => expect(two.nodes.link()).toBe('connected'), patiently)
    for (const n of [7, 8]) one.hub.publish([room], newMessage, n)
    await vi.waitFor(() => expect(numbers(there)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]), within)
    expect(numbers(here)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('counts limits together with the others', async () => {
    const { app, secondWay, one, two } = await givenTwoWays()
    const limiters = [one, two].map(({ nodes }) => nodes.limiter({ keyPrefix: 'guesses', points: 4, duration: 60 }))
    const admitted = async (key: string): Promise<number> => {
      const calls: boolean[] = []
      for (let turn = 0; turn < 6; turn++)
        for (const limiter of limiters)
          calls.push(
            await limiter.consume(key).then(
              () => true,
              () => false,
            ),
          )
      return calls.filter(Boolean).length
    }
    expect(await admitted('asha')).toBe(4)
    await secondWay.cut()
    await vi.waitFor(async () => {
      await limiters[0]?.consume(randomUUID())
      expect((await app.db.selectFrom('limitCounts').select('key').execute()).length).toBeGreaterThan(0)
    }, patiently)
    expect([await admitted('asha'), await admitted('binod')]).toEqual([0, 4])
    await secondWay.restore()
    await vi.waitFor(() => expect(two.nodes.link()).toBe('connected'), patiently)
    expect([await admitted('binod'), await admitted('chitra')]).toEqual([0, 4])
  })

  test('is told that it missed something if more was sent than a node holds', async () => {
    const { secondWay, one, two, there } = await givenTwoWays()
    await secondWay.cut()
    await vi.waitFor(() => expect(two.nodes.link()).toBe('away'), patiently)
    const before = there.heardOf('catch_up').length
    for (let n = 0; n < 5_000; n++) one.hub.publish([room], newMessage, n)
    await vi.waitFor(() => expect(there.heardOf('catch_up').length).toBeGreaterThan(before), patiently)
    expect(two.nodes.link()).toBe('away')
  })
})

describe('stored messages', () => {
  test('are there only while Redis does not deliver, and not for longer than a minute', async () => {
    const { app, firstWay, secondWay, one, there } = await givenTwoWays()
    const stored = () => app.db.selectFrom('nodeMessages').select('batch').execute()
    for (let n = 0; n < 100; n++) one.hub.publish([room], newMessage, n)
    await vi.waitFor(() => expect(numbers(there)).toHaveLength(100), patiently)
    expect(await stored()).toEqual([])
    await firstWay.cut()
    one.hub.publish([room], newMessage, 100)
    await vi.waitFor(() => expect(numbers(there)).toHaveLength(101), patiently)
    expect((await stored()).length).toBeGreaterThan(0)
    await app.db
      .updateTable('nodeMessages')
      .set((eb) => ({ storedAt: eb('storedAt', '-', 61_000) }))
      .execute()
    one.hub.publish([room], newMessage, 101)
    await vi.waitFor(() => expect(numbers(there)).toHaveLength(102), patiently)
    expect(await stored()).toHaveLength(1)
    await secondWay.cut()
  })
})
