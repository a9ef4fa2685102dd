import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { roundsOf } from '#server/testing/hard.ts'
import { type RunningServer, run, signInFirst, startServer } from '#server/testing/program.ts'
import { givenStarted } from '#server/testing/startedHall.ts'
import type { Payment } from '../fees.shapes.contract.ts'

/** How often the server is killed. */
const rounds = roundsOf({ ordinary: 1, hard: 10 })

const student = { role: 'student', password: 'a good long one', dateJoinedLibrary: '2026-01-31' }

/** Everything that the server acknowledged across restarts: amounts by receipt number, and the voided receipts. */
type Acknowledged = { amounts: Map<string, number>; voided: Set<string> }

const payAndKill = async (server: RunningServer, token: string, students: readonly string[], { amounts, voided }: Acknowledged) => {
  let gone = false
  const clerk = async (side: number) => {
    for (let turn = 1; !gone; turn++) {
      const body = {
        studentId: students[turn % students.length],
        amount: 100 + turn,
        method: 'cash',
        clientId: `${Date.now()}-${side}-${turn}`,
      }
      // A clerk would send a call without a response again with the same id; here it is not counted.
      const paid = await server.call('POST', '/user/fees/payments', body, token).catch(() => undefined)
      if (paid?.status !== 201) continue
      amounts.set(paid.body.receiptNumber, paid.body.amount)
      if (turn % 4 !== 0) continue
      const path = `/user/fees/payments/${paid.body._id}/void`
      const answer = await server.call('POST', path, { reason: 'Mistake' }, token).catch(() => undefined)
      if (answer?.status === 200) voided.add(paid.body.receiptNumber)
    }
  }
  const working = Array.from({ length: 8 }, (_, side) => clerk(side))
  const before = amounts.size
  await expect.poll(() => Math.min(amounts.size - before, voided.size), { timeout: 10_000 }).toBeGreaterThan(0)
  await wait(Math.random() * 500)
  server.child.kill('SIGKILL')
  expect(await server.ended).toBe('SIGKILL')
  gone = true
  await Promise.all(working)
}

test(`a server that is killed during payments (${rounds}×): every acknowledged one exists, numbers have no gap, and the doctor finds nothing`, {
  timeout: 30_000 + rounds * 15_000,
}, async () => {
  const env = { DATA_DIR: await givenStarted(), RATE_LIMITS: 'off' }
  const acknowledged: Acknowledged = { amounts: new Map(), voided: new Set() }
  let server = await startServer(env)
  const first = await signInFirst(server)
  const students: string[] = []
  for (const name of ['Asha', 'Bela', 'Chitra'])
    students.push((await server.call('POST', '/user', { ...student, name, email: `${name}@example.org` }, first)).body._id)
  await server.call('POST', '/user/fees/generate', {}, first)
  for (let round = 1; round <= rounds; round++) {
    await payAndKill(server, first, students, acknowledged)
    server = await startServer(env)
  }
  const accounts = await Promise.all(students.map((id) => server.call('GET', `/user/fees/accounts/${id}`, undefined, first)))
  const there = new Map(accounts.flatMap(({ body }) => body.payments as Payment[]).map((payment) => [payment.receiptNumber, payment]))
  for (const [number, amount] of acknowledged.amounts) expect([number, there.get(number)?.amount]).toEqual([number, amount])
  for (const number of acknowledged.voided) expect([number, there.get(number)?.voided?.reason]).toEqual([number, 'Mistake'])
  // The list of payments is bounded; below the bound it is complete.
  if (accounts.every(({ body }) => body.payments.length < 1_000))
    expect([...there.keys()].toSorted().map((number) => Number(number.slice(8)))).toEqual([...there.keys()].map((_, at) => at + 1))
  server.child.kill('SIGTERM')
  await server.ended
  const doctor = run('doctor', { DATA_DIR: env.DATA_DIR })
  await doctor.ended
  expect(doctor.stdout()).toMatch(/^No problems found\.\n/)
})
