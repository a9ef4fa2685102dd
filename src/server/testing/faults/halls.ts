import { availableParallelism, loadavg } from 'node:os'
import { expect } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { type FaultRow, reportRow } from '../hard.ts'
import { type GivenNodes, givenNodes, type Place, type SignedIn } from '../nodes.ts'
import { givenFolder, type RunningServer, run, startServer } from '../program.ts'
import { givenSignedIn } from '../signedIn.ts'
import { compare } from './compare.ts'
import { type Memory, WARM_WRITES } from './memory.ts'
import { type Hall, send, type Work } from './work.ts'

/* Halls for fault tests, and what every such test asserts at its end. */

const STUDENTS = 4

const givenCategory = async (place: Place, admin: SignedIn): Promise<string> => {
  const { status, body } = await send(place, admin, 'POST', '/category', { name: 'Physics' })
  if (status !== 201) throw new Error(`The category could not be created: ${status}`)
  return String(body._id)
}

export type OneServer = { hall: Hall; server: () => RunningServer; start: () => Promise<void>; env: Record<string, string> }

/** A hall on one server with SQLite. `start` starts the server again, on the same port. */
export const givenOneServer = async (more: Record<string, string> = {}): Promise<OneServer> => {
  const settings = { DATA_DIR: await givenFolder(), RATE_LIMITS: 'off', ...more }
  const database = await connect({ databaseUrl: undefined, dataDir: settings.DATA_DIR })
  await migrate(database)
  const admin = await givenSignedIn(database.db, 'superadmin', 'Meera Iyer')
  const students: SignedIn[] = []
  for (let number = 1; number <= STUDENTS; number++) students.push(await givenSignedIn(database.db, 'student', `Person${number}`))
  await database.close()
  let server = await startServer(settings)
  const env = { ...settings, PORT: String(server.port) }
  const hall: Hall = { place: () => server, admin, students, category: await givenCategory(server, admin) }
  const start = async (): Promise<void> => {
    server = await startServer(env)
  }
  return { hall, server: () => server, start, env }
}

/** A hall on nodes that share one PostgreSQL and Redis, with people who reach them through the balancer. */
export const givenHallOfNodes = async (
  count: number,
  options?: Parameters<typeof givenNodes>[1],
): Promise<{ hall: Hall; given: GivenNodes }> => {
  const given = await givenNodes(count, { ...options, env: { RATE_LIMITS: 'off', ...options?.env } })
  const admin = await given.person('superadmin', 'Meera Iyer')
  const students: SignedIn[] = []
  for (let number = 1; number <= STUDENTS; number++) students.push(await given.person('student', `Person${number}`))
  const category = await givenCategory(given.balancer, admin)
  return { given, hall: { place: () => given.balancer, admin, students, category } }
}

/** Runs the doctor; returns its exit code and what it printed. */
const examine = async (env: Record<string, string>): Promise<[number | string | null, string]> => {
  const doctor = run('doctor', env)
  return [await doctor.ended, doctor.stdout() + doctor.stderr()]
}

type Ending = {
  work: Work
  hall: Hall
  places: readonly Place[]
  row: Pick<FaultRow, 'test' | 'rounds'> & { more?: string }
  since: number
  memory?: Memory | undefined
}

/**
 * Ends the work, reads everything back through each place, reports the row and asserts that nothing is lost, doubled or out of order,
 * and that no call was answered in an unplanned way.
 */
export const assertNothingLost = async (
  { work, hall, places, row: { more, ...row }, since, memory }: Ending,
  allowed: readonly string[] = [],
) => {
  const before = work.count()
  if (memory) await expect.poll(work.count, { timeout: 300_000 }).toBeGreaterThan(before + WARM_WRITES)
  await work.finish()
  const measured = await memory?.afterLoad()
  const found = await Promise.all(places.map((place) => compare(place, hall, work)))
  const { messages, payments, documents, reactions } = work.acknowledged
  const done = `${messages.size} messages, ${payments.size} payments, ${documents.size} uploads, ${reactions.size} reactions`
  const sum = (what: 'lost' | 'doubled' | 'disordered') => Math.max(...found.map((one) => one[what].length))
  const seconds = Math.round((performance.now() - since) / 1_000)
  reportRow({
    ...row,
    done: more ? `${done}; ${more}` : done,
    lost: sum('lost'),
    doubled: sum('doubled'),
    disordered: sum('disordered'),
    ...(measured && { memory: measured.text }),
    seconds,
  })
  measured?.assertReturned()
  for (const one of found) expect(one).toEqual({ lost: [], doubled: [], disordered: [] })
  expect(Math.min(messages.size, payments.size, documents.size, reactions.size)).toBeGreaterThan(0)
  const planned = new Set(['200', '201', '503', 'none', ...allowed])
  expect([...work.said].filter(([kind]) => !planned.has(kind))).toEqual([])
}

export const assertHealthy = async (env: Record<string, string>): Promise<void> =>
  expect(await examine(env)).toEqual([0, expect.stringContaining('No problems found.')])

/**
 * Asserts that the doctor finds nothing but files without a row: an upload whose outcome its server could not learn leaves one, which
 * the sweep removes after its grace time. Never a row without its file.
 */
export const assertOnlyLeftovers = async (env: Record<string, string>): Promise<void> => {
  const [code, text] = await examine(env)
  const lines = text.split('\n').filter((line) => line !== '' && !/^files: A stored file belongs to nothing: |^Problems found: /.test(line))
  if (code !== 0) expect(lines).toEqual([])
}

/** A killed server serves again within ten seconds; where others use the machine at the same time, within as many times that. */
export const startLimitMs = (): number => 10_000 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
