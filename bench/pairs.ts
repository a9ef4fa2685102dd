/**
 * `node bench/pairs.ts FOLDER [WORD…]`: compares the cost of writes in this build with that in FOLDER, another working tree with
 * its own `dist/server`. Both servers run on new data, on PostgreSQL if `DATABASE_URL` names a server, and take turns within one
 * run, because only such figures are comparable.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { account } from './library.ts'
import { median } from './measure.ts'
import { fileHere, freePort, type Running, startServer } from './processes.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15)
/** Number of calls in one turn. */
const CALLS = 60
const STUDENTS = 20

/** Two servers on one machine, and how to call them. */
// biome-ignore lint/suspicious/noExplicitAny: the answers of two versions have no common type
type Ask = (method: string, path: string, body?: object) => Promise<any>
type Side = { server: Running; ask: Ask; close: () => Promise<void> }

const onPostgres = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** A new database on the server of `DATABASE_URL`, or none if SQLite is measured. */
const newDatabase = async (): Promise<{ settings: Record<string, string>; drop: () => Promise<void> }> => {
  if (!process.env.DATABASE_URL) return { settings: {}, drop: async () => {} }
  const name = `carrel_bench_${randomBytes(6).toString('hex')}`
  await onPostgres(`create database ${name} template template0 encoding 'UTF8'`)
  const DATABASE_URL = Object.assign(new URL(process.env.DATABASE_URL), { pathname: `/${name}` }).href
  return { settings: { DATABASE_URL }, drop: () => onPostgres(`drop database if exists ${name} with (force)`) }
}

const callerOf =
  ({ origin }: Running, authorization = ''): Ask =>
  async (method, path, body) => {
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(`${origin}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
    return text ? JSON.parse(text) : undefined
  }

const startSide = async (folder: string): Promise<Side> => {
  const program = join(folder, 'dist/server/main.js')
  if (!existsSync(program)) throw new Error(`${folder} has no build.`)
  const dataDir = mkdtempSync(join(tmpdir(), 'carrel-pairs-'))
  const [port, { settings, drop }] = [await freePort(), await newDatabase()]
  const first = { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password }
  const more = { HOST: '127.0.0.1', PORT: String(port), RATE_LIMITS: 'off', LOG_LEVEL: 'error', DATA_DIR: dataDir }
  const server = await startServer([program], port, { ...more, ...first, ...settings })
  const { token } = await callerOf(server)('POST', '/auth/login', account)
  const close = async () => {
    await server.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { server, ask: callerOf(server, token), close }
}

/** One kind of call. `prepare` makes what the calls of a turn need, outside the measured time. */
type Subject = { what: string; at: number; prepare: (side: Side) => Promise<(() => Promise<unknown>)[]> }

const students = new WeakMap<Side, string[]>()

const studentsOf = async (side: Side): Promise<string[]> => {
  const known = students.get(side)
  if (known) return known
  const added: string[] = []
  for (let number = 0; number < STUDENTS; number++) {
    const person = { name: `Reader ${number}`, email: `reader-${number}@example.org`, password: 'nothing but a reader' }
    added.push((await side.ask('POST', '/user', { ...person, role: 'student' }))._id)
  }
  students.set(side, added)
  return added
}

const each = <T>(make: (at: number) => T): T[] => Array.from({ length: CALLS }, (_, at) => make(at))

/** Cash payments that settle one fee each, for several students in turn. */
const payments = (at: number): Subject => ({
  what: `payment of a fee, ${at} at a time`,
  at,
  prepare: async (side) => {
    const [people, now] = [await studentsOf(side), new Date()]
    const charge = { kind: 'late', month: now.getMonth() + 1, year: now.getFullYear(), amount: 500 }
    const bodies = each((number) => ({ studentId: people[number % people.length], amount: 500, method: 'cash' }))
    for (const { studentId } of bodies) await side.ask('POST', '/user/fees', { ...charge, studentId })
    return bodies.map((body) => () => side.ask('POST', '/user/fees/payments', body))
  },
})

const filled = new WeakSet<Side>()
const MESSAGES = 6_000
const general = '/chat/conversations/general/messages'

const textOf = (number: number): string =>
  `Message ${number}: is the seat ${number % 38} by the fan free on day ${number % 365}, or does ${randomBytes(3).toString('hex')} have it?`

const inParallel = async (calls: (() => Promise<unknown>)[], at: number): Promise<void> => {
  const left = calls.values()
  const work = async () => {
    for (const call of left) await call()
  }
  await Promise.all(Array.from({ length: at }, work))
}

const say = ({ ask }: Side, number: number) => ask('POST', general, { content: textOf(number) })

const fillGroup = async (side: Side): Promise<void> => {
  if (filled.has(side)) return
  filled.add(side)
  const sends = Array.from({ length: MESSAGES }, (_, number) => () => say(side, number))
  await inParallel(sends, 16)
}

const chat = (at: number): Subject[] => {
  const ids = async (side: Side): Promise<string[]> => {
    const said: string[] = []
    await fillGroup(side)
    await inParallel(
      each((number) => async () => said.push((await say(side, number))._id)),
      8,
    )
    return said
  }
  const send = async (side: Side) => {
    await fillGroup(side)
    return each((number) => () => say(side, number))
  }
  const edit = async (side: Side) =>
    (await ids(side)).map((id, number) => () => side.ask('PUT', `/chat/messages/${id}`, { content: `Rather: ${textOf(number)}` }))
  const remove = async (side: Side) => (await ids(side)).map((id) => () => side.ask('DELETE', `/chat/messages/${id}`))
  return [
    { what: `message sent, ${at} at a time`, at, prepare: send },
    { what: `message edited, ${at} at a time`, at, prepare: edit },
    { what: `message deleted, ${at} at a time`, at, prepare: remove },
  ]
}

/** Processor time of a server so far, in ms. It excludes PostgreSQL. */
const processorTime = ({ pid }: Running): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

type Turn = { took: number; processor: number }

const turn = async (side: Side, { at, prepare }: Subject): Promise<Turn> => {
  const calls = await prepare(side)
  const [start, before] = [performance.now(), processorTime(side.server)]
  await inParallel(calls, at)
  return { took: (performance.now() - start) / CALLS, processor: (processorTime(side.server) - before) / CALLS }
}

/** Returns the median of the turns of each side, and the median ratio of paired turns. */
const measure = async (ours: Side, theirs: Side, subject: Subject): Promise<string> => {
  const turns: { here: Turn; there: Turn }[] = []
  // Warm-up turns, while both programs are still being compiled.
  for (let round = -2; round < ROUNDS; round++) {
    const isFirst = round % 2 === 0
    const early = await turn(isFirst ? ours : theirs, subject)
    const late = await turn(isFirst ? theirs : ours, subject)
    if (round >= 0) turns.push(isFirst ? { here: early, there: late } : { here: late, there: early })
  }
  const of = (figure: (one: (typeof turns)[number]) => number): string => median(turns.map(figure)).toFixed(2)
  const mean = (figure: (one: (typeof turns)[number]) => number): string =>
    (turns.reduce((sum, one) => sum + figure(one), 0) / turns.length).toFixed(2)
  const times = [of(({ there }) => there.took), of(({ here }) => here.took), `${of(({ here, there }) => here.took / there.took)} ×`]
  const processor = [mean(({ there }) => there.processor), mean(({ here }) => here.processor)]
  return `| ${[subject.what, ...times, ...processor].join(' | ')} |`
}

const [folder = '', ...wanted] = process.argv.slice(2)
const all = [payments(1), payments(8), ...chat(1), ...chat(8)]
const subjects = wanted.length === 0 ? all : all.filter(({ what }) => wanted.some((word) => what.includes(word)))
const [theirs, ours] = [await startSide(folder), await startSide(fileHere('..'))]
try {
  console.log('| ms for each | there | here | ratio | processor there | here |\n|---|---|---|---|---|---|')
  for (const subject of subjects) console.log(await measure(ours, theirs, subject))
} finally {
  await Promise.all([ours.close(), theirs.close()])
}
