import { expect } from 'vitest'
import { type Days, feeOf } from '#money/shift-change/server/testing/daysInFees.ts'
import { endOrRenew, exchange, moveShift, type Outcome, place } from '#people/seats/server/testing/minuteHall.ts'
import { type Desk, dateOf, dayInMonth, PRICE, type Random, SEATS, type Step, timesIn, todayIn, type Walk } from './dayWalk.ts'
import { sellPass, startOutage } from './minuteDays.ts'

/* Each step is made in the second program and in the hall, and returns what both answered. */

type Make = (random: Random, walk: Walk) => Promise<Step | undefined>

const seatIn = (random: Random): number => 1 + random.one(Array.from({ length: SEATS }, (_, before) => before))

const idIn = ({ idOf }: Walk, name: string): string => idOf.get(name) ?? ''

const put = (walk: Walk, path: string, body: object): ReturnType<Desk> => walk.desk('PUT', path, body)

/** Charges the month of a student who has got a shift for the first time. */
const chargeFirst = async (walk: Walk, name: string, slot: string): Promise<void> => {
  const month = Number(walk.first.slice(5, 7))
  const year = Number(walk.first.slice(0, 4))
  const amount = walk.fees.get(slot) ?? 0
  const charged = await walk.desk('POST', '/user/fees', { studentId: idIn(walk, name), kind: 'monthly', month, year, amount })
  expect([charged.status, charged.body.message]).toEqual([201, undefined])
  walk.charged.set(name, Array<number>(new Date(year, month, 0).getDate()).fill(amount))
}

const seat: Make = async (random, walk) => {
  const [name, person] = random.one([...walk.hall.people])
  const slot = person.slot ?? random.one([...walk.hall.shifts.keys()])
  const to = { seat: random.chance(0.08) ? null : seatIn(random), slot }
  const isFirst = person.slot === null
  const outcome = place(walk.hall, name, to)
  const answer = await put(walk, `/user/${idIn(walk, name)}`, { seatNumber: to.seat, slot })
  if (isFirst && answer.status === 200) await chargeFirst(walk, name, slot)
  return { kind: 'seat', outcome, answer }
}

/** Returns the fees of the month after a change of shift today, and by how much they rise in paise. */
const priced = (walk: Walk, name: string, slot: string): { days: Days; by: number } => {
  const before = walk.charged.get(name) ?? []
  const days = before.map((fee, at) => (at >= dayInMonth(walk) ? (walk.fees.get(slot) ?? 0) : fee))
  return { days, by: feeOf(days, walk.rule) - feeOf(before, walk.rule) }
}

const change: Make = async (random, walk) => {
  const withFee = [...walk.hall.people].filter(([one]) => walk.charged.has(one))
  if (withFee.length === 0) return undefined
  const [name, person] = random.one(withFee)
  const slot = random.one([...walk.hall.shifts.keys()])
  const stays = random.chance(0.5)
  const seatNumber = stays ? person.seat : seatIn(random)
  const sent = { studentId: idIn(walk, name), slot, ...(!stays && { seatNumber }) }
  const price = await walk.desk('GET', `/user/fees/shift-change?${new URLSearchParams({ studentId: sent.studentId, slot })}`)
  const isImpossible = person.isOver || walk.hall.shifts.get(slot)?.isArchived || person.slot === slot
  if (isImpossible) {
    const isOnlyArchived = !person.isOver && walk.hall.shifts.get(slot)?.isArchived
    return { kind: 'change', outcome: { status: isOnlyArchived ? 400 : 409 }, answer: price }
  }
  const { days, by } = priced(walk, name, slot)
  expect([name, slot, Math.round(price.body.amount * 100)]).toEqual([name, slot, by])
  const outcome = place(walk.hall, name, { seat: seatNumber, slot })
  if (outcome.status === 200) walk.charged.set(name, days)
  const body = { ...sent, from: dateOf(walk, todayIn(walk)), expected: price.body.amount, clientId: crypto.randomUUID() }
  const answer = await walk.desk('POST', '/user/fees/shift-change', body)
  return { kind: 'change', outcome: outcome.status === 200 ? { status: 201 } : outcome, answer }
}

/** Ends an account yesterday or on a later day, or renews it. */
const end: Make = async (random, walk) => {
  const over = [...walk.hall.people].filter(([, { isOver }]) => isOver)
  const [name, person] = random.one(over.length > 0 && random.chance(0.6) ? over : [...walk.hall.people])
  const last = !person.isOver && random.chance(0.6) ? todayIn(walk) - 1 : random.chance(0.5) ? todayIn(walk) + random.one([0, 1, 2]) : null
  walk.days.lastDays.set(name, last ?? Number.POSITIVE_INFINITY)
  const outcome = endOrRenew(walk.hall, name, last !== null && last < todayIn(walk))
  const terminationDate = last === null ? null : dateOf(walk, last)
  const answer = await put(walk, `/user/${idIn(walk, name)}/termination`, { terminationDate })
  // A seat that is gone: the account stays as it was.
  if (outcome.status !== 200) walk.days.lastDays.set(name, Number.NEGATIVE_INFINITY)
  return { kind: 'end', outcome, answer }
}

const exchanged: Make = async (random, walk) => {
  const all = [...walk.hall.people]
  const seated = all.filter(([, person]) => person.seat !== null)
  const [one, first] = random.one(seated.length > 1 ? seated : all)
  const others = all.filter(([name]) => name !== one)
  const alike = others.filter(([, { seat: own, slot }]) => own !== null && slot === first.slot)
  const [other] = random.one(alike.length > 0 ? alike : others)
  const outcome = exchange(walk.hall, one, other)
  const answer = await walk.desk('POST', '/user/seats/exchange', { first: idIn(walk, one), second: idIn(walk, other) })
  return { kind: 'exchange', outcome, answer }
}

const times = (random: Random) => {
  const halfHours = Array.from({ length: 48 }, (_, at) => at * 30)
  return { starts: random.one(halfHours), ends: random.chance(0.1) ? 0 : random.one(halfHours) }
}

const FEES = [450, 600.25, 900, 1_500]

/** A shift with this key keeps its times, so that one border of the day stays at midnight. */
export const anchor = 'anchor'

const retime: Make = async (random, walk) => {
  const held = [...walk.hall.people.values()].flatMap(({ at, slot }) => (at !== null && slot !== null && slot !== anchor ? [slot] : []))
  const key = random.one(held.length > 0 && random.chance(0.8) ? held : [...walk.hall.shifts.keys()].filter((one) => one !== anchor))
  const to = times(random)
  const outcome = moveShift(walk.hall, key, to)
  return { kind: 'retime', outcome, answer: await put(walk, `/customization/shifts/${key}`, timesIn(to)) }
}

export const addShift = async (walk: Walk, key: string, to: { starts: number; ends: number }, fee: number): Promise<Step> => {
  walk.hall.shifts.set(key, { ...to, isArchived: false, wasUsed: false })
  walk.fees.set(key, fee)
  const answer = await walk.desk('POST', '/customization/shifts', { name: key, ...timesIn(to), monthlyFee: fee })
  return { kind: 'add', outcome: { status: 201 }, answer }
}

const MOST_SHIFTS = 9

const add: Make = async (random, walk) =>
  walk.hall.shifts.size < MOST_SHIFTS ? addShift(walk, `s${walk.hall.shifts.size}`, times(random), random.one(FEES)) : undefined

const archive: Make = async (random, { hall, desk }) => {
  const [key, shift] = random.one([...hall.shifts])
  shift.isArchived = !shift.isArchived
  const isLast = [...hall.shifts.values()].every((one) => one.isArchived)
  const answer = await desk('PUT', `/customization/shifts/${key}`, { isArchived: shift.isArchived })
  if (isLast) shift.isArchived = false
  return { kind: 'archive', outcome: { status: isLast ? 409 : 200 }, answer }
}

const sell: Make = async (random, walk) => {
  const day = todayIn(walk) + random.one(walk.saleDays)
  const sold = { seat: seatIn(random), slot: random.one([...walk.hall.shifts.keys()]), day, paid: random.chance(0.2) ? 40.5 : PRICE }
  const outcome = sellPass(walk.days, sold)
  const at = walk.payments.length
  const visitor = { name: `Visitor ${at % 7}`, phone: `982000000${at % 7}`, ...(sold.paid < PRICE && { reason: 'Came late' }) }
  const body = { ...visitor, day: dateOf(walk, day), slot: sold.slot, seatNumber: sold.seat, amount: sold.paid, method: 'cash' }
  const answer = await walk.desk('POST', '/user/fees/passes', body)
  if (answer.status === 201) walk.payments.push(answer.body.paymentId)
  return { kind: 'sell', outcome, answer }
}

const voidPass: Make = async (random, walk) => {
  const open = [...walk.days.passes.entries()].filter(([, { isVoid }]) => !isVoid)
  if (open.length === 0) return undefined
  const [at, pass] = random.one(open)
  pass.isVoid = true
  const answer = await walk.desk('POST', `/user/fees/payments/${walk.payments[at]}/void`, { reason: 'Did not stay' })
  return { kind: 'void', outcome: { status: 200 }, answer }
}

const outage: Make = async (random, walk) => {
  const from = todayIn(walk) + random.one([-1, 0, 0, 1])
  const sent = { seat: seatIn(random), from, to: random.chance(0.3) ? null : from + random.one([0, 0, 1, 2]) }
  const outcome = startOutage(walk.days, sent)
  const body = { seatNumber: sent.seat, from: dateOf(walk, from), to: sent.to === null ? null : dateOf(walk, sent.to), reason: 'Chair' }
  const answer = await walk.desk('POST', '/user/seats/outages', body)
  if (answer.status === 201) {
    const listed = answer.body.outages as { _id: string; seatNumber: number; from: string }[]
    walk.outageIds.push(listed.find((one) => one.seatNumber === sent.seat && one.from === body.from)?._id ?? '')
  }
  return { kind: 'outage', outcome, answer }
}

const endOutage: Make = async (random, walk) => {
  const open = [...walk.days.outages.entries()].filter(([, { isEnded }]) => !isEnded)
  if (open.length === 0) return undefined
  const [at, ended] = random.one(open)
  ended.isEnded = true
  return { kind: 'end outage', outcome: { status: 200 }, answer: await walk.desk('POST', `/user/seats/outages/${walk.outageIds[at]}/end`) }
}

const pay: Make = async (random, walk) => {
  const name = random.one([...walk.hall.people.keys()])
  const amount = random.one([100, 250.75, 900])
  const answer = await walk.desk('POST', '/user/fees/payments', { studentId: idIn(walk, name), amount, method: 'cash' })
  walk.paid.set(name, (walk.paid.get(name) ?? 0) + Math.round(amount * 100))
  return { kind: 'pay', outcome: { status: 201 } satisfies Outcome, answer }
}

const weighted: readonly [number, Make][] = [
  [6, seat],
  [4, change],
  [4, end],
  [2, exchanged],
  [4, retime],
  [1, add],
  [1, archive],
  [5, sell],
  [2, voidPass],
  [2, outage],
  [1, endOutage],
  [1, pay],
]
const makes = weighted.flatMap(([times, make]) => Array<Make>(times).fill(make))

/** Makes one random step, unless it needs something that the hall does not have yet. */
export const makeStep = (random: Random, walk: Walk): Promise<Step | undefined> => random.one(makes)(random, walk)
