import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addDays, dayIn } from '#contract/day.ts'
import { addMonths } from '#contract/month.ts'
import type { Place, SignedIn } from '../nodes.ts'
import { givenFolder } from '../program.ts'
import { send } from './work.ts'

export const DAY_MS = 86_400_000

export type ShiftedClock = { env: Record<string, string>; shift: (ms: number) => Promise<void> }

/** The clock of programs that are started with `env`, which can be moved while they run. */
export const givenClock = async (ms = 0): Promise<ShiftedClock> => {
  const file = join(await givenFolder(), 'shift')
  let current = ms
  const write = (): void => {
    writeFileSync(`${file}.new`, String(current))
    renameSync(`${file}.new`, file)
  }
  write()
  const preload = new URL('shiftedClock.mjs', import.meta.url)
  return {
    env: { NODE_OPTIONS: `--import=${preload.href}`, CLOCK_SHIFT_FILE: file },
    shift: async (to) => {
      current = to
      write()
      // The programs read it every 20 ms.
      await wait(200)
    },
  }
}

/**
 * Lets students join whose next month begins tomorrow: a clock that is a day ahead charges it. Returns a function that lists the
 * charged months, such as `New 1 2026-11`, and the entries that must be among them, each once.
 */
export const givenJoined = async (place: () => Place, admin: SignedIn, count: number) => {
  const tomorrow = addDays(dayIn('Asia/Kolkata', new Date()), 1)
  const joined = addMonths(tomorrow, -12)
  for (let number = 1; number <= count; number++) {
    const account = { role: 'student', name: `New ${number}`, email: `new-${number}@example.org`, password: 'a good long one' }
    const { status } = await send(place(), admin, 'POST', '/user', { ...account, dateJoinedLibrary: joined })
    if (status !== 201) throw new Error(`The student could not be created: ${status}`)
  }
  const { status } = await send(place(), admin, 'PUT', '/customization/hall', { monthlyFee: 900, monthBegins: 'joining-day' })
  if (status !== 200) throw new Error(`The fee could not be confirmed: ${status}`)
  const charged = async (): Promise<string[]> => {
    const { body } = await send(place(), admin, 'GET', '/user/fees?search=New')
    const fees = body.items as { month: number; year: number; student: { name: string } }[]
    return fees.map(({ student, month, year }) => `${student.name} ${year}-${String(month).padStart(2, '0')}`)
  }
  return { charged, expected: Array.from({ length: count }, (_, at) => `New ${at + 1} ${tomorrow.slice(0, 7)}`) }
}
