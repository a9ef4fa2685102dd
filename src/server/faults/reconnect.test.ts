import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import { givenMemory } from '#server/testing/faults/memory.ts'
import { send } from '#server/testing/faults/work.ts'
import { isHard, reportRow } from '#server/testing/hard.ts'
import type { SignedIn } from '#server/testing/nodes.ts'
import { givenFolder, type RunningServer, startServer } from '#server/testing/program.ts'
import { givenSignedIn } from '#server/testing/signedIn.ts'

/* All browsers of a large hall come back at once after a restart, while others work. */

const sockets = Number(process.env.HARD_SOCKETS || (isHard ? 2_000 : 20))
const SOCKETS_PER_PERSON = 4
const WORKING = 10
const CAUGHT_UP_MS = 30_000
/** The p99 of others stays within this many times the usual. */
const OTHERS_TARGET = 2
/** Calls of people at work whose time is compared, if there are many sockets: a few say nothing about it. */
const MEASURED = 600

const general = '/chat/conversations/general/messages'

const givenPeople = async (dataDir: string, count: number): Promise<SignedIn[]> => {
  const database = await connect({ databaseUrl: undefined, dataDir })
  await migrate(database)
  const people: SignedIn[] = []
  for (let at = 0; at < count; at++) people.push(await givenSignedIn(database.db, 'student', `Person${at}`))
  await database.close()
  return people
}

/** A browser that fetches what it missed whenever its socket opens, as the pages do. */
const givenBrowser = (port: number, person: SignedIn) => {
  let [seq, hellos] = [0, 0]
  const note = (number: number) => {
    seq = Math.max(seq, number)
  }
  const socket = io(`http://127.0.0.1:${port}`, {
    auth: { token: person.token },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: limits.socketReconnectMinMs,
    reconnectionDelayMax: limits.socketReconnectMaxMs,
  })
  afterTest(() => socket.close())
  const catchUp = async (): Promise<void> => {
    const { status, body } = await send({ port }, person, 'GET', `${general}?after=${seq}&limit=100`)
    if (status !== 200) return void (await wait(500).then(catchUp))
    for (const message of body.items as { seq: number }[]) note(message.seq)
    hellos++
  }
  socket.on('hello', () => void catchUp())
  socket.on('new_message', ({ seq: number }: { seq: number }) => note(number))
  socket.on(
    'disconnect',
    (reason) => reason === 'io server disconnect' && setTimeout(() => socket.connect(), 1_000 + Math.random() * 1_000),
  )
  return { seq: () => seq, hellos: () => hellos, close: () => socket.close() }
}

/** The 99th percentile of the time of people's calls, in milliseconds, until so many are answered and `isOver`; 0 in an ordinary run. */
const p99Of = async (port: number, people: readonly SignedIn[], isOver: () => boolean): Promise<number> => {
  if (!isHard) {
    while (!isOver()) await wait(20)
    return 0
  }
  const given = { port, tokens: people.map(({ token }) => token), least: MEASURED }
  const callers = fork(new URL('../testing/faults/callers.ts', import.meta.url), [JSON.stringify(given)])
  afterTest(() => callers.kill())
  const told = once(callers, 'message')
  while (!isOver()) await wait(20)
  callers.send('over')
  const [p99] = await told
  return Math.round(p99)
}

test(`${sockets} sockets that reconnect after a restart have caught up within 30 s`, { timeout: 900_000 }, async () => {
  const since = performance.now()
  const DATA_DIR = await givenFolder()
  const count = Math.ceil(sockets / SOCKETS_PER_PERSON)
  const people = await givenPeople(DATA_DIR, count + WORKING)
  const [watching, working] = [people.slice(0, count), people.slice(count)]
  const [author] = working
  if (!author) throw new Error('Nobody works.')
  const env = { DATA_DIR, RATE_LIMITS: 'off' }
  const first = await startServer(env)
  const { port } = first
  let server = first
  const memory = await givenMemory(() => [server])
  const browsers: ReturnType<typeof givenBrowser>[] = []
  for (let at = 0; at < sockets; at++) {
    browsers.push(givenBrowser(port, watching[at % count] as SignedIn))
    if (at % 50 === 49) await expect.poll(() => browsers.filter(({ hellos }) => hellos() === 0).length, { timeout: 120_000 }).toBe(0)
  }
  const behind = (seq: number) => browsers.filter((one) => one.seq() < seq).length
  const write = async (server: RunningServer) => {
    const { status, body } = await send(server, author, 'POST', general, { content: 'Good morning', clientId: randomUUID() })
    expect(status).toBe(201)
    return Number(body.seq)
  }
  const before = await write(first)
  await expect.poll(() => behind(before), { timeout: 60_000 }).toBe(0)
  const usual = await p99Of(port, working, () => true)

  first.child.kill('SIGTERM')
  await first.ended
  const second = await startServer({ ...env, PORT: String(port) })
  server = second
  const from = performance.now()
  const seq = await write(second)
  let caughtUp = 0
  const isOver = () => {
    if (caughtUp === 0 && behind(seq) === 0) caughtUp = performance.now() - from
    return caughtUp > 0 || performance.now() - from > 2 * CAUGHT_UP_MS
  }
  const during = await p99Of(port, working, isOver)
  const done = `${sockets} sockets of ${count} people ${caughtUp > 0 ? `in ${(caughtUp / 1_000).toFixed(1)} s` : 'not in a minute'}; p99 of others ${during} ms, before ${usual} ms`
  const lost = behind(seq)
  for (const { close } of browsers) close()
  const measured = await memory?.afterLoad()
  const seconds = Math.round((performance.now() - since) / 1_000)
  const row = { test: 'reconnect after a restart, SQLite', rounds: 1, done, lost, doubled: 0, disordered: 0 }
  reportRow({ ...row, ...(measured && { memory: measured.text }), seconds })
  measured?.assertReturned()
  expect([lost, caughtUp > 0 && caughtUp < CAUGHT_UP_MS]).toEqual([0, true])
  if (isHard) expect(during, `p99 of others, which was ${usual} ms before`).toBeLessThanOrEqual(OTHERS_TARGET * usual)
})
