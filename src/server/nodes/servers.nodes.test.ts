import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { afterTest } from '#server/testing/afterwards.ts'
import {
  areConnected,
  type Called,
  call,
  type GivenNodes,
  givenNodes,
  open,
  type Place,
  type Screen,
  type SignedIn,
} from '#server/testing/nodes.ts'
import { rightPassword } from '#server/testing/people.ts'
import { firstAdmin, givenFolder, type RunningServer, run, signInFirst, startServer } from '#server/testing/program.ts'
import { givenRedisServer, type RedisServer } from '#server/testing/redis.ts'

const within = { timeout: 30_000, interval: 50 }

const givenTwo = async (options?: Parameters<typeof givenNodes>[1]) => {
  const hall = await givenNodes(2, options)
  const [one, two] = hall.nodes as [RunningServer, RunningServer]
  await areConnected(hall.nodes)
  return { ...hall, one, two }
}

const closes = ({ socket }: Screen) => vi.waitFor(() => expect(socket.connected).toBe(false), within)

const say = (place: Place, me: SignedIn, conversation: string, content: string, clientId = randomUUID()): Promise<Called> =>
  call(place, me, 'POST', `/chat/conversations/${conversation}/messages`, { content, clientId })

const privateOf = async (place: Place, me: SignedIn, other: SignedIn): Promise<string> =>
  (await call(place, me, 'POST', '/chat/conversations/private', { userId: other._id })).body._id

const contents = (screen: Screen): string[] => screen.heardOf('new_message').map(({ content }) => content)

describe('two nodes', () => {
  let hall: Awaited<ReturnType<typeof givenTwo>>
  beforeAll(async () => {
    hall = await givenTwo()
  })

  const cutRedis = async (): Promise<void> => {
    afterTest(async () => {
      await hall.redis.restore()
      await areConnected(hall.nodes)
    })
    await hall.redis.cut()
  }

  test('notify one another’s sockets of a message and of personal changes', async () => {
    const { one, two, person } = hall
    const [asha, binod, other] = [await person('student'), await person('student', 'Binod'), await person('student', 'Chitra')]
    const [own, theirs, stranger] = [await open(two, asha), await open(two, binod), await open(two, other)]
    const chat = await privateOf(one, asha, binod)
    expect((await say(one, asha, chat, 'Good morning')).status).toBe(201)
    for (const screen of [own, theirs]) await vi.waitFor(() => expect(contents(screen)).toEqual(['Good morning']), within)
    expect((await call(one, asha, 'PUT', `/chat/conversations/${chat}/settings`, { mutedUntil: null, notify: 'none' })).status).toBe(200)
    await vi.waitFor(() => expect(own.heardOf('changed').flatMap(({ topics }) => topics)).toContain('chat'), within)
    expect((await say(one, asha, 'general', 'To all')).status).toBe(201)
    for (const screen of [stranger, theirs]) await vi.waitFor(() => expect(contents(screen)).toContain('To all'), within)
    expect(contents(stranger)).toEqual(['To all'])
    expect(theirs.heardOf('changed').flatMap(({ topics }) => topics)).not.toContain('chat')
  })

  test.each(['there', 'away'])('end a session everywhere within a second, with Redis %s', async (state) => {
    const asha = await hall.person('student')
    const [here, there] = [await open(hall.one, asha, { reconnection: false }), await open(hall.two, asha, { reconnection: false })]
    if (state === 'away') await cutRedis()
    expect((await call(hall.one, asha, 'POST', '/auth/logout')).status).toBe(204)
    await closes(here)
    await closes(there)
    expect((await call(hall.two, asha, 'GET', '/auth/me')).status).toBe(401)
  })

  test.each(['there', 'away'])('send no more events of a group to a removed member, with Redis %s', async (state) => {
    const { one, two, person } = hall
    const [admin, asha, binod] = [await person('admin'), await person('student'), await person('student', 'Binod')]
    const group = await givenGroup(one, admin, [asha, binod])
    const [first, second] = [await open(two, asha), await open(two, binod)]
    await say(two, asha, group, 'before')
    for (const screen of [first, second]) await vi.waitFor(() => expect(contents(screen)).toEqual(['before']), within)
    if (state === 'away') await cutRedis()
    expect((await call(one, admin, 'DELETE', `/chat/admin/groups/${group}/members/${asha._id}`)).status).toBeLessThan(300)
    const own = await privateOf(two, binod, asha)
    // What is promised is a time, which needs no Redis: a second, and what a busy machine takes beyond.
    let asked = 0
    await vi.waitFor(
      async () => {
        const heard = contents(first).length
        await say(two, binod, group, `still ${++asked}`)
        await say(two, binod, own, `marker ${asked}`)
        await vi.waitFor(() => expect(contents(first)).toContain(`marker ${asked}`), within)
        expect(contents(first).slice(heard)).toEqual([`marker ${asked}`])
      },
      { timeout: 5_000, interval: 50 },
    )
    await say(two, binod, group, 'after')
    await vi.waitFor(() => expect(contents(second)).toContain('after'), within)
    // Her own message is among those that are read now.
    expect((await call(two, binod, 'PUT', `/chat/conversations/${group}/read`)).status).toBe(204)
    await vi.waitFor(() => expect(second.heardOf('message_read')).toHaveLength(1), within)
    await say(two, binod, own, 'the end')
    await vi.waitFor(() => expect(contents(first)).toContain('the end'), within)
    expect([contents(first).includes('after'), first.heardOf('message_read')]).toEqual([false, []])
    expect((await say(one, asha, group, 'no longer')).status).toBe(404)
  })

  test.each(['there', 'away'])(
    'send events of a group on one node to a member who was added on the other, with Redis %s',
    async (state) => {
      const { one, two, person } = hall
      const [admin, asha] = [await person('admin'), await person('student')]
      const screen = await open(two, asha)
      if (state === 'away') await cutRedis()
      const group = await givenGroup(one, admin, [asha])
      await vi.waitFor(async () => {
        await say(two, admin, group, 'Welcome')
        expect(contents(screen)).toContain('Welcome')
      }, within)
    },
  )

  test('count failed sign-ins together', async () => {
    const { one, two } = hall
    const guess = (node: RunningServer) => node.call('POST', '/auth/login', { email: 'asha@example.org', password: rightPassword })
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn++) for (const node of [one, two]) statuses.push((await guess(node)).status)
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  test('report whether they reach one another, and how many sockets are open', async () => {
    const { one, person } = hall
    await open(one, await person('student'))
    const metrics = async () => (await fetch(`http://127.0.0.1:${one.port}/metrics`)).text()
    expect(await metrics()).toMatch(/^redis_connected 1$/m)
    expect(await metrics()).toMatch(/^queue_oldest_seconds\{queue="extraction"\} 0$/m)
    // The server may not have noticed yet that those of earlier tests are closed.
    await vi.waitFor(async () => expect(await metrics()).toMatch(/^sockets_open 1$/m), within)
    await cutRedis()
    await vi.waitFor(async () => expect(await metrics()).toMatch(/^redis_connected 0$/m), within)
    const ready = await fetch(`http://127.0.0.1:${one.port}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', redis: 'away' }])
  })
})

const givenGroup = async (place: Place, admin: SignedIn, people: readonly SignedIn[]): Promise<string> => {
  const participants = people.map(({ _id }) => _id)
  return (await call(place, admin, 'POST', '/chat/admin/groups', { name: 'Physics', description: '', participants })).body._id
}

/** Between two messages of a person: the tests need writes that are under way, and not as many as fit. */
const PAUSE_MS = 40

/** People who write and repeat each message until it is acknowledged, as clients do. */
const startWriting = (place: Place, people: readonly SignedIn[], conversation: string) => {
  const acknowledged = new Map<string, string>()
  const statuses = new Set<number>()
  let stopping = false
  const write = async (me: SignedIn): Promise<void> => {
    for (let turn = 1; !stopping; turn++) {
      const clientId = randomUUID()
      let answer: Called
      do {
        answer = await say(place, me, conversation, `${me.name} ${turn}`, clientId)
        statuses.add(answer.status)
        if (answer.status !== 201) await wait(20)
      } while (answer.status !== 201 && !stopping)
      if (answer.status === 201) acknowledged.set(clientId, answer.body._id)
      await wait(Math.random() * 2 * PAUSE_MS)
    }
  }
  const writing = people.map(write)
  return {
    acknowledged,
    statuses,
    stop: async () => {
      stopping = true
      await Promise.all(writing)
    },
  }
}

/** All messages of a conversation as a person reads them at this node, oldest first. */
const readAll = async (place: Place, me: SignedIn, conversation: string) => {
  const all: { _id: string; seq: number; clientId: string }[] = []
  for (let hasMore = true; hasMore; ) {
    const { status, body } = await call(
      place,
      me,
      'GET',
      `/chat/conversations/${conversation}/messages?after=${all.at(-1)?.seq ?? 0}&limit=100`,
    )
    expect(status).toBe(200)
    all.push(...body.items)
    hasMore = body.hasMore
  }
  return all
}

const expectNothingLost = async (hall: GivenNodes, me: SignedIn, conversation: string, acknowledged: ReadonlyMap<string, string>) => {
  for (const node of hall.nodes) {
    const all = await readAll(node, me, conversation)
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, at) => at + 1))
    const byClientId = new Map(all.map(({ clientId, _id }) => [clientId, _id]))
    expect(byClientId.size).toBe(all.length)
    expect([...acknowledged].filter(([clientId, _id]) => byClientId.get(clientId) !== _id)).toEqual([])
  }
}

describe('lose nothing that was acknowledged', { timeout: 120_000 }, () => {
  let redis: RedisServer
  let hall: Awaited<ReturnType<typeof givenTwo>>
  beforeAll(async () => {
    redis = await givenRedisServer()
    hall = await givenTwo({ redisUrl: redis.url })
  })

  const givenTalk = async () => {
    const people = await Promise.all(['Asha', 'Binod', 'Chitra', 'Dev'].map((name) => hall.person('student', name)))
    const group = await givenGroup(hall.nodes[0] as Place, await hall.person('admin'), people)
    const screens = await Promise.all(people.map((me) => open(hall.balancer, me)))
    return { people, me: people[0] as SignedIn, group, screens, talk: startWriting(hall.balancer, people, group) }
  }

  const moreThan = (acknowledged: ReadonlyMap<string, string>, count: number) => {
    const before = acknowledged.size
    return vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + count), within)
  }

  test('when Redis dies and starts again', async () => {
    const { me, group, screens, talk } = await givenTalk()
    await moreThan(talk.acknowledged, 20)
    const before = screens.map((screen) => screen.heardOf('catch_up').length)
    await redis.kill()
    await moreThan(talk.acknowledged, 50)
    await redis.start()
    await areConnected(hall.nodes)
    for (const [at, screen] of screens.entries())
      await vi.waitFor(() => expect(screen.heardOf('catch_up').length).toBeGreaterThan(before[at] ?? 0), within)
    await moreThan(talk.acknowledged, 20)
    await talk.stop()
    // Nobody was refused, and neither node has ended.
    expect([...talk.statuses]).toEqual([201])
    expect(hall.nodes.map(({ child }) => child.exitCode)).toEqual([null, null])
    await expectNothingLost(hall, me, group, talk.acknowledged)
    const last = `${randomUUID()} at the end`
    await say(hall.nodes[0] as Place, me, group, last)
    for (const screen of screens) await vi.waitFor(() => expect(contents(screen)).toContain(last), within)
  })

  test('when one node after the other restarts, and everyone reconnects within seconds', async () => {
    const { me, group, screens, talk } = await givenTalk()
    await moreThan(talk.acknowledged, 20)
    for (const at of [0, 1]) {
      const { child, ended } = hall.nodes[at] as RunningServer
      child.kill('SIGTERM')
      await vi.waitFor(() => expect(screens.every(({ socket }) => socket.connected)).toBe(true), within)
      await moreThan(talk.acknowledged, 20)
      expect(await ended).toBe(0)
      await hall.start(at)
      await moreThan(talk.acknowledged, 20)
    }
    await talk.stop()
    await areConnected(hall.nodes)
    await expectNothingLost(hall, me, group, talk.acknowledged)
    await vi.waitFor(() => expect(screens.every(({ socket }) => socket.connected)).toBe(true), within)
    const last = `${randomUUID()} at the end`
    await say(hall.nodes[0] as Place, me, group, last)
    for (const screen of screens) await vi.waitFor(() => expect(contents(screen)).toContain(last), within)
  })

  test('when a node is killed, and its people go on at the other, also by polling', async () => {
    const { me, people, group, talk } = await givenTalk()
    const polling = await Promise.all(people.map((one) => open(hall.balancer, one, { transports: ['polling'], upgrade: false })))
    await moreThan(talk.acknowledged, 20)
    hall.nodes[0]?.child.kill('SIGKILL')
    await hall.nodes[0]?.ended
    await moreThan(talk.acknowledged, 20)
    await talk.stop()
    await hall.start(0)
    await expectNothingLost(hall, me, group, talk.acknowledged)
    await areConnected(hall.nodes)
    await vi.waitFor(() => expect(polling.every(({ socket }) => socket.connected)).toBe(true), within)
    await say(hall.nodes[0] as Place, me, group, 'at the end')
    for (const screen of polling) await vi.waitFor(() => expect(contents(screen)).toContain('at the end'), within)
  })
})

test('nodes that start at the same moment on an empty database agree on one installation', async () => {
  const { database, redis } = await givenNodes(0)
  await database.db.schema.dropSchema('public').cascade().execute()
  await database.db.schema.createSchema('public').execute()
  const env = { DATABASE_URL: database.databaseUrl, REDIS_URL: redis.url, DATA_DIR: await givenFolder(), ...firstAdmin }
  const nodes = await Promise.all([startServer(env), startServer(env)])
  await areConnected(nodes)
  const token = await signInFirst(nodes[0] as RunningServer)
  for (const node of nodes) expect((await node.call('GET', '/user', undefined, token)).body.items).toHaveLength(1)
})

test('starts without a Redis, with a warning that hides its password', async () => {
  const { database } = await givenNodes(0)
  const env = { DATABASE_URL: database.databaseUrl, REDIS_URL: 'redis://:hunter2@127.0.0.1:1/0', LOG_LEVEL: 'warn' }
  const node = await startServer({ DATA_DIR: await givenFolder(), ...env })
  await vi.waitFor(() => expect(node.stdout()).toMatch(/Redis at \\"127\.0\.0\.1:1\\" cannot be used \(connect ECONNREFUSED/), within)
  expect((await fetch(`http://127.0.0.1:${node.port}/readyz`)).status).toBe(200)
  node.child.kill('SIGTERM')
  expect(await node.ended).toBe(0)
  expect(node.stdout() + node.stderr()).not.toContain('hunter2')
})

test('warns about a refused Redis password, and never logs it', async () => {
  const { database } = await givenNodes(0)
  const { url } = await givenRedisServer()
  const wrong = Object.assign(new URL(url), { username: 'nobody', password: 'hunter2' }).href
  const { child, ended, stdout, stderr } = run('main', {
    DATA_DIR: await givenFolder(),
    DATABASE_URL: database.databaseUrl,
    REDIS_URL: wrong,
    LOG_LEVEL: 'debug',
  })
  await vi.waitFor(() => expect(stdout()).toMatch(/WRONGPASS/), within)
  await vi.waitFor(() => expect(stdout()).toMatch(/ready at/), within)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(stdout() + stderr()).not.toContain('hunter2')
})
