import { type Library, token } from './library.ts'
import type { Bench } from './lists.ts'
import type { Result } from './measure.ts'
import { load, runProgram } from './processes.ts'

const screens = 500
const changes = 5
/** Covers opening the sockets, and the changes with the pauses between them. */
const seconds = 15

/** Five hundred open screens and occasional changes that all of them show, while other people call from another process. */
export const measureScreens = async ({ carrel }: Bench, { category }: Library): Promise<Result[]> => {
  const settings = { origin: carrel.origin, token, screens, changes, category }
  const url = `${carrel.origin}/api/user/dashboard`
  const others = { url, headers: { authorization: token }, connections: 4, rate: 50, seconds }
  const usual = await load({ ...others, seconds: 3 })
  const beside = async (program: object) => {
    const [{ lastMs }, { p99 }] = await Promise.all([runProgram<{ lastMs: number }>('screens.mjs', program), load(others)])
    return { lastMs, p99 }
  }
  const lists = await beside(settings)
  const themes = await beside({ ...settings, theme: true })
  return [
    { what: `p99 of others while ${screens} screens ask again`, unit: 'ms', measured: lists.p99, atMost: 100 },
    { what: `p99 of others while ${screens} screens change their theme`, unit: 'ms', measured: themes.p99, atMost: 100 },
    { what: 'p99 of others without any screen', unit: 'ms', measured: usual.p99 },
    { what: `a change until the last of ${screens} screens shows it`, unit: 'ms', measured: lists.lastMs, atMost: 3_000 },
    { what: `a theme until the last of ${screens} screens has it`, unit: 'ms', measured: themes.lastMs, atMost: 3_000 },
  ]
}
