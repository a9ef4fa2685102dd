import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roundsOf } from '#server/testing/hard.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

/** How often the process is killed. */
const rounds = roundsOf({ ordinary: 2, hard: 30 })

const writer = join(import.meta.dirname, '../testing/writeUntilKilled.ts')
let dataDir: string
const acknowledged = new Set<string>()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carrel-killed-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

/** Lets the other process write and kills it, up to half a second after its first acknowledgement. */
const writeAndKill = async (): Promise<void> => {
  const child = spawn(process.execPath, [writer, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!printed) setTimeout(() => child.kill('SIGKILL'), Math.random() * 500)
    printed += text
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
  // The last line may be cut off.
  for (const name of printed.split('\n').slice(0, -1)) acknowledged.add(name)
}

const reopened = async (): Promise<{ stored: string[]; check: unknown[]; startMs: number }> => {
  const start = performance.now()
  const database = await connect({ databaseUrl: undefined, dataDir })
  await migrate(database)
  const rows = await database.db.selectFrom('secrets').select('name').execute()
  const startMs = performance.now() - start
  const { rows: check } = await sql`pragma integrity_check`.execute(database.db)
  await database.close()
  return { stored: rows.map((row) => row.name), check, startMs }
}

test.each(Array.from({ length: rounds }, (_, at) => at + 1))(
  'killed in the middle of writing, time %i: all that was acknowledged is there, and nothing by halves',
  async () => {
    const before = acknowledged.size
    await writeAndKill()
    const { stored, check, startMs } = await reopened()
    const there = new Set(stored)
    expect(acknowledged.size).toBeGreaterThan(before)
    expect([...acknowledged].filter((name) => !there.has(name))).toEqual([])
    const halves = stored.filter((name) => name.startsWith('pair/') && !there.has(`${name.slice(0, -1)}${name.endsWith('1') ? 2 : 1}`))
    expect(halves).toEqual([])
    expect(check).toEqual([{ integrityCheck: 'ok' }])
    expect(startMs).toBeLessThan(10_000)
  },
)
