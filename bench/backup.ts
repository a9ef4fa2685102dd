import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { account, token } from './library.ts'
import type { Bench } from './lists.ts'
import type { Result } from './measure.ts'
import { fileHere, load, memoryOf } from './processes.ts'

const files = Number(process.env.BENCH_BACKUP_MB ?? 200)
const fileBytes = 1_048_576
const rows = 100_000

/** Fills a server with data to back up: rows of the audit, and files of many megabytes. */
const fill = (dataDir: string, database: string): void => {
  const db = new DatabaseSync(database, { timeout: 10_000 })
  db.exec('begin immediate')
  const file = db.prepare('insert into files (sha256, size, media_type, created_at) values (?, ?, ?, ?)')
  for (let number = 0; number < files; number++) {
    const bytes = randomBytes(fileBytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    mkdirSync(join(dataDir, 'files', sha256.slice(0, 2)), { recursive: true })
    writeFileSync(join(dataDir, 'files', sha256.slice(0, 2), sha256), bytes)
    file.run(sha256, bytes.length, 'application/pdf', new Date().toISOString())
  }
  const row = db.prepare('insert into audit (id, at, actor_name, action, after) values (?, ?, ?, ?, ?)')
  const at = new Date().toISOString()
  for (let number = 0; number < rows; number++)
    row.run(`bench-${number}`, at, account.email, 'users.update', JSON.stringify({ name: `Person ${number}`, phone: '98765 43210' }))
  db.exec('commit')
  db.close()
}

type Ran = { seconds: number; peak: number }

/** Runs one of the server's programs to its end and records its peak memory. */
const run = (dataDir: string, name: string, ...args: string[]): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    const child = spawn(process.execPath, [fileHere(`../dist/server/${name}.js`), ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP_DIR: join(dataDir, '..', 'bench-backups') },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, memoryOf(child.pid ?? 0) ?? 0)
    }, 50)
    child.once('close', (code) => {
      clearInterval(watch)
      if (code === 0) resolve({ seconds: (performance.now() - start) / 1_000, peak })
      else reject(new Error(`${name} ended with ${code}.`))
    })
  })

/** Measures a full backup while people read lists: its time and memory, and how long the readers wait. */
export const measureBackup = async ({ carrel, folder, database }: Bench): Promise<Result[]> => {
  const dataDir = join(folder, 'data')
  fill(dataDir, database)
  const reading = { url: `${carrel.origin}/api/document?limit=50`, headers: { authorization: token }, connections: 4, rate: 200 }
  const quiet = await load({ ...reading, seconds: 5 })
  const [ran, busy] = await Promise.all([run(dataDir, 'backup'), load({ ...reading, seconds: 5 })])
  const what = `${files} MB of files, ${rows.toLocaleString('en-US')} rows more`
  return [
    { what: `backup of ${what}, read again`, unit: 's', measured: ran.seconds, atMost: 30 },
    { what: 'memory of that backup', unit: 'MiB', measured: ran.peak, atMost: 250 },
    { what: 'p99 of a list meanwhile', unit: 'ms', measured: busy.p99, limit: { what: 'without it', measured: quiet.p99 }, atMost: 10 },
  ]
}
