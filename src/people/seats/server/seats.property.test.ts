import { expect, test } from 'vitest'
import { minuteOf, timeOf } from '#contract/dayParts.ts'
import { given } from '#server/testing/given.ts'
import { isHard } from '#server/testing/hard.ts'
import { newAccount } from '#server/testing/people.ts'
import { randomFrom } from '#server/testing/random.ts'
import type { Meeting } from '#system/shifts/shifts.contract.ts'
import type { Seat } from '../seats.contract.ts'
import { endOrRenew, exchange, type MinuteHall, minutesOf, moveShift, type Outcome, place } from './testing/minuteHall.ts'

const SEATS = 5
const PEOPLE = 22
const STEPS = isHard ? 220 : 75

const firstThree = (): MinuteHall['shifts'] =>
  new Map(
    [
      ['morning', 0, 840],
      ['afternoon', 840, 0],
      ['full-day', 0, 0],
    ].map(([key, starts, ends]) => [String(key), { starts: Number(starts), ends: Number(ends), isArchived: false, wasUsed: true }]),
  )

const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-21T10:00:00.000Z')
  const boss = await app.as('superadmin')
  const hall: MinuteHall = { shifts: firstThree(), people: new Map() }
  const ids = new Map<string, string>()
  for (let at = 0; at < PEOPLE; at++) {
    const user = newAccount('student', { name: `P${at}` })
    await app.db.insertInto('users').values(user).execute()
    ids.set(user.name, user.id)
    hall.people.set(user.name, { slot: null, seat: null, former: null, isOver: false, at: null, minutes: new Set() })
  }
  return { app, boss, hall, idOf: (name: string) => ids.get(name) ?? '' }
}

type Given = Awaited<ReturnType<typeof givenHall>>

/** Who has which seat in which minutes: `3 P7: 840-1439`, as the map says. */
const shown = async ({ boss }: Given): Promise<string[]> => {
  const { items } = (await boss.get('/user/seats')).body as { items: Seat[] }
  return items.flatMap(({ seatNumber, holders }) =>
    holders.map(({ name, isExpired, parts }) => {
      const minutes = parts.flatMap(({ from, to }) => [...minutesOf({ starts: minuteOf(from), ends: minuteOf(to) })])
      return [seatNumber, name, isExpired, ...minutes.toSorted((one, other) => one - other)].join(' ')
    }),
  )
}

const meant = ({ hall }: Given): string[] =>
  [...hall.people].flatMap(([name, { at, isOver, minutes }]) =>
    at === null || minutes.size === 0 ? [] : [[at, name, isOver, ...[...minutes].toSorted((one, other) => one - other)].join(' ')],
  )

const assertNobodyShares = async ({ app }: Given): Promise<void> => {
  const pieces = (await app.db.selectFrom('pieces').select('starts').orderBy('starts').execute()).map(({ starts }) => starts)
  const rows = await app.db.selectFrom('seats').selectAll().execute()
  const taken = rows.flatMap(({ seatNumber, piece }) => {
    const ends = pieces[pieces.indexOf(piece) + 1] ?? pieces[0] ?? 0
    return [...minutesOf({ starts: piece, ends })].map((minute) => `${seatNumber} ${minute}`)
  })
  expect(new Set(taken).size).toBe(taken.length)
}

type Random = { one: <T>(choices: readonly T[]) => T; chance: (of: number) => boolean }

const seatedOrNot = (random: Random, { hall, boss, idOf }: Given, name: string) => {
  const [seat, slot] = [random.chance(0.08) ? null : 1 + random.one([0, 1, 2, 3, 4].slice(0, SEATS)), random.one([...hall.shifts.keys()])]
  return { outcome: place(hall, name, { seat, slot }), answer: boss.put(`/user/${idOf(name)}`, { seatNumber: seat, slot }) }
}

const ended = (random: Random, { hall, boss, idOf }: Given, name: string) => {
  const isOver = random.chance(0.6)
  const terminationDate = isOver ? '2026-11-20' : null
  return { outcome: endOrRenew(hall, name, isOver), answer: boss.put(`/user/${idOf(name)}/termination`, { terminationDate }) }
}

const exchanged = (random: Random, { hall, boss, idOf }: Given) => {
  const seated = [...hall.people.keys()].filter((one) => hall.people.get(one)?.seat !== null)
  const name = random.one(seated.length > 1 && random.chance(0.9) ? seated : [...hall.people.keys()])
  const slot = hall.people.get(name)?.slot
  const others = [...hall.people.keys()].filter((one) => one !== name)
  const alike = others.filter((one) => seated.includes(one) && hall.people.get(one)?.slot === slot)
  const other = random.one(alike.length > 0 ? alike : others)
  return { outcome: exchange(hall, name, other), answer: boss.post('/user/seats/exchange', { first: idOf(name), second: idOf(other) }) }
}

const times = (random: Random) => {
  const halfHours = Array.from({ length: 48 }, (_, at) => at * 30)
  return { starts: random.one(halfHours), ends: random.chance(0.1) ? 0 : random.one(halfHours) }
}

const retimed = (random: Random, { hall, boss }: Given) => {
  const [key, to] = [random.one([...hall.shifts.keys()]), times(random)]
  const answer = boss.put(`/customization/shifts/${key}`, { from: timeOf(to.starts), to: timeOf(to.ends) })
  return { outcome: moveShift(hall, key, to), answer }
}

const added = (random: Random, { hall, boss }: Given) => {
  const [key, to] = [`s${hall.shifts.size}`, times(random)]
  hall.shifts.set(key, { ...to, isArchived: false, wasUsed: false })
  const answer = boss.post('/customization/shifts', { name: key.toUpperCase(), from: timeOf(to.starts), to: timeOf(to.ends) })
  return { outcome: { status: 201 }, answer }
}

const archived = (random: Random, { hall, boss }: Given) => {
  const [key, shift] = random.one([...hall.shifts])
  shift.isArchived = !shift.isArchived
  const isLast = [...hall.shifts.values()].every((one) => one.isArchived)
  const answer = boss.put(`/customization/shifts/${key}`, { isArchived: shift.isArchived })
  if (isLast) shift.isArchived = false
  return { outcome: { status: isLast ? 409 : 200 }, answer }
}

const next = (random: Random, hall: Given) => {
  const name = random.one([...hall.hall.people.keys()])
  const kind = random.one(['seat', 'seat', 'seat', 'seat', 'end', 'end', 'exchange', 'retime', 'retime', 'add', 'archive'] as const)
  if (kind === 'seat') return { kind, ...seatedOrNot(random, hall, name) }
  if (kind === 'end') return { kind, ...ended(random, hall, name) }
  if (kind === 'exchange') return { kind, ...exchanged(random, hall) }
  if (kind === 'add' && hall.hall.shifts.size < 9) return { kind, ...added(random, hall) }
  return kind === 'archive' ? { kind, ...archived(random, hall) } : { kind: 'retime', ...retimed(random, hall) }
}

const pairsIn = (meetings: readonly Meeting[]): string[] => meetings.map(({ names }) => names.toSorted().join(' and ')).toSorted()

/** What was made and refused in all halls. */
const seen = new Set<string>()

test.each(['one', 'two', 'three'])(
  'after any changes of shifts and seats, nobody shares a minute of a seat, and clashes are those of a program that counts minutes: %s',
  async (seed) => {
    const hall = await givenHall()
    const from = randomFrom(`shifts ${seed}`)
    const random: Random = { one: (choices) => choices[Math.floor(from() * choices.length)] as never, chance: (of) => from() < of }
    for (let step = 0; step < STEPS; step++) {
      const { kind, outcome, answer }: { kind: string; outcome: Outcome; answer: ReturnType<Given['boss']['get']> } = next(random, hall)
      const { status, body } = await answer
      const what = `step ${step}, ${kind}`
      expect([what, status === 204 ? 200 : status, status === 409 ? body.code : '']).toEqual([
        what,
        outcome.status,
        status === 409 ? body.code : '',
      ])
      if (body?.code === 'shifts.meet' && body.params.more === 0)
        expect([what, pairsIn(body.params.meetings)]).toEqual([what, outcome.names])
      if (body?.code === 'users.seat_taken') expect([what, outcome.names]).toEqual([what, expect.arrayContaining([body.params.name])])
      expect([what, (await shown(hall)).toSorted()]).toEqual([what, meant(hall).toSorted()])
      seen.add(`${kind} ${status}`)
      if (step % 20 === 0) await assertNobodyShares(hall)
    }
    await assertNobodyShares(hall)
  },
)

test('seats and times were changed, and those changes that a hall refuses were refused', () => {
  expect([...seen]).toEqual(expect.arrayContaining(['seat 200', 'seat 409', 'exchange 204', 'retime 200', 'retime 409']))
})
