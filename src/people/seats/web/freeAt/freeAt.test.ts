import { expect, test } from 'vitest'
import { addDays } from '#contract/day.ts'
import { type DayTimes, minutesOf, partOf, timeOf } from '#contract/dayParts.ts'
import { firstShifts, type Shift } from '#system/shifts/shifts.shapes.contract.ts'
import type { Holder, Seat } from '../../seats.contract.ts'
import { withVisitors } from '../seatVisitors.ts'
import { seatOf } from '../testing/seatOf.ts'
import { fittingShift, isFreeAt, offeredParts, partsOf, placeAt, soldMinutes, tonightOf } from './freeAt.ts'

const today = '2026-11-21'
const DAY = 1440

/** Numbers from 0 to below `n`, the same at every run. */
const randomOf = (seed: number) => {
  let state = seed
  return (n: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return Math.floor((state / 0x8000_0000) * n)
  }
}

const shiftOf = (key: string, { from, to }: DayTimes, isArchived = false): Shift => ({
  key,
  name: key,
  from,
  to,
  monthlyFee: null,
  colour: 'info',
  isArchived,
})

/** The second program: it walks from the first minute to the last one. */
const minutesIn = ({ from, to }: DayTimes): ReadonlySet<number> => {
  const { starts, ends } = partOf({ from, to })
  const minutes = new Set<number>()
  for (let minute = starts; minutes.size === 0 || minute !== ends; minute = (minute + 1) % DAY) minutes.add(minute)
  return minutes
}

const minutesOfAll = (times: readonly DayTimes[]): ReadonlySet<number> => new Set(times.flatMap((one) => [...minutesIn(one)]))

const ends = [null, '2026-11-10', '2026-11-21', '2026-11-30', '2026-12-01'] as const

const holderOf = (at: number, lastDay: string | null, parts: DayTimes[]): Holder => ({
  userId: `p${at}`,
  name: `P${at}`,
  phone: null,
  slot: 'full-day',
  terminationDate: lastDay,
  isExpired: lastDay !== null && lastDay < today,
  owed: 0,
  parts,
})

const seatWith = (...holders: Holder[]): Seat => ({ ...seatOf({ seatNumber: 1, morning: null, afternoon: null }), holders })

/** A seat whose holders share the day at random borders, some over midnight; a part of it may be free. */
const randomSeat = (below: (n: number) => number): Seat => {
  const borders = [...new Set(Array.from({ length: 1 + below(6) }, () => below(DAY)))].toSorted((one, other) => one - other)
  const holders = borders.flatMap((starts, at) => {
    if (below(3) === 0) return []
    const from = timeOf(starts)
    const to = timeOf(borders[(at + 1) % borders.length] ?? starts)
    return [holderOf(at, ends[below(ends.length)] ?? null, [{ from, to }])]
  })
  return seatWith(...holders)
}

const randomTimes = (below: (n: number) => number): DayTimes => ({ from: timeOf(below(DAY)), to: timeOf(below(DAY)) })

test('agrees with a program that walks through every minute, for random seats, shifts and times', () => {
  const below = randomOf(7)
  const seen = { free: 0, taken: 0, fitting: 0 }
  for (let round = 0; round < 200; round++) {
    const seat = randomSeat(below)
    const shifts = Array.from({ length: 1 + below(5) }, (_, at) => shiftOf(`s${at}`, randomTimes(below), below(4) === 0))
    const offered = shifts.filter(({ isArchived }) => !isArchived)
    const wanted = randomTimes(below)
    const since = addDays(today, below(15))
    const stays = seat.holders.filter(({ terminationDate }) => terminationDate === null || terminationDate >= since)
    const sold = minutesOfAll(stays.flatMap(({ parts }) => parts))
    const isFreeIn = (times: DayTimes) => [...minutesIn(times)].every((minute) => !sold.has(minute))

    expect(isFreeAt(seat, { parts: [partOf(wanted)], since })).toBe(isFreeIn(wanted))
    seen[isFreeIn(wanted) ? 'free' : 'taken'] += 1

    const open = minutesOfAll(offered)
    expect(minutesOf(offeredParts(shifts))).toBe(open.size)
    const present = minutesOfAll(seat.holders.filter(({ isExpired }) => !isExpired).flatMap(({ parts }) => parts))
    expect(soldMinutes(seat, offeredParts(shifts))).toBe([...present].filter((minute) => open.has(minute)).length)

    const minutes = [...minutesIn(wanted)]
    const sharedWith = (shift: Shift) => {
      const own = minutesIn(shift)
      return minutes.filter((minute) => own.has(minute)).length
    }
    const most = Math.max(0, ...offered.filter(isFreeIn).map(sharedWith))
    const fitting = fittingShift(seat, { parts: [partOf(wanted)], since }, shifts)
    if (most > 0) {
      seen.fitting += 1
      expect([fitting?.isArchived, fitting && isFreeIn(fitting), fitting && sharedWith(fitting)]).toEqual([false, true, most])
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(30)
})

const night = shiftOf('night', { from: '22:00', to: '06:00' })
const evening = shiftOf('evening', { from: '17:00', to: '00:00' })

test('tonight is the shift over midnight that begins last, or 21:00 to 05:00', () => {
  expect(tonightOf(firstShifts)).toEqual({ from: '21:00', to: '05:00' })
  expect(tonightOf([evening, night, shiftOf('late', { from: '20:00', to: '02:00' })])).toEqual({ from: '22:00', to: '06:00' })
  expect(tonightOf([{ ...night, isArchived: true }])).toEqual({ from: '21:00', to: '05:00' })
})

test('reads the time that was chosen, and nothing else', () => {
  expect(partsOf('now', firstShifts, 1439)).toEqual([{ starts: 1439, ends: 0 }])
  expect(partsOf('slot-afternoon', firstShifts, 0)).toEqual([{ starts: 840, ends: 0 }])
  expect(partsOf('21:00-05:00', firstShifts, 0)).toEqual([{ starts: 1260, ends: 300 }])
  expect(partsOf('day', [evening, night], 0)).toEqual([{ starts: 1020, ends: 360 }])
  for (const choice of ['', 'soon', 'slot-night', '24:00-05:00', '21:00', '9:00-10:00'])
    expect(partsOf(choice, firstShifts, 0)).toBeUndefined()
})

test('a seat whose membership ends on 30 November is free from 1 December', () => {
  const seat = seatWith(holderOf(1, '2026-11-30', [{ from: '00:00', to: '14:00' }]))
  const morning = partsOf('slot-morning', firstShifts, 0) ?? []
  expect(isFreeAt(seat, { parts: morning, since: '2026-11-30' })).toBe(false)
  expect(isFreeAt(seat, { parts: morning, since: '2026-12-01' })).toBe(true)
})

test('the place of a seat names those who stay before those who leave, and the shortest shift that has the whole time', () => {
  const [gone, leaving, staying] = [
    holderOf(1, '2026-11-10', [{ from: '00:00', to: '08:00' }]),
    holderOf(2, '2026-11-30', [{ from: '08:00', to: '14:00' }]),
    holderOf(3, null, [{ from: '14:00', to: '00:00' }]),
  ]
  const seat = seatWith(gone, leaving, staying)
  const at = (from: string, to: string, since = today) => {
    const { held, others, slot, half, isFreeThen } = placeAt(seat, { parts: [partOf({ from, to })], since }, firstShifts)
    return [held?.name, others?.length, slot, half, isFreeThen]
  }
  expect(at('07:00', '15:00')).toEqual(['P2', 2, 'full-day', 'full-day', false])
  expect(at('07:00', '15:00', '2026-12-01')).toEqual(['P3', 2, 'full-day', 'morning', false])
  expect(at('09:00', '10:00', '2026-12-01')).toEqual(['P2', 0, 'full-day', 'morning', true])
  expect(at('03:00', '04:00')).toEqual(['P1', 0, 'full-day', 'morning', true])
})

test('a seat that is out of order is free after that', () => {
  const seat = { ...seatWith(), outOfOrder: { from: '2026-11-20', to: '2026-11-25', reason: 'Lamp' } }
  const parts = partsOf('slot-morning', firstShifts, 0) ?? []
  expect(['2026-11-25', '2026-11-26'].map((since) => isFreeAt(seat, { parts, since }))).toEqual([false, true])
  const forGood = { ...seat, outOfOrder: { ...seat.outOfOrder, to: null } }
  expect(isFreeAt(forGood, { parts, since: '2030-01-01' })).toBe(false)
})

test('a visitor with a day pass has the seat today, and not on a later day', () => {
  const pass = { passId: 'v', paymentId: 'v', name: 'Visitor', shiftName: 'Morning', from: '00:00', to: '14:00' }
  const seat = withVisitors({ ...seatWith(), visitors: [pass] })
  const parts = partsOf('slot-morning', firstShifts, 0) ?? []
  expect(placeAt(seat, { parts, since: today }, firstShifts)).toMatchObject({ held: { name: 'Visitor' }, isFreeThen: false })
  expect(placeAt(seat, { parts, since: '2026-11-22', isLater: true }, firstShifts)).toMatchObject({ held: null, isFreeThen: true })
})
