/** `npm run bench`: compares the built product with the limits of its parts, in the same run on the same machine. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildState } from '../scripts/freshness.mjs'
import { measureBackup } from './backup.ts'
import { measureCapacity } from './capacity.ts'
import { measureChat } from './chat.ts'
import { measureChrome } from './chrome.ts'
import { measureEncryption } from './encryption.ts'
import { measureFiles } from './files.ts'
import { measureGrowth } from './growth.ts'
import { account, documents, fillLibrary, type Library } from './library.ts'
import { type Bench, measureLists } from './lists.ts'
import { inTurn, type Result, tableOf } from './measure.ts'
import { measureMixed } from './mixed.ts'
import { measureFullMap, measurePages } from './pages.ts'
import { measurePhone } from './phone.ts'
import { fileHere, freePort, memoryOf, type Running, startServer } from './processes.ts'
import { measureScans } from './scans.ts'
import { measureScreens } from './screens.ts'
import { measureSignIn } from './signIn.ts'
import { measureTasks } from './tasks.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const wanted = process.argv.slice(2)
const wants = (subject: string): boolean => wanted.length === 0 || wanted.includes(subject)

const startWith = async (settings: Record<string, string>): Promise<Running> => {
  const port = await freePort()
  const env = { HOST: '127.0.0.1', PORT: String(port), RATE_LIMITS: 'off' }
  const first = { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password }
  return startServer([fileHere('../scripts/start.mjs')], port, { ...env, ...first, ...settings })
}
const startCarrel = (dataDir: string): Promise<Running> => startWith({ DATA_DIR: dataDir })

const measureStart = async (dataDir: string, { database }: Library): Promise<Result[]> => {
  const ours = async () => {
    const carrel = await startCarrel(dataDir)
    await carrel.stop()
    return carrel.startedInMs
  }
  const bare = async () => {
    const port = await freePort()
    const running = await startServer([fileHere('limits/bare.mjs'), JSON.stringify({ port, database })], port)
    await running.stop()
    return running.startedInMs
  }
  const seen = await inTurn(ours, bare, 7)
  return [
    {
      what: 'cold start to /readyz',
      unit: 'ms',
      measured: seen.ours,
      limit: { what: 'Fastify + SQLite', measured: seen.limit },
      atMost: 2.5,
    },
  ]
}

/** The sizes that `npm run check:budgets` checks; they are the same in every run of a commit. */
const measureClient = (): Result[] => {
  const { stdout } = spawnSync(process.execPath, [fileHere('../scripts/budgets.ts')], { encoding: 'utf8' })
  const lines = [...stdout.matchAll(/^\S+ +(JavaScript before sign-in|page \S+) +([\d,]+) of ([\d,]+)$/gm)]
  const kilobytes = (text = ''): number => Number(text.replaceAll(',', '')) / 1_000
  return lines.map(([, what = '', is, may]) => ({ what: `${what}, brotli`, unit: 'KB', measured: kilobytes(is), atMost: kilobytes(may) }))
}

if (buildState() !== 'fresh') spawnSync(process.execPath, [fileHere('../scripts/build.ts')], { stdio: 'inherit' })
const folder = mkdtempSync(join(tmpdir(), 'carrel-bench-'))
const dataDir = join(folder, 'data')
const results: Result[] = []
const add = (found: Result[]): void => {
  results.push(...found)
  for (const one of found) console.error(tableOf([one]).split('\n')[2])
}

/** Subjects that need no library. */
const apart = ['capacity', 'chrome', 'client', 'growth', 'scans', 'tasks']

const measureLibrary = async (): Promise<void> => {
  await (await startCarrel(dataDir)).stop()
  const library = fillLibrary(dataDir)
  if (wants('start')) add(await measureStart(dataDir, library))
  const carrel = await startCarrel(dataDir)
  const bench: Bench = { carrel, folder, database: library.database, seconds }
  await wait(2_000)
  const idle = memoryOf(carrel.pid)
  if (idle && wants('memory')) add([{ what: 'memory, idle', unit: 'MiB', measured: idle, atMost: 110 }])
  if (wants('lists')) add(await measureLists(bench))
  if (wants('screens')) add(await measureScreens(bench, library))
  if (wants('sign-in')) add(await measureSignIn(bench))
  if (wants('chat')) add(await measureChat(bench))
  if (wants('encryption')) add(await measureEncryption(bench))
  if (wants('files')) add(await measureFiles(bench, library))
  if (wants('pages')) add(await measurePages(bench))
  if (wants('phone')) add(await measurePhone(bench))
  if (wants('backup')) add(await measureBackup(bench))
  if (idle && wants('memory')) {
    await wait(60_000)
    const settled = memoryOf(carrel.pid) ?? 0
    add([{ what: 'memory, a minute after the load', unit: 'MiB', measured: settled, limit: { what: 'idle', measured: idle }, atMost: 1.3 }])
  }
  if (wants('mixed')) add(await measureMixed(bench, library))
  await carrel.stop()
}

try {
  if (wanted.length === 0 || wanted.some((subject) => !apart.includes(subject))) await measureLibrary()
  if (wants('pages')) add(await measureFullMap(startWith, folder))
  if (wants('client')) add(measureClient())
  if (wants('chrome')) add(await measureChrome(folder))
  if (wants('scans')) add(await measureScans(folder))
  if (wants('tasks')) add(await measureTasks(folder))
  if (wants('capacity')) add(await measureCapacity(startWith, folder))
  if (wants('growth')) add(await measureGrowth(startWith, folder))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, ${documents} documents, ${seconds} s a phase`
console.log(`\n${machine}\n\n${tableOf(results)}`)
writeFileSync(fileHere('results.json'), `${JSON.stringify({ machine, at: new Date().toISOString(), results }, undefined, 2)}\n`)
