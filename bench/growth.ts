import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { fillAudit } from './auditing.ts'
import { type Filled, openFilled, type Start } from './databases.ts'
import { fillFees } from './fees.ts'
import { type Question, questions, type Subjects } from './growth.questions.ts'
import { fillHall } from './hall.ts'
import { fillLibrary, token } from './library.ts'
import { median, type Result } from './measure.ts'
import { fillMessages } from './messages.ts'
import { fillModerated } from './moderated.ts'
import { fillPasses } from './passes.ts'
import { fillPeople, studentToken } from './people.ts'
import { load, memoryOf, type Running } from './processes.ts'
import { exactTimesOf, hasExactTimes, spentBetween } from './processor.ts'
import { fillTexts } from './texts.ts'

/** How many times the small hall the large one has of everything; 10 fills in a minute. */
const TIMES = Number(process.env.GROWTH_TIMES ?? 100)
const sizesOf = (times: number) => ({
  people: 100 * times,
  documents: 1_000 * times,
  messages: 10_000 * times,
  passes: 200 * times,
  audit: 30_000 * times,
})
const sizes = { small: sizesOf(1), large: sizesOf(TIMES) }
type Size = keyof typeof sizes

/** Rounds before those that count, while the program is still being compiled. */
const WARM_UP = 3
const ROUNDS = Number(process.env.GROWTH_ROUNDS ?? 41)
/** Processor time that a call of the large hall may take whatever its ratio: `docs/decisions/0047-growth.md`. */
const ENOUGH_MS = 30
/** How often the rounds are repeated for a question that misses its target, since other programs may have been the reason. */
const REPEATS = Number(process.env.GROWTH_REPEATS ?? 2)

/** Where the filled data is kept for the next run; a new folder each time by default. */
const keptFolder = process.env.GROWTH_FOLDER
/** Parts of names, with commas between them: only these questions are asked. */
const only = process.env.GROWTH_ONLY

type Grown = { server: Running; filled: Filled; subjects: Subjects }

const timesOf = async ({ server, filled }: Pick<Grown, 'server' | 'filled'>) => exactTimesOf([server.pid, ...(await filled.backends())])

/** In milliseconds: a server at rest uses less than this much of the processor in a second. */
const AT_REST = 20

/** Waits until a server that was started has looked through its files and has nothing left to do, so that no question pays for it. */
const untilAtRest = async (grown: Pick<Grown, 'server' | 'filled'>): Promise<void> => {
  if (!hasExactTimes) return
  for (let calm = 0; calm < 3; ) {
    const before = await timesOf(grown)
    await wait(1_000)
    calm = spentBetween(before, await timesOf(grown)) < AT_REST ? calm + 1 : 0
  }
}

/**
 * Makes one uncached call: the revision is raised before it, as a write would raise it. Returns the processor time that the server and
 * its database took for it, which other programs on the machine do not lengthen; the time until the reply if the kernel does not tell.
 */
const askFresh = async ({ server, filled, subjects }: Grown, question: Question): Promise<number> => {
  await filled.raiseRevisions()
  const path = question.path(subjects)
  const times = async () => (hasExactTimes ? timesOf({ server, filled }) : exactTimesOf([]))
  const [before, start] = [await times(), performance.now()]
  const answer = await fetch(`${server.origin}${path}`, { headers: { authorization: question.token ?? token } })
  await answer.arrayBuffer()
  const took = performance.now() - start
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}.`)
  return hasExactTimes ? spentBetween(before, await times()) : took
}

/** Asks both in turn until the target is met or the repeats are used up; all rounds count. */
const measureQuestion = async (small: Grown, large: Grown, question: Question): Promise<Result> => {
  const took = { small: [] as number[], large: [] as number[] }
  for (let repeat = 0; repeat <= REPEATS; repeat++) {
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const [one, other] = [await askFresh(small, question), await askFresh(large, question)]
      if (round < 0) continue
      took.small.push(one)
      took.large.push(other)
    }
    if (median(took.large) <= Math.max(ENOUGH_MS, median(took.small) * question.most)) break
  }
  const limit = { what: 'a hundredth of the size', measured: median(took.small) }
  return { what: `${question.what}, grown`, unit: 'ms', measured: median(took.large), limit, atMost: question.most, enough: ENOUGH_MS }
}

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

/** Fills the database of a stopped server, and returns what the questions ask for. */
const fill = (dataDir: string, size: Size): Subjects => {
  const { people, documents, messages, passes, audit } = sizes[size]
  const { database, category } = fillLibrary(dataDir, 0)
  fillPeople(database, people)
  const document = fillTexts(database, documents)
  const student = fillFees(database)
  fillPasses(database, passes)
  const group = fillMessages(database, messages)
  const hash = createHash('sha256').update(studentToken).digest('hex')
  const found = { category, document, student, group, message: fillModerated(database, hash), ...fillHall(database, hash) }
  fillAudit(database, audit)
  const db = new DatabaseSync(database)
  const first = (text: string) => String(db.prepare(text).get()?.id)
  const staff = first(`select id from users where role = 'superadmin'`)
  const fee = first(`select id from charges where user_id = '${student}' order by period limit 1`)
  const payment = first(`select id from payments where user_id = '${student}' order by id limit 1`)
  db.exec('pragma wal_checkpoint(truncate)')
  db.close()
  const today = new Date().toISOString().slice(0, 10)
  const month = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 7)
  return { ...found, staff, fee, payment, today, month }
}

/** Starts a server on a library of this size: filled on SQLite, and copied to PostgreSQL if that is measured. */
const open = async (size: Size, start: Start, folder: string): Promise<Grown> => {
  const dataDir = join(keptFolder ?? folder, size)
  const noted = join(dataDir, 'subjects.json')
  if (!existsSync(noted)) {
    await (await start({ DATA_DIR: dataDir })).stop()
    writeFileSync(noted, JSON.stringify(fill(dataDir, size)))
  }
  const subjects = JSON.parse(readFileSync(noted, 'utf8')) as Subjects
  const filled = await openFilled(dataDir, start, keptFolder === undefined ? undefined : `carrel_growth_${size}`)
  const server = await start(filled.settings)
  await untilAtRest({ server, filled })
  return { server, filled, subjects }
}

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
    for (const question of questions.filter(({ what }) => only?.split(',').some((part) => what.includes(part)) ?? true)) {
      const result = await measureQuestion(small, large, question)
      console.error(result.what, result.measured.toFixed(2), (result.measured / (result.limit?.measured ?? 1)).toFixed(2))
      results.push(result)
    }
    return only ? results : [...results, ...(await measureExport(large))]
  } finally {
    for (const { server, filled } of opened) {
      await server.stop()
      await filled.close()
    }
  }
}
