import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { Actor } from '#contract/actor.ts'
import type { Platform } from '#server/feature/platform.ts'
import type { Room } from '#server/realtime/live.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import { type Given, given } from '#server/testing/given.ts'
import { anyEvent, type GivenHub, givenHub, type Screen } from '#server/testing/hubs.ts'
import { askRedis, givenRedis, givenRedisServer } from '#server/testing/redis.ts'
import type { Nodes } from './nodes.ts'
import { redisPresence } from './presence.ts'
import { redisNodes } from './redis.ts'

const newMessage = anyEvent('new_message')
const last = anyEvent('last')
const end = anyEvent('end')

const within = { timeout: 30_000, interval: 50 }
const room = 'conversation:one'

type Node = GivenHub & { nodes: Nodes; online: string[] }

/** One node of an installation; `online` has the arrivals and departures that features were notified of. */
const givenNode = async (app: Given, url: string, prefix: string, rooms: readonly Room[] = []): Promise<Node> => {
  const nodes = redisNodes({ url, prefix, db: app.db })
  afterTest(() => nodes.close())
  const online: string[] = []
  const note = (what: string) => async (_platform: Platform, me: Actor) => void online.push(`${what} ${me._id}`)
  const channel = { roomsOf: async () => [...rooms], onOnline: note('online'), onOffline: note('offline') }
  const node = { ...(await givenHub(app, { nodes, channel })), nodes, online }
  return node
}

const areConnected = (nodes: readonly Node[]) =>
  vi.waitFor(() => expect(nodes.map(({ nodes: others }) => others.link())).toEqual(nodes.map(() => 'connected')), within)

const givenTwo = async (rooms: readonly Room[] = [], url?: string) => {
  const app = await given()
  const redis = url ? undefined : await givenRedis()
  const prefix = `carrel:test:${randomUUID()}`
  const address = url ?? redis?.url ?? ''
  const [one, two] = [await givenNode(app, address, prefix, rooms), await givenNode(app, address, prefix, rooms)]
  await areConnected([one, two])
  return { app, redis, prefix, one, two }
}

const hears = (screen: Screen, event: string, payloads: readonly unknown[]) =>
  vi.waitFor(() => expect(screen.heardOf(event)).toEqual(payloads), within)

describe('what one node does', () => {
  test('sends an event to every socket in its rooms once, on every node, in order, and to no other', async () => {
    const { app, one, two } = await givenTwo([room])
    const asha = await app.as('student')
    const screens = [await one.open(asha), await two.open(asha), await two.open(await app.as('manager'))]
    const all = Array.from({ length: 50 }, (_, seq) => ({ seq, content: 'नमस्ते' }))
    for (const message of all) one.hub.publish([room, `person:${asha._id}`], newMessage, message)
    two.hub.publish([`person:${asha._id}`], last, 1)
    for (const screen of screens) await hears(screen, 'new_message', all)
    for (const screen of screens.slice(0, 2)) await hears(screen, 'last', [1])
    two.hub.publish([room], end, 1)
    for (const screen of screens) await hears(screen, 'end', [1])
    expect(screens[2]?.heardOf('last')).toEqual([])
  })

  test('sends a room’s events after entering it, and none after leaving or closing it', async () => {
    const { app, one, two } = await givenTwo()
    const [asha, binod] = [await app.as('student'), await app.as('student')]
    const [first, second] = [await two.open(asha), await two.open(binod)]
    one.hub.enter([asha._id, binod._id], room)
    one.hub.publish([room], newMessage, 1)
    one.hub.leave([asha._id], room)
    one.hub.publish([room], newMessage, 2)
    one.hub.close(room)
    one.hub.publish([room], newMessage, 3)
    one.hub.publish([`person:${asha._id}`, `person:${binod._id}`], end, 1)
    for (const screen of [first, second]) await hears(screen, 'end', [1])
    expect([first.heardOf('new_message'), second.heardOf('new_message')]).toEqual([[1], [1, 2]])
  })

  test('ends a session everywhere at once, and notifies a person everywhere of their own changes', async () => {
    const { app, one, two } = await givenTwo()
    const [asha, binod] = [await app.as('student'), await app.as('student')]
    const [first, second] = [await two.open(asha), await two.open(binod)]
    one.hub.changed([{ topic: 'favorites', persons: new Set([binod._id]) }], new Map())
    await hears(second, 'changed', [{ topics: ['favorites'] }])
    one.hub.publish([`person:${asha._id}`], end, 1)
    await hears(first, 'end', [1])
    expect(first.heardOf('changed')).toEqual([])
    one.hub.endSessions([asha.sessionId])
    await vi.waitFor(() => expect(first.socket.connected).toBe(false), within)
    expect(second.socket.connected).toBe(true)
  })

  test('sends a hint to those who look at its subject, and not to the person it is about', async () => {
    const app = await given()
    const { url } = await givenRedis()
    const prefix = `carrel:test:${randomUUID()}`
    const [one, two] = [await givenNode(app, url, prefix, [room]), await givenNode(app, url, prefix, [room])]
    await areConnected([one, two])
    const [asha, binod] = [await app.as('student'), await app.as('student')]
    const [own, others] = [await two.open(asha), await two.open(binod)]
    one.hub.hint([room], { focus: 'one', exceptPerson: asha._id }, anyEvent('user_typing'), 'Asha')
    await hears(others, 'user_typing', ['Asha'])
    one.hub.publish([room], end, 1)
    await hears(own, 'end', [1])
    expect(own.heardOf('user_typing')).toEqual([])
  })

  test('does not reach another installation on the same Redis', async () => {
    const app = await given()
    const { url } = await givenRedis()
    const [hall, other] = [`carrel:test:${randomUUID()}`, `carrel:test:${randomUUID()}`]
    const [one, two] = [await givenNode(app, url, hall, [room]), await givenNode(app, url, hall, [room])]
    const [three, four] = [await givenNode(app, url, other, [room]), await givenNode(app, url, other, [room])]
    await areConnected([one, two, three, four])
    const [own, others] = [await two.open(await app.as('student')), await four.open(await app.as('student'))]
    one.hub.publish([room], newMessage, 1)
    await hears(own, 'new_message', [1])
    // It would follow a message of the first installation.
    three.hub.publish([room], last, 1)
    await hears(others, 'last', [1])
    expect(others.heardOf('new_message')).toEqual([])
  })
})

describe('online status', () => {
  test('counts over all nodes: the first socket anywhere arrives, the last one leaves', async () => {
    const { app, one, two } = await givenTwo()
    const [asha, binod] = [await app.as('student'), await app.as('student')]
    const here = await one.open(asha)
    await vi.waitFor(() => expect(one.online).toEqual([`online ${asha._id}`]), within)
    const there = await two.open(asha)
    expect(await two.hub.onlineAmong([asha._id, binod._id])).toEqual(new Set([asha._id]))
    here.socket.close()
    await vi.waitFor(async () => expect(await one.nodes.onlineElsewhere([asha._id])).toEqual([asha._id]), within)
    const another = await one.open(binod)
    another.socket.close()
    await vi.waitFor(() => expect(one.online).toContain(`offline ${binod._id}`), within)
    expect([one.online, two.online]).toEqual([[`online ${asha._id}`, `online ${binod._id}`, `offline ${binod._id}`], []])
    expect(await one.hub.onlineAmong([asha._id, binod._id])).toEqual(new Set([asha._id]))
    there.socket.close()
    await vi.waitFor(() => expect(two.online).toEqual([`offline ${asha._id}`]), within)
    await vi.waitFor(async () => expect(await one.hub.onlineAmong([asha._id])).toEqual(new Set()), within)
  })

  test('has one first and one last socket if many open and close on many nodes at once', async () => {
    const { app, one, two } = await givenTwo()
    const asha = await app.as('student')
    const screens = await Promise.all([one, two, one, two, two].map((node) => node.open(asha)))
    await vi.waitFor(() => expect([...one.online, ...two.online]).toEqual([`online ${asha._id}`]), within)
    for (const { socket } of screens) socket.close()
    await vi.waitFor(() => expect([...one.online, ...two.online].toSorted()).toEqual([`offline ${asha._id}`, `online ${asha._id}`]), within)
  })

  test('has one first and one last socket while Redis replies slowly', async () => {
    const { app, one, two, redis } = await givenTwo()
    const asha = await app.as('student')
    redis?.behave({ slow: 100 })
    const screens = await Promise.all([one, two].map((node) => node.open(asha)))
    const heard = () => [...one.online, ...two.online].toSorted()
    await vi.waitFor(() => expect(heard()).toEqual([`online ${asha._id}`]), within)
    for (const { socket } of screens) socket.close()
    await vi.waitFor(() => expect(heard()).toEqual([`offline ${asha._id}`, `online ${asha._id}`]), within)
  })

  test('has one first socket before a node has reported that it lives, and after Redis has lost all data', async () => {
    const redis = askRedis()
    const prefix = `carrel:test:${randomUUID()}`
    const [one, two] = ['one', 'two'].map((node) => redisPresence(redis, { prefix, node }))
    expect([await one?.arrived('asha'), await two?.arrived('asha')]).toEqual([true, false])
    expect([await one?.left('asha'), await two?.left('asha')]).toEqual([false, true])
    await redis.del(...(await redis.keys(`${prefix}:*`)))
    expect([await two?.arrived('asha'), await one?.arrived('asha')]).toEqual([true, false])
  })

  test('of a killed node’s people is noticed by one other node', async () => {
    const redis = askRedis()
    const prefix = `carrel:test:${randomUUID()}`
    const [dead, one, two] = ['dead', 'one', 'two'].map((node) => redisPresence(redis, { prefix, node }))
    await dead?.renew(['asha', 'binod'])
    await one?.renew(['binod'])
    expect(await two?.renew([])).toEqual([])
    expect(await two?.among(['asha', 'binod', 'chitra'])).toEqual(['asha', 'binod'])
    // As if it had expired.
    await redis.del(`${prefix}:alive:dead`)
    expect(await two?.among(['asha', 'binod'])).toEqual(['binod'])
    expect([await two?.renew([]), await one?.renew(['binod'])]).toEqual([['asha'], []])
  })

  test('of a stopping node’s people lasts some seconds, and another node reports them gone unless they reconnect', async () => {
    const { app, one, two, prefix } = await givenTwo()
    const [asha, binod] = [await app.as('student'), await app.as('student')]
    await one.open(asha)
    await one.open(binod)
    await vi.waitFor(() => expect(one.online).toHaveLength(2), within)
    await one.close()
    expect(await two.hub.onlineAmong([asha._id, binod._id])).toEqual(new Set([asha._id, binod._id]))
    await two.open(asha)
    await vi.waitFor(() => expect(two.online).toEqual([`offline ${binod._id}`]), within)
    expect(one.online.filter((what) => what.startsWith('offline'))).toEqual([])
    expect(await two.hub.onlineAmong([asha._id, binod._id])).toEqual(new Set([asha._id]))
    expect(await askRedis().keys(`${prefix}:alive:*`)).toHaveLength(1)
  })

  test('of a node that stops while Redis is away is reported there', async () => {
    const { app, one, redis } = await givenTwo()
    const asha = await app.as('student')
    await one.open(asha)
    await vi.waitFor(() => expect(one.online).toEqual([`online ${asha._id}`]), within)
    await redis?.cut()
    await vi.waitFor(() => expect(one.nodes.link()).toBe('away'), within)
    await one.close()
    expect(one.online).toEqual([`online ${asha._id}`, `offline ${asha._id}`])
  })
})

const limit = { keyPrefix: 'guesses', points: 3, duration: 60 }

/** How many times each of the limiters lets someone go on, asked in turn. */
const admitted = async (limiters: readonly ReturnType<Nodes['limiter']>[], turns: number, key: string): Promise<number[]> => {
  const counts = limiters.map(() => 0)
  for (let turn = 0; turn < turns; turn++)
    for (const [at, limiter] of limiters.entries())
      await limiter.consume(key).then(
        () => counts.splice(at, 1, (counts[at] ?? 0) + 1),
        () => undefined,
      )
  return counts
}

describe('a limit', () => {
  test('counts over all nodes, also while Redis is away', async () => {
    const { one, two, redis } = await givenTwo()
    const limiters = [one, two].map(({ nodes }) => nodes.limiter(limit))
    expect(await admitted(limiters, 5, 'asha')).toEqual([2, 1])
    await redis?.cut()
    expect(await admitted(limiters, 5, 'chitra')).toEqual([2, 1])
    await redis?.restore()
    await areConnected([one, two])
    expect(await admitted(limiters, 5, 'binod')).toEqual([2, 1])
  })

  test('forgets nothing when Redis stops, and nothing when it starts again without its data', async () => {
    const redis = await givenRedisServer()
    const { one, two } = await givenTwo([], redis.url)
    const limiters = [one, two].map(({ nodes }) => nodes.limiter(limit))
    expect(await admitted(limiters, 5, 'asha')).toEqual([2, 1])
    expect(await admitted(limiters, 1, 'binod')).toEqual([1, 1])
    await redis.kill()
    await vi.waitFor(() => expect([one.nodes.link(), two.nodes.link()]).toEqual(['away', 'away']), within)
    expect(await admitted(limiters, 5, 'asha')).toEqual([0, 0])
    // What was counted in the database while Redis was away is counted in Redis afterwards.
    expect(await admitted(limiters, 1, 'chitra')).toEqual([1, 1])
    await redis.start()
    await areConnected([one, two])
    expect(await admitted(limiters, 5, 'asha')).toEqual([0, 0])
    // One is left, and each further node may not have seen the last count.
    for (const key of ['binod', 'chitra']) {
      const [first = 0, second = 0] = await admitted(limiters, 5, key)
      expect([key, [1, 2].includes(first + second)]).toEqual([key, true])
    }
  })

  test('starts from zero when its time is over, wherever it was counted', async () => {
    const { one, two, redis } = await givenTwo()
    const limiters = [one, two].map(({ nodes }) => nodes.limiter({ ...limit, duration: 2 }))
    for (const state of ['there', 'away'] as const) {
      if (state === 'away') await redis?.cut()
      expect(await admitted(limiters, 3, state)).toEqual([2, 1])
      const consumed = () =>
        limiters[0]?.consume(state).then(
          ({ consumedPoints }) => consumedPoints,
          () => undefined,
        )
      await expect.poll(consumed, { timeout: 30_000, interval: 200 }).toBe(1)
    }
  })

  test('that guards passwords is counted in the database, and outlives every node and Redis', async () => {
    const { app, one, two, redis, prefix } = await givenTwo()
    const limiters = [one, two].map(({ nodes }) => nodes.keptLimiter(limit))
    expect(await admitted(limiters, 1, 'asha')).toEqual([1, 1])
    await Promise.all(limiters.map((limiter) => limiter.reward('asha')))
    expect(await admitted(limiters, 5, 'asha')).toEqual([2, 1])
    await redis?.cut()
    expect(await admitted(limiters, 5, 'asha')).toEqual([0, 0])
    await one.close()
    const three = await givenNode(app, redis?.url ?? '', prefix)
    expect(await admitted([three.nodes.keptLimiter(limit)], 5, 'asha')).toEqual([0])
    const rows = await app.db.selectFrom('limitCounts').selectAll().execute()
    expect(rows).toMatchObject([{ key: expect.stringMatching(/^[\w-]{43}$/), points: expect.any(Number) }])
  })

  test('does not wait for a Redis that does not respond', async () => {
    const redis = await givenRedisServer()
    const { one } = await givenTwo([], redis.url)
    const limiter = one.nodes.limiter({ ...limit, points: 100 })
    await limiter.consume('asha')
    redis.freeze()
    const begin = performance.now()
    for (let turn = 0; turn < 50; turn++) await limiter.consume('asha')
    // If each waited to the end, it would take two and a half seconds; once the connection counts as dead, none waits.
    expect(performance.now() - begin).toBeLessThan(2_000)
    await vi.waitFor(() => expect(one.nodes.link()).toBe('away'), within)
    redis.thaw()
    await areConnected([one])
  })
})

describe('while Redis is away', () => {
  test('serves its own sockets at once, and notifies all sockets to catch up when it is back', async () => {
    const { app, one, two, redis, prefix } = await givenTwo([room])
    const [asha, binod] = [await app.as('student'), await app.as('student')]
    const [here, there] = [await one.open(asha), await two.open(binod)]
    const catchUps = () => [here, there].map((screen) => screen.heardOf('catch_up').length)
    const haveCaughtUp = (since: readonly number[]) =>
      vi.waitFor(() => expect(catchUps().every((count, at) => count > (since[at] ?? 0))).toBe(true), within)
    // A notice to catch up that is still due from connecting looks like any other: it is sent with one that a third node asks for.
    const early = catchUps()
    await askRedis().publish(`${prefix}:told`, JSON.stringify({ from: 'a third node', missed: true }))
    await haveCaughtUp(early)
    const before = catchUps()
    await redis?.cut()
    await vi.waitFor(() => expect([one.nodes.link(), two.nodes.link()]).toEqual(['away', 'away']), within)
    one.hub.publish([room], newMessage, 1)
    await hears(here, 'new_message', [1])
    expect(await one.hub.onlineAmong([asha._id, binod._id])).toEqual(new Set([asha._id]))
    await redis?.restore()
    await areConnected([one, two])
    await haveCaughtUp(before)
    one.hub.publish([room], newMessage, 2)
    await hears(there, 'new_message', [1, 2])
    await vi.waitFor(async () => expect(await one.hub.onlineAmong([asha._id, binod._id])).toEqual(new Set([asha._id, binod._id])), within)
  })

  test('notifies the others of what they missed if only one node lost it', async () => {
    const app = await given()
    const [redis, steady] = [await givenRedis(), await givenRedis()]
    const prefix = `carrel:test:${randomUUID()}`
    const [one, two] = [await givenNode(app, redis.url, prefix, [room]), await givenNode(app, steady.url, prefix, [room])]
    await areConnected([one, two])
    const screen = await two.open(await app.as('student'))
    await redis.cut()
    await vi.waitFor(() => expect(one.nodes.link()).toBe('away'), within)
    const before = screen.heardOf('catch_up').length
    await redis.restore()
    await areConnected([one])
    // It had nothing to send meanwhile; what it sends now would follow a notice.
    one.hub.publish([room], last, 1)
    await hears(screen, 'last', [1])
    expect(screen.heardOf('catch_up')).toHaveLength(before)
    await redis.cut()
    await vi.waitFor(() => expect(one.nodes.link()).toBe('away'), within)
    one.hub.publish([room], newMessage, 1)
    await redis.restore()
    await vi.waitFor(() => expect(screen.heardOf('catch_up')).toHaveLength(before + 1), within)
  })

  test('fails nothing and uses no more memory: messages that cannot be sent are dropped', async () => {
    const { app, one, redis } = await givenTwo([room])
    const asha = await app.as('student')
    await redis?.cut()
    await vi.waitFor(() => expect(one.nodes.link()).toBe('away'), within)
    const screen = await one.open(asha)
    await vi.waitFor(() => expect(one.online).toEqual([`online ${asha._id}`]), within)
    for (let n = 0; n < 10_000; n++) one.hub.publish([`conversation:${n}`], newMessage, 'x'.repeat(1_000))
    one.hub.publish([room], last, 1)
    await hears(screen, 'last', [1])
    screen.socket.close()
    await vi.waitFor(() => expect(one.online).toEqual([`online ${asha._id}`, `offline ${asha._id}`]), within)
  })
})

test('finds a Redis that lost its data, or was not there at the start, as soon as it is there', async () => {
  const redis = await givenRedisServer()
  await redis.kill()
  const app = await given()
  const prefix = `carrel:test:${randomUUID()}`
  const [one, two] = [await givenNode(app, redis.url, prefix, [room]), await givenNode(app, redis.url, prefix, [room])]
  const [asha, binod] = [await app.as('student'), await app.as('student')]
  const screen = await one.open(asha)
  await two.open(binod)
  const limiter = one.nodes.limiter(limit)
  for (let time = 0; time < 2; time++) {
    await vi.waitFor(() => expect([one.nodes.link(), two.nodes.link()]).toEqual(['away', 'away']), within)
    await limiter.consume(randomUUID())
    await redis.start()
    await areConnected([one, two])
    two.hub.publish([room], newMessage, time)
    await vi.waitFor(() => expect(screen.heardOf('new_message')).toContain(time), within)
    await vi.waitFor(async () => expect(await two.hub.onlineAmong([asha._id])).toEqual(new Set([asha._id])), within)
    await limiter.consume(randomUUID())
    await redis.kill()
  }
})
