import { mkdir, readdir, rm } from 'node:fs/promises'
import { Redis } from 'ioredis'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { formOf } from '#chat/attachments/server/testing/attach.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import { uploadForm } from '#server/testing/library.ts'
import { areConnected, call, givenNodes, type NodesOptions, open, type SignedIn } from '#server/testing/nodes.ts'
import { pdf } from '#server/testing/pdf.ts'
import { givenAccount, rightPassword } from '#server/testing/people.ts'
import { givenFolder, type RunningServer } from '#server/testing/program.ts'
import { givenRedisServer, type RedisServer } from '#server/testing/redis.ts'
import { givenS3 } from '#server/testing/s3Stub.ts'

/* What nodes share through Redis, the database and the bucket, and what they do not. */

const within = { timeout: 30_000, interval: 50 }

const givenHall = async (count: 1 | 2, options: NodesOptions) => {
  const hall = await givenNodes(count, options)
  const [one, two = one] = hall.nodes as [RunningServer, RunningServer?]
  await areConnected(hall.nodes)
  return { ...hall, one, two }
}

type Hall = Awaited<ReturnType<typeof givenHall>>

const send = async ({ port }: RunningServer, { token }: SignedIn, path: string, body: FormData) => {
  const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, { method: 'POST', headers: { authorization: token }, body })
  expect(reply.status).toBe(201)
  return (await reply.json()) as { _id: string; fileUrl: string }
}

const guess = (node: RunningServer, password = 'not the password') =>
  node.call('POST', '/auth/login', { email: 'meera@example.org', password })

/** Without REDIS_PREFIX, it is the one of earlier versions. */
const assertDefaultPrefix = async (url: string): Promise<void> => {
  const redis = new Redis(url)
  afterTest(() => redis.disconnect())
  const keys = await redis.keys('*')
  expect(keys.filter((key) => !/^carrel:[0-9a-f-]{36}:/.test(key))).toEqual([])
  expect(keys.length).toBeGreaterThan(0)
}

let redis: RedisServer
let hall: Hall
beforeAll(async () => {
  const [stub, backups] = [await givenS3(), await givenFolder()]
  redis = await givenRedisServer()
  hall = await givenHall(2, { redisUrl: redis.url, ownFolders: true, env: { ...stub.env, BACKUP_DIR: backups } })
})

describe('sign-in limits', { timeout: 120_000 }, () => {
  test('are not widened by alternating between nodes while Redis stops and starts without its data, nor by killing a node', async () => {
    await givenAccount(hall.database, { email: 'meera@example.org' })
    const statuses: number[] = []
    const guessAtBoth = async (): Promise<void> => {
      for (const node of hall.nodes) statuses.push((await guess(node)).status)
    }
    for (let turn = 0; turn < 2; turn++) await guessAtBoth()
    await redis.kill()
    for (let turn = 0; turn < 2; turn++) await guessAtBoth()
    await redis.start()
    await areConnected(hall.nodes)
    await guessAtBoth()
    expect(statuses).toEqual(Array(10).fill(401))
    await assertDefaultPrefix(redis.url)
    for (const node of hall.nodes) expect((await guess(node, rightPassword)).status).toBe(429)
    hall.one.child.kill('SIGKILL')
    await hall.one.ended
    await hall.start(0)
    for (const node of hall.nodes) expect((await guess(node, rightPassword)).status).toBe(429)
  })
})

/** Whatever nodes use Redis for: limits, presence, events and hints. */
const exercise = async ({ nodes, one, two, person }: Hall): Promise<void> => {
  const [asha, binod] = [await person('student'), await person('student', 'Binod')]
  const [own, theirs] = [await open(one, asha), await open(two, binod)]
  await guess(one)
  expect((await call(two, asha, 'GET', '/document?search=light')).status).toBe(200)
  expect((await call(one, asha, 'POST', '/chat/conversations/general/messages', { content: 'Hello' })).status).toBe(201)
  await vi.waitFor(() => expect(theirs.heardOf('new_message')).toHaveLength(1), within)
  theirs.socket.emit('focus', 'general')
  await vi.waitFor(() => {
    own.socket.emit('typing_start', 'general')
    expect(theirs.heardOf('user_typing').length).toBeGreaterThan(0)
  }, within)
  own.socket.close()
  expect((await call(two, binod, 'POST', '/auth/logout')).status).toBe(204)
  await areConnected(nodes)
}

describe('REDIS_PREFIX', { timeout: 120_000 }, () => {
  test('is at the beginning of every key and channel, so that halls with other prefixes can share a Redis', async () => {
    const server = await givenRedisServer()
    const redis = new Redis(server.url)
    afterTest(() => redis.disconnect())
    const halls = []
    for (const [prefix, count] of [
      ['hall-one', 1],
      ['hall:two', 2],
    ] as const) {
      // Redis itself refuses and records any other name.
      await redis.call(
        'ACL',
        'SETUSER',
        prefix.replace(':', '-'),
        'on',
        '>secret',
        `~${prefix}:*`,
        'resetchannels',
        `&${prefix}:*`,
        '+@all',
        '-@dangerous',
        '-@admin',
        '+info',
      )
      const redisUrl = Object.assign(new URL(server.url), { username: prefix.replace(':', '-'), password: 'secret' }).href
      halls.push(await givenHall(count, { redisUrl, env: { REDIS_PREFIX: prefix } }))
    }
    const [first, second] = halls as [Hall, Hall]
    const listener = await open(second.two, await second.person('student'))
    await exercise(first)
    expect(listener.heardOf('new_message')).toEqual([])
    await exercise(second)
    expect(await redis.call('ACL', 'LOG')).toEqual([])
    const names = [...(await redis.keys('*')), ...((await redis.call('PUBSUB', 'CHANNELS')) as string[])]
    expect(names.filter((name) => !/^(hall-one|hall:two):/.test(name))).toEqual([])
    for (const prefix of ['hall-one', 'hall:two']) {
      const own = names.filter((name) => name.startsWith(prefix)).map((name) => name.replace(/[0-9a-f-]{36}/g, '_'))
      for (const part of ['alive', 'limit:send-person', 'limit:search-person', 'nodes', 'told'])
        expect([part, own.some((name) => name.startsWith(`${prefix}:_:${part}`))]).toEqual([part, true])
    }
  })
})

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => !entry.isDirectory()).map(({ name }) => name)

describe('DATA_DIR', { timeout: 120_000 }, () => {
  test('has no file that another node would need if PostgreSQL, Redis and a bucket are set', async () => {
    const { nodes, person, folders, database } = hall
    const [one, two] = nodes as [RunningServer, RunningServer]
    const [superadmin, asha] = [await person('superadmin'), await person('student')]
    const screen = await open(two, asha)
    const { body: category } = await call(one, superadmin, 'POST', '/category', { name: 'Physics' })
    const content = pdf({ title: 'Waves', pages: 3 })
    const book = await send(one, superadmin, '/document', uploadForm({ title: 'Waves', category: category._id, file: content }))
    const file = await send(one, asha, '/chat/conversations/general/attachments', formOf(Buffer.from('some words'), 'notes.txt'))
    expect((await call(one, asha, 'POST', '/chat/conversations/general/messages', { content: 'Hello' })).status).toBe(201)
    await vi.waitFor(() => expect(screen.heardOf('new_message')).toHaveLength(2), within)
    const read = async (): Promise<unknown> => (await database.db.selectFrom('extractions').select('outcome').execute())[0]
    await vi.waitFor(async () => expect(await read()).toEqual({ outcome: 'done' }), within)
    // The lock says that a process uses this folder. The received cover is removed just after its row is saved.
    for (const folder of folders)
      await vi.waitFor(async () => expect([folder, await filesIn(folder)]).toEqual([folder, ['carrel.lock']]), within)
    // The node and its folder are lost, and one with an empty folder takes its place.
    one.child.kill('SIGKILL')
    await one.ended
    await rm(folders[0] ?? '', { recursive: true })
    await mkdir(folders[0] ?? '')
    await hall.start(0)
    const again = hall.nodes[0] as RunningServer
    const fetched = await fetch(`http://127.0.0.1:${again.port}${book.fileUrl}`, { headers: { authorization: superadmin.token } })
    expect(Buffer.from(await fetched.arrayBuffer())).toEqual(content)
    const messages = await call(again, asha, 'GET', '/chat/conversations/general/messages')
    expect(messages.body.items.map(({ _id }: { _id: string }) => _id)).toContain(file._id)
    expect((await call(again, asha, 'GET', `/document/${book._id}`)).body.pages).toBe(3)
  })
})
