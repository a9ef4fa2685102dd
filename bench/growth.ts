import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newId } from '#server/db/ids.ts'
import { fillFees } from './fees.ts'
import { fillLibrary, token } from './library.ts'
import { median, type Result } from './measure.ts'
import { fillMessages } from './messages.ts'
import { load, memoryOf, type Running } from './processes.ts'

const sizes = {
  small: { documents: 500, people: 100, messages: 10_000 },
  large: { documents: 50_000, people: 10_000, messages: 1_000_000 },
}
type Size = keyof typeof sizes

const rounds = 41

/** People with names and addresses of the same kinds, in the database of a server that is not running. */
const fillPeople = (database: string, count: number): void => {
  const db = new DatabaseSync(database)
  const add = db.prepare(
    `insert into users (id, name, name_folded, email, email_folded, role, password_hash, created_at) values (?, ?, ?, ?, ?, 'student', 'none', ?)`,
  )
  const now = new Date().toISOString()
  db.exec('begin immediate')
  for (let number = 0; number < count; number++) {
    const name = `Reader ${number} of the hall`
    const email = `reader-${number}@example.org`
    add.run(newId(), name, name.toLowerCase(), email, email, now)
  }
  db.exec('commit')
  db.close()
}

type Grown = { server: Running; database: DatabaseSync; category: string; student: string; group: string }

/** One call with nothing kept from the one before: the revision is raised outside of the measured time, as a write would. */
const askFresh = async ({ server, database }: Grown, path: string): Promise<number> => {
  database.exec('update revisions set value = value + 1')
  const start = performance.now()
  const answer = await fetch(`${server.origin}${path}`, { headers: { authorization: token } })
  await answer.arrayBuffer()
  const took = performance.now() - start
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}.`)
  return took
}

/** `most`: how many times slower the large library may be. */
const questions: { what: string; most: number; path: (grown: Grown) => string }[] = [
  { what: 'newest 50 documents', most: 1.5, path: () => '/api/document?limit=50' },
  { what: 'documents of a category', most: 1.5, path: ({ category }) => `/api/document?limit=50&category=${category}` },
  { what: 'search that finds one', most: 3, path: () => '/api/document?limit=50&search=chapter%20499%3A' },
  { what: 'search that finds many', most: 3, path: () => '/api/document?limit=50&search=every%20reader' },
  { what: 'search that finds nothing', most: 3, path: () => '/api/document?limit=50&search=zebra' },
  { what: 'category tree', most: 1.5, path: () => '/api/category/tree' },
  { what: 'dashboard', most: 1.5, path: () => '/api/user/dashboard' },
  { what: 'newest 50 people', most: 1.5, path: () => '/api/user?limit=50' },
  { what: 'search for a person', most: 3, path: () => '/api/user?limit=50&search=reader-99%40' },
  { what: 'newest 50 fees', most: 1.5, path: () => '/api/user/fees?limit=50' },
  { what: 'unpaid fees', most: 1.5, path: () => '/api/user/fees?limit=50&status=unpaid' },
  { what: 'fees of a student', most: 1.5, path: ({ student }) => `/api/user/fees/${student}` },
  { what: 'account of a student', most: 1.5, path: ({ student }) => `/api/user/fees/accounts/${student}` },
  { what: 'sums of fees', most: 1.5, path: () => '/api/user/fees/summary' },
  { what: 'students with what they owe', most: 1.5, path: () => '/api/user/fees/accounts?limit=50' },
  { what: 'search in fees', most: 3, path: () => '/api/user/fees?limit=50&search=reader-99%40' },
  { what: 'sums of a search in fees', most: 3, path: () => '/api/user/fees/summary?search=reader-99%40' },
  { what: 'twelve months of fees', most: 1.5, path: () => '/api/user/fees/months' },
  { what: 'dues by age', most: 1.5, path: () => '/api/user/fees/ageing' },
  { what: 'worklist of dues', most: 1.5, path: () => '/api/user/fees/dues?limit=50' },
  { what: 'collected this month', most: 1.5, path: () => '/api/user/fees/collections' },
  { what: 'newest receipts', most: 1.5, path: () => '/api/user/fees/receipts?limit=50' },
  { what: 'newest conversations', most: 1.5, path: () => '/api/chat/conversations' },
  { what: 'unread conversations', most: 1.5, path: () => '/api/chat/unread' },
  { what: 'newest messages', most: 1.5, path: ({ group }) => `/api/chat/conversations/${group}/messages` },
  { what: 'messages from the middle', most: 1.5, path: ({ group }) => `/api/chat/conversations/${group}/messages?before=2500` },
  { what: 'search in messages that finds many', most: 3, path: () => '/api/chat/search?q=physics%20exam' },
  { what: 'search in messages that finds nothing', most: 3, path: () => '/api/chat/search?q=zebra' },
  { what: 'people to write to', most: 3, path: () => '/api/chat/users/search?q=reader%2099' },
  { what: 'statement of a student', most: 1.5, path: ({ student }) => `/api/user/fees/statements/${student}` },
]

/** All fees as one table while people read lists: how long it takes, and how long they wait meanwhile. */
const measureExport = async ({ server }: Grown): Promise<Result[]> => {
  const reading = { url: `${server.origin}/api/user/fees?limit=50`, headers: { authorization: token }, connections: 4, rate: 100 }
  const quiet = await load({ ...reading, seconds: 5 })
  const exported = async () => {
    const start = performance.now()
    const answer = await fetch(`${server.origin}/api/user/fees/export?format=csv`, { headers: { authorization: token } })
    let bytes = 0
    for await (const part of answer.body ?? []) bytes += part.length
    if (!answer.ok || bytes < 1_000_000) throw new Error(`The export was answered ${answer.status} with ${bytes} bytes.`)
    return (performance.now() - start) / 1_000
  }
  const [seconds, busy] = await Promise.all([exported(), load({ ...reading, seconds: 5 })])
  return [
    { what: 'export of 360,000 fees as CSV', unit: 's', measured: seconds, atMost: 30 },
    { what: 'memory of the server after it', unit: 'MiB', measured: memoryOf(server.pid) ?? 0, atMost: 400 },
    {
      what: 'p99 of a list of fees meanwhile',
      unit: 'ms',
      measured: busy.p99,
      limit: { what: 'without it', measured: quiet.p99 },
      atMost: 10,
    },
  ]
}

/** The same questions to a small library and to a hundred times as large a one, in turn: 3,600 fees and 360,000. */
export const measureGrowth = async (start: (dataDir: string) => Promise<Running>, folder: string): Promise<Result[]> => {
  const open = async (size: Size): Promise<Grown> => {
    const dataDir = join(folder, size)
    await (await start(dataDir)).stop()
    const { database, category } = fillLibrary(dataDir, sizes[size].documents)
    fillPeople(database, sizes[size].people)
    const student = fillFees(database)
    const group = await fillMessages(database, sizes[size].messages)
    return { server: await start(dataDir), database: new DatabaseSync(database, { timeout: 5_000 }), category, student, group }
  }
  const small = await open('small')
  const large = await open('large')
  const results: Result[] = []
  for (const { what, most, path } of questions) {
    const took = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      took.small.push(await askFresh(small, path(small)))
      took.large.push(await askFresh(large, path(large)))
    }
    const limit = { what: 'a hundredth of the size', measured: median(took.small) }
    results.push({ what: `${what}, grown`, unit: 'ms', measured: median(took.large), limit, atMost: most })
  }
  results.push(...(await measureExport(large)))
  for (const { server, database } of [small, large]) {
    database.close()
    await server.stop()
  }
  return results
}
