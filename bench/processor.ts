import { existsSync, readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

type Spent = { pid: string; parent: string; ms: number }

/** Milliseconds in a tick of the kernel's clock. */
const TICK = 10

const spentOf = (pid: string): Spent | undefined => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    // Of itself and of its children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { pid, parent: fields[1] ?? '', ms: ticks * TICK }
  } catch {
    return undefined
  }
}

/** Returns the processor time so far of a process and of everything that it has started, in ms. */
export const processorOf = (pid: number): number => {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (spentOf(name) ?? []) : []))
  const sumOf = (one: Spent): number =>
    one.ms + all.filter(({ parent }) => parent === one.pid).reduce((sum, child) => sum + sumOf(child), 0)
  return all.filter((one) => one.pid === String(pid)).reduce((sum, one) => sum + sumOf(one), 0)
}

/** Whether the kernel tells the processor time of each thread in nanoseconds. */
export const hasExactTimes = existsSync('/proc/self/schedstat')

const read = <T>(look: () => T, none: T): T => {
  try {
    return look()
  } catch {
    // The process has ended.
    return none
  }
}

const exactOf = (pid: number): number =>
  read(() => readdirSync(`/proc/${pid}/task`), [])
    .map((thread) => read(() => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]), 0))
    .reduce((sum, nanoseconds) => sum + nanoseconds / 1_000_000, 0)

export type Times = ReadonlyMap<number, number>

/** Returns the exact processor time so far of these processes, in ms. */
export const exactTimesOf = (pids: readonly number[]): Times => new Map(pids.map((pid) => [pid, exactOf(pid)]))

/** Returns the processor time between two readings; a process of the second one alone began in between. */
export const spentBetween = (before: Times, after: Times): number =>
  [...after].reduce((sum, [pid, ms]) => sum + Math.max(0, ms - (before.get(pid) ?? 0)), 0)

/** Returns the processor time so far of the backends of a PostgreSQL database. The server must run on this machine. */
export const timesOfDatabase = async (databaseUrl: string): Promise<Times> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return new Map(rows.map(({ pid }) => [pid, spentOf(String(pid))?.ms ?? 0]))
  } finally {
    await client.end()
  }
}
