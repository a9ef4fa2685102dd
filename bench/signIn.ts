import { availableParallelism } from 'node:os'
import { account, token } from './library.ts'
import type { Bench } from './lists.ts'
import { inTurn, median, type Result } from './measure.ts'
import { load, runProgram, type Seen } from './processes.ts'

/** Measures signing in at the highest rate the server allows, while another person reads lists. */
export const measureSignIn = async ({ carrel, seconds }: Bench): Promise<Result[]> => {
  const atOnce = 2 * availableParallelism()
  const body = JSON.stringify(account)
  const headers = { 'content-type': 'application/json' }
  // The number of passwords that the server checks at once, which leaves a processor for other calls.
  const checksAtOnce = Math.max(1, availableParallelism() - 1)
  const slowest: number[] = []
  const signIn = (): Promise<Seen> =>
    load({ url: `${carrel.origin}/api/auth/login`, method: 'POST', headers, body, connections: atOnce, seconds })
  const read = (): Promise<Seen> =>
    load({ url: `${carrel.origin}/api/document?limit=50`, headers: { authorization: token }, connections: 2, rate: 20, seconds })
  const { ours, limit } = await inTurn(
    async () => (await signIn()).perSecond,
    async () => (await runProgram<{ perSecond: number }>('limits/argon2.mjs', { seconds, atOnce: checksAtOnce })).perSecond,
  )
  for (let round = 0; round < 5; round++) slowest.push((await Promise.all([read(), signIn()]))[0].p99)
  return [
    { what: 'sign-in', unit: '/s', measured: ours, limit: { what: 'argon2id alone', measured: limit }, atLeast: 0.8 },
    { what: 'p99 of a list meanwhile', unit: 'ms', measured: median(slowest), atMost: 50 },
  ]
}
