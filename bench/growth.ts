import { join } from 'node:path'
import { type Filled, openFilled } from './databases.ts'
import { fillFees } from './fees.ts'
import { fillLibrary, token } from './library.ts'
import { median, type Result } from './measure.ts'
import { fillMessages } from './messages.ts'
import { fillPeople, studentToken } from './people.ts'
import { load, memoryOf, type Running } from './processes.ts'

const sizes = {
  small: { documents: 500, people: 100, messages: 10_000 },
  large: { documents: 50_000, people: 10_000, messages: 1_000_000 },
}
type Size = keyof typeof sizes

const rounds = 41

type Grown = { server: Running; filled: Filled; category: string; student: string; group: string }

type Question = {
  what: string
  /** How many times slower the large library may be. */
  most: number
  path: (grown: Grown) => string
  /** The session to use; a superadmin's by default. */
  token?: string
}

/** Makes one uncached call: the revision is raised before the clock starts, as a write would raise it. */
const askFresh = async (grown: Grown, { path, token: authorization = token }: Question): Promise<number> => {
  await grown.filled.raiseRevisions()
  const start = performance.now()
  const answer = await fetch(`${grown.server.origin}${path(grown)}`, { headers: { authorization } })
  await answer.arrayBuffer()
  const took = performance.now() - start
  if (!answer.ok) throw new Error(`${path(grown)} was answered ${answer.status}.`)
  return took
}

const questions: Question[] = [
  { what: 'newest 50 documents', most: 1.5, path: () => '/api/document?limit=50' },
  { what: 'documents of a category', most: 1.5, path: ({ category }) => `/api/document?limit=50&category=${category}` },
  { what: 'search that finds one', most: 3, path: () => '/api/document?limit=50&search=chapter%20499%3A' },
  { what: 'search that finds many', most: 3, path: () => '/api/document?limit=50&search=every%20reader' },
  { what: 'search that finds nothing', most: 3, path: () => '/api/document?limit=50&search=zebra' },
  { what: 'category tree', most: 1.5, path: () => '/api/category/tree' },
  { what: 'dashboard of staff', most: 1.5, path: () => '/api/user/dashboard' },
  { what: 'dashboard of a student', most: 1.5, path: () => '/api/user/dashboard', token: studentToken },
  { what: 'newest 50 people', most: 1.5, path: () => '/api/user?limit=50' },
  { what: 'students with an active account', most: 1.5, path: () => '/api/user?limit=50&role=student&status=active' },
  { what: 'who leaves within 7 days', most: 1.5, path: () => '/api/user?limit=50&status=expiring-7' },
  { what: 'who leaves within 30 days', most: 1.5, path: () => '/api/user?limit=50&status=expiring-30' },
  { what: 'the last 25 who left', most: 1.5, path: () => '/api/user?limit=25&status=expired' },
  { what: 'who has a seat', most: 1.5, path: () => '/api/user?limit=50&hasSeat=true' },
  { what: 'for whom a seat is kept', most: 1.5, path: () => '/api/user?limit=50&status=expired&hasSeat=true' },
  { what: 'seat map', most: 1.5, path: () => '/api/user/seats' },
  { what: 'search by phone', most: 3, path: () => '/api/user?limit=50&search=98%200000%200042' },
  { what: 'search by email', most: 3, path: () => '/api/user?limit=50&search=reader-99%40' },
  { what: 'search by seat', most: 3, path: () => '/api/user?limit=50&search=seat%2012' },
  { what: 'search for 12, which 50 people have against 2', most: 3, path: () => '/api/user?limit=50&search=12' },
  { what: 'search for a name that all have', most: 3, path: () => '/api/user?limit=50&search=of%20the%20hall' },
  { what: 'search that finds nobody', most: 3, path: () => '/api/user?limit=50&search=zebra' },
  { what: 'the switcher, people', most: 3, path: () => '/api/user?limit=5&search=reader%201' },
  { what: 'the switcher, documents', most: 3, path: () => '/api/document?limit=5&search=reader%201' },
  { what: 'newest 50 fees', most: 1.5, path: () => '/api/user/fees?limit=50' },
  { what: 'unpaid fees', most: 1.5, path: () => '/api/user/fees?limit=50&status=unpaid' },
  { what: 'paid fees', most: 1.5, path: () => '/api/user/fees?limit=50&status=paid' },
  { what: 'fees of a student', most: 1.5, path: ({ student }) => `/api/user/fees/${student}` },
  { what: 'account of a student', most: 1.5, path: ({ student }) => `/api/user/fees/accounts/${student}` },
  { what: 'sums of fees', most: 1.5, path: () => '/api/user/fees/summary' },
  { what: 'students with what they owe', most: 1.5, path: () => '/api/user/fees/accounts?limit=50' },
  { what: 'search in fees', most: 3, path: () => '/api/user/fees?limit=50&search=reader-99%40' },
  { what: 'sums of a search in fees', most: 3, path: () => '/api/user/fees/summary?search=reader-99%40' },
  { what: 'twelve months of fees', most: 1.5, path: () => '/api/user/fees/months' },
  { what: 'dues by age', most: 1.5, path: () => '/api/user/fees/ageing' },
  { what: 'worklist of dues', most: 1.5, path: () => '/api/user/fees/dues?limit=50' },
  { what: 'worklist of what is overdue', most: 1.5, path: () => '/api/user/fees/dues?limit=50&age=overdue' },
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

/** Exports all fees as one table while people read lists: how long the export takes, and how long the readers wait. */
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

/** Starts a server on a library of this size: filled on SQLite, and copied to PostgreSQL if that is measured. */
const open = async (size: Size, start: Start, folder: string): Promise<Grown> => {
  const dataDir = join(folder, size)
  await (await start({ DATA_DIR: dataDir })).stop()
  const { database, category } = fillLibrary(dataDir, sizes[size].documents)
  fillPeople(database, sizes[size].people)
  const student = fillFees(database)
  const group = await fillMessages(database, sizes[size].messages)
  const filled = await openFilled(dataDir)
  return { server: await start(filled.settings), filled, category, student, group }
}

type Start = (settings: Record<string, string>) => Promise<Running>

/**
 * Makes the same calls to a small library and to one a hundred times as large, in turn: 3,600 fees and 360,000. On SQLite, or in
 * two new databases on the PostgreSQL server of `DATABASE_URL`.
 */
export const measureGrowth = async (start: Start, folder: string): Promise<Result[]> => {
  const opened: Grown[] = []
  try {
    const small = await open('small', start, folder)
    opened.push(small)
    const large = await open('large', start, folder)
    opened.push(large)
    const results: Result[] = []
    for (const question of questions) {
      const took = { small: [] as number[], large: [] as number[] }
      for (let round = 0; round < rounds; round++) {
        took.small.push(await askFresh(small, question))
        took.large.push(await askFresh(large, question))
      }
      const limit = { what: 'a hundredth of the size', measured: median(took.small) }
      results.push({ what: `${question.what}, grown`, unit: 'ms', measured: median(took.large), limit, atMost: question.most })
    }
    return [...results, ...(await measureExport(large))]
  } finally {
    for (const { server, filled } of opened) {
      await server.stop()
      await filled.close()
    }
  }
}
