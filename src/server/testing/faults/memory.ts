import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { isHard } from '../hard.ts'
import type { Program } from '../program.ts'

/** After a load, a server returns to this many times of what it used before any. */
const MEMORY_TARGET = 1.3

/** Writes that the servers acknowledge before they are measured again, so that one which was started last has worked too. */
export const WARM_WRITES = 300

/** A server gives memory back every ten seconds in which it is quiet. */
const STEADY_MS = 15_000
const SETTLED_MS = 120_000

export type Memory = {
  /** Waits until the programs, which are at rest, have returned to the target, for two minutes at most. */
  afterLoad: () => Promise<{
    /** The highest ratio, for the table. */
    text: string
    assertReturned: () => void
  }>
}

/** The resident memory of a program, in kibibytes. */
const residentOf = ({ child }: Program): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? Number.NaN)

/** Waits until the memory of a program at rest has not fallen for a while; returns the least. */
const steadyOf = async (program: Program): Promise<number> => {
  let [least, since] = [residentOf(program), performance.now()]
  for (const until = since + SETTLED_MS; performance.now() < Math.min(since + STEADY_MS, until); await wait(500)) {
    const now = residentOf(program)
    if (now < 0.99 * least) since = performance.now()
    least = Math.min(least, now)
  }
  return least
}

/**
 * Measures programs at rest before any load, to compare them after it with themselves, or with those that have replaced them in the
 * list. Only in `npm run test:hard`, and on Linux.
 */
export const givenMemory = async (programs: () => readonly Program[]): Promise<Memory | undefined> => {
  if (!isHard || process.platform !== 'linux') return undefined
  const idle = await Promise.all(programs().map(steadyOf))
  const highest = (): number => Math.max(...programs().map((program, at) => residentOf(program) / (idle[at] ?? 0)))
  return {
    afterLoad: async () => {
      for (const until = performance.now() + SETTLED_MS; highest() > MEMORY_TARGET && performance.now() < until; ) await wait(500)
      const ratio = highest()
      return { text: `${ratio.toFixed(2)} ×`, assertReturned: () => expect(ratio, 'memory at rest').toBeLessThanOrEqual(MEMORY_TARGET) }
    },
  }
}
