import { expect, test } from 'vitest'
import type { Rule } from '#money/shift-change/server/testing/daysInFees.ts'
import { assertPassesSound } from '#people/seats/server/testing/assertSound.ts'
import { given } from '#server/testing/given.ts'
import { isHard } from '#server/testing/hard.ts'
import { newAccount } from '#server/testing/people.ts'
import { addShift, anchor, makeStep } from './testing/daySteps.ts'
import { assertAsMeant, assertHistory, assertMoney, type Desk, dateOf, givenWalk, randomWalk, todayIn } from './testing/dayWalk.ts'
import { checksOf } from './testing/givenPassHall.ts'
import { advance } from './testing/minuteDays.ts'

const PEOPLE = 14
const STEPS = isHard ? 400 : 100
const SEEDS = isHard ? 40 : 3
const FIRST = '2026-11-08'
const LAST_MINUTE = 21 * 1_440
const rules: readonly Rule[] = ['days', 'full', 'half']

const instantOf = (minute: number): string => new Date(Date.parse(`${FIRST}T00:00:00+05:30`) + minute * 60_000).toISOString()

const givenHall = async (seed: number, now: number) => {
  const app = await given()
  app.setNow(instantOf(now))
  let boss = await app.as('superadmin')
  const people = new Map<string, string>()
  for (let at = 0; at < PEOPLE; at++) {
    const user = newAccount('student', { name: `P${at}` })
    await app.db.insertInto('users').values(user).execute()
    people.set(user.name, user.id)
  }
  const desk: Desk = (method, path, body) =>
    method === 'GET' ? boss.get(path) : method === 'PUT' ? boss.put(path, body) : boss.post(path, body)
  const walk = await givenWalk(desk, {
    people,
    first: FIRST,
    now,
    rule: rules[seed % rules.length] ?? 'days',
    saleDays: [-1, 0, 0, 0, 1, 2],
  })
  const goOn = async (minutes: number): Promise<void> => {
    advance(walk.days, Math.min(minutes, LAST_MINUTE - walk.days.now))
    app.setNow(instantOf(walk.days.now))
    boss = await app.as('superadmin')
  }
  return { app, walk, goOn }
}

/** What was made and refused in all halls. */
const seen = new Set<string>()

/*
 * With an even seed one shift begins at midnight and keeps its times, and the clock goes on by half hours. With an odd one any shift
 * may move, and it is always five past midnight: the second program has no pieces, so it cannot tell when a piece that runs over
 * midnight ends.
 */
test.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  'students and visitors have what a second program gives them, after any changes of a hall over several days: %i',
  { timeout: isHard ? 600_000 : 120_000 },
  async (seed) => {
    const hasAnchor = seed % 2 === 0
    const random = randomWalk(`days ${seed}`)
    const { app, walk, goOn } = await givenHall(seed, 1_440 + 5)
    if (hasAnchor) expect((await addShift(walk, anchor, { starts: 0, ends: 720 }, 700)).answer.status).toBe(201)
    for (let step = 0; step < STEPS; step++) {
      if (random.chance(0.1)) await goOn(hasAnchor ? 30 * random.one([1, 3, 8, 20, 30]) : 1_440)
      const made = await makeStep(random, walk)
      if (!made) continue
      const { kind, outcome, answer } = made
      const status = answer.status === 204 ? 200 : answer.status
      const what = `step ${step}, ${kind}, ${status === outcome.status ? '' : JSON.stringify(answer.body)}`
      expect([what, status]).toEqual([what, outcome.status])
      await assertAsMeant(walk, what)
      if (step % 5 === 0) await assertPassesSound(app.db, dateOf(walk, todayIn(walk)))
      seen.add(`${kind} ${status < 300 ? 'made' : 'refused'}`)
    }
    await assertHistory(walk)
    await assertMoney(walk)
    expect(await checksOf(app)).toEqual([])
  },
)

test('each kind of change was made, and those that a hall refuses were refused', () => {
  const all = ['seat', 'change', 'end', 'exchange', 'retime', 'sell', 'outage']
  const wanted = [...all.map((kind) => `${kind} made`), ...all.map((kind) => `${kind} refused`), 'void made', 'end outage made', 'pay made']
  expect(wanted.filter((what) => !seen.has(what))).toEqual([])
})
