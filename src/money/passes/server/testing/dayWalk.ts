import { expect } from 'vitest'
import { addDays } from '#contract/day.ts'
import { minuteOf, timeOf } from '#contract/dayParts.ts'
import { type Days, feeOf, type Rule } from '#money/shift-change/server/testing/daysInFees.ts'
import type { Seat } from '#people/seats/seats.contract.ts'
import { type MinuteHall, minutesOf, type Outcome } from '#people/seats/server/testing/minuteHall.ts'
import { randomFrom } from '#server/testing/random.ts'
import { dayOf, type MinuteDays, minuteDays } from './minuteDays.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body by what it compares it with
type Answered = { status: number; body: any }
/** Makes a call as a superadmin. */
export type Desk = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Answered>

export type Random = { one: <T>(choices: readonly T[]) => T; chance: (of: number) => boolean }

/** Returns choices that are determined by the text. */
export const randomWalk = (seed: string): Random => {
  const from = randomFrom(seed)
  return { one: (choices) => choices[Math.floor(from() * choices.length)] as never, chance: (of) => from() < of }
}

/** A hall beside its second program, and what was entered so far. */
export type Walk = {
  days: MinuteDays
  hall: MinuteHall
  desk: Desk
  /** The date of day 0. */
  first: string
  rule: Rule
  fees: Map<string, number>
  idOf: Map<string, string>
  /** The fee of each day of the month, for every student who has a fee. */
  charged: Map<string, Days>
  /** In paise. */
  paid: Map<string, number>
  payments: string[]
  outageIds: string[]
  /** The days from today for which passes are sold. */
  saleDays: readonly number[]
  /** The seats of each student, one after the other. */
  history: Map<string, (number | null)[]>
}

export const SEATS = 5
export const PRICE = 60
const firstFees = { morning: 900, afternoon: 500, 'full-day': 1_200.5 }

const firstShifts = (): MinuteHall['shifts'] =>
  new Map(
    [
      ['morning', 0, 840],
      ['afternoon', 840, 0],
      ['full-day', 0, 0],
    ].map(([key, starts, ends]) => [String(key), { starts: Number(starts), ends: Number(ends), isArchived: false, wasUsed: true }]),
  )

type Setting = Pick<Walk, 'first' | 'rule' | 'saleDays'> & { people: ReadonlyMap<string, string>; now: number }

export const givenWalk = async (desk: Desk, { people, first, now, rule, saleDays }: Setting): Promise<Walk> => {
  const nobody = { slot: null, seat: null, former: null, isOver: false, at: null, minutes: new Set<number>() }
  const hall: MinuteHall = { shifts: firstShifts(), people: new Map([...people.keys()].map((name) => [name, { ...nobody }])) }
  const settings = { slotFees: firstFees, partMonth: rule, monthBegins: 'first', dayPassFee: PRICE }
  expect((await desk('PUT', '/customization/hall', settings)).status).toBe(200)
  return {
    ...{ days: minuteDays(hall, now), hall, desk, first, rule, fees: new Map(Object.entries(firstFees)), idOf: new Map(people) },
    ...{ charged: new Map(), paid: new Map(), payments: [], outageIds: [], saleDays },
    history: new Map([...people.keys()].map((name) => [name, []])),
  }
}

export const dateOf = ({ first }: Walk, day: number): string => addDays(first, day)
export const todayIn = ({ days }: Walk): number => dayOf(days.now)

/** Returns the day of the month, from 0. */
export const dayInMonth = (walk: Walk): number => Number(dateOf(walk, todayIn(walk)).slice(8)) - 1

const sorted = (minutes: Iterable<number>): number[] => [...minutes].toSorted((one, other) => one - other)

/** Who has which seat in which minutes, as the map says: `3 P7: 840-1439`, and the receipts of today's visitors. */
const shown = async ({ desk }: Walk) => {
  const { items } = (await desk('GET', '/user/seats')).body as { items: Seat[] }
  const students = items.flatMap(({ seatNumber, holders }) =>
    holders.map(({ name, isExpired, parts }) => {
      const minutes = parts.flatMap(({ from, to }) => [...minutesOf({ starts: minuteOf(from), ends: minuteOf(to) })])
      return [seatNumber, name, isExpired, ...sorted(minutes)].join(' ')
    }),
  )
  const visitors = items.flatMap(({ seatNumber, visitors: visiting }) => visiting.map(({ paymentId }) => `${seatNumber} ${paymentId}`))
  const out = items.filter(({ outOfOrder }) => outOfOrder).map(({ seatNumber }) => seatNumber)
  return { students: students.toSorted(), visitors: visitors.toSorted(), out }
}

const meant = (walk: Walk) => {
  const { hall, days, payments } = walk
  const students = [...hall.people].flatMap(([name, { at, isOver, minutes }]) =>
    at === null || minutes.size === 0 ? [] : [[at, name, isOver, ...sorted(minutes)].join(' ')],
  )
  const visitors = days.passes.flatMap(({ seat, minutes, isVoid }, at) =>
    !isVoid && [...minutes].some((minute) => dayOf(minute) === todayIn(walk)) ? [`${seat} ${payments[at]}`] : [],
  )
  const out = Array.from({ length: SEATS }, (_, before) => before + 1).filter((seat) => hall.isOut?.(seat))
  return { students: students.toSorted(), visitors: visitors.toSorted(), out }
}

/** Checks the map against the second program, and notes which seats changed hands. */
export const assertAsMeant = async (walk: Walk, what: string): Promise<void> => {
  expect([what, await shown(walk)]).toEqual([what, meant(walk)])
  for (const [name, { seat }] of walk.hall.people) {
    const seats = walk.history.get(name)
    if (seats && (seats.at(-1) ?? null) !== seat) seats.push(seat)
  }
}

type Entry = { targetId: string; changes: { field: string; after: string | null }[] }

const allOf = async ({ desk }: Walk, path: string): Promise<never[]> => {
  const items: never[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await desk('GET', `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor && `&cursor=${cursor}`}`)
    items.push(...(body.items as never[]))
    cursor = body.nextCursor
  }
  return items
}

/** The list of changes has every seat of every student in its order, that of day passes every visitor, and To check every outage. */
export const assertHistory = async (walk: Walk): Promise<void> => {
  const entries: Entry[] = (await allOf(walk, '/audit?kind=users')).toReversed()
  for (const [name, seats] of walk.history) {
    const changes = entries.filter(({ targetId }) => targetId === walk.idOf.get(name)).flatMap((entry) => entry.changes)
    const listed = changes.filter(({ field }) => field === 'seatNumber').map(({ after }) => JSON.parse(after ?? 'null'))
    expect([name, listed]).toEqual([name, seats])
  }
  const passes: { seatNumber: number; day: string; paymentId: string; voided: unknown }[] = await allOf(walk, '/user/fees/passes')
  const listed = passes.map(({ seatNumber, day, paymentId, voided }) => [seatNumber, day, paymentId, voided !== null]).toReversed()
  expect(listed).toEqual(walk.days.passes.map(({ seat, day, isVoid }, at) => [seat, dateOf(walk, day), walk.payments[at], isVoid]))
  const outages: { seatNumber: number }[] = await allOf(walk, '/user/fees/check/entries?kind=outages')
  expect(sorted(outages.map(({ seatNumber }) => seatNumber))).toEqual(sorted(walk.days.outages.map(({ seat }) => seat)))
}

/** Each student owes what the second program says, and the visitors have paid what it says. */
export const assertMoney = async (walk: Walk): Promise<void> => {
  for (const [name, id] of walk.idOf) {
    const days = walk.charged.get(name)
    const { items } = (await walk.desk('GET', `/user/fees/${id}`)).body as { items: { amount: number }[] }
    const amounts = items.map(({ amount }) => Math.round(amount * 100))
    expect([name, amounts]).toEqual([name, days ? [feeOf(days, walk.rule)] : []])
    const { owed, credit } = (await walk.desk('GET', `/user/fees/accounts/${id}`)).body
    const owes = (days ? feeOf(days, walk.rule) : 0) - (walk.paid.get(name) ?? 0)
    expect([name, Math.round((owed - credit) * 100)]).toEqual([name, owes])
  }
  const passes: { amount: number; voided: unknown }[] = await allOf(walk, '/user/fees/passes')
  const collected = passes.filter(({ voided }) => voided === null).reduce((sum, { amount }) => sum + amount, 0)
  expect(collected).toBe(walk.days.passes.filter(({ isVoid }) => !isVoid).reduce((sum, { paid }) => sum + paid, 0))
}

export type Step = { kind: string; outcome: Outcome; answer: Answered }

export const timesIn = ({ starts, ends }: { starts: number; ends: number }) => ({ from: timeOf(starts), to: timeOf(ends) })
