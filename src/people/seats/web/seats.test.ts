import { expect, test } from 'vitest'
import { addDays } from '#contract/day.ts'
import type { Slot } from '#contract/terms.ts'
import { type Half, halves } from '#contract/terms.ts'
import { areHalves } from '#system/shifts/shifts.policy.ts'
import { firstShifts, type Shift } from '#system/shifts/shifts.shapes.contract.ts'
import type { Holder, Seat, SeatHolder } from '../seats.contract.ts'
import { type Place, placeAfter } from './placeAfter.ts'
import { daysLeft, firstNameOf, holdersOf, isFreeFor, moveTo, placesOf, type SeatPlace, slotState, stateOf, takenIn } from './seats.ts'
import { seatOf } from './testing/seatOf.ts'

const half = (terminationDate: string | null) => ({
  userId: 'one',
  name: 'Asha',
  slot: 'morning' as const,
  terminationDate,
  isExpired: false,
  owed: 0,
  phone: null,
})

test.each([
  [null, 'taken'],
  ['2026-11-29', 'taken'],
  ['2026-11-28', 'ending'],
  ['2026-11-21', 'ending'],
  ['2026-11-20', 'ending'],
])('on 21 November shows a place until %s as %s', (until, state) => {
  expect(stateOf(half(until), '2026-11-21')).toBe(state)
})

test('counts the days until the last one, and those since it', () => {
  expect([daysLeft('2026-11-28', '2026-11-21'), daysLeft('2026-11-21', '2026-11-21'), daysLeft('2026-11-10', '2026-11-21')]).toEqual([
    7, 0, -11,
  ])
})

test.each([
  ['Asha Devi', 'Asha'],
  ['K. R. Raman', 'K. R. Raman'],
  ['Md Arif Khan', 'Md Arif'],
  ['प्रियंका शर्मा', 'प्रियंका'],
  ['Om', 'Om'],
])('shows %s as %s', (name, first) => {
  expect(firstNameOf(name)).toBe(first)
})

test('shows a place without a holder as free', () => {
  expect(stateOf(null, '2026-11-21')).toBe('free')
})

test('counts taken places by half', () => {
  const seats = [seat(half(null), null, 1), seat(half(null), half(null), 2)]
  expect([takenIn(seats, 'morning'), takenIn(seats, 'afternoon')]).toEqual([2, 1])
})

const [morning, , fullDay] = firstShifts as [Shift, Shift, Shift]

/** One person has the ninth seat for the whole day. */
const rows = Array.from({ length: 38 }, (_, seat) => (seat === 8 ? (['morning'] as const) : halves))
const from = (key: string, seat: number, half: Place['half']) =>
  placeAfter(key, { seat, half }, { rows, lines: rows.map((_, at) => Math.floor(at / 6)) })

test.each([
  ['ArrowRight', 0, 'morning', { seat: 0, half: 'afternoon' }],
  ['ArrowRight', 0, 'afternoon', { seat: 1, half: 'morning' }],
  ['ArrowRight', 7, 'afternoon', { seat: 8, half: 'morning' }],
  ['ArrowRight', 8, 'morning', { seat: 9, half: 'morning' }],
  ['ArrowRight', 37, 'afternoon', undefined],
  ['ArrowLeft', 0, 'morning', undefined],
  ['ArrowLeft', 6, 'morning', { seat: 5, half: 'afternoon' }],
  ['ArrowLeft', 9, 'morning', { seat: 8, half: 'morning' }],
  ['ArrowDown', 0, 'afternoon', { seat: 6, half: 'afternoon' }],
  ['ArrowDown', 2, 'afternoon', { seat: 8, half: 'morning' }],
  ['ArrowDown', 35, 'afternoon', { seat: 37, half: 'afternoon' }],
  ['ArrowDown', 37, 'afternoon', undefined],
  ['ArrowUp', 6, 'morning', { seat: 0, half: 'morning' }],
  ['ArrowUp', 5, 'morning', undefined],
  ['Home', 20, 'afternoon', { seat: 0, half: 'afternoon' }],
  ['End', 20, 'morning', { seat: 37, half: 'morning' }],
  ['Enter', 20, 'morning', undefined],
] as const)('%s from seat %i in the %s, six in a row', (key, seat, at, expected) => {
  expect(from(key, seat, at)).toEqual(expected)
})

test('counts days over the ends of months and leap years', () => {
  expect(addDays('2028-02-26', 7)).toBe('2028-03-04')
  expect(addDays('2026-12-28', 7)).toBe('2027-01-04')
})

const asha = { ...half(null), userId: 'asha' }
const ravi = { ...half(null), userId: 'ravi', slot: 'afternoon' as const }
const whole = { ...half(null), userId: 'meena', slot: 'full-day' as const }
const kept = { ...half('2026-11-10'), userId: 'sunil', isExpired: true }
const seat = (morning: SeatHolder | null, afternoon: SeatHolder | null, seatNumber = 9): Seat => seatOf({ seatNumber, morning, afternoon })
const at = (held: SeatHolder | null, half: Place['half'] = 'morning'): SeatPlace => ({ half, slot: half, held })

test('combines a full day into one place if both halves are shown', () => {
  const slots = (of: Seat, shown: readonly Half[] = halves) => placesOf(of, shown).map(({ slot }) => slot)
  expect(slots(seat(whole, whole))).toEqual(['full-day'])
  expect(slots(seat(asha, ravi))).toEqual(['morning', 'afternoon'])
  expect(slots(seat(null, null))).toEqual(['morning', 'afternoon'])
  expect(slots(seat(whole, whole), ['afternoon'])).toEqual(['afternoon'])
})

test('gives a kept place its own state, free for everybody else', () => {
  expect(stateOf(kept, '2026-11-21')).toBe('kept')
  expect(takenIn([seat(kept, ravi)], 'morning')).toBe(0)
  expect([isFreeFor(seat(kept, null), fullDay), isFreeFor(seat(asha, null), morning, 'asha')]).toEqual([true, true])
  expect(isFreeFor(seat(kept, ravi), fullDay)).toBe(false)
  expect(holdersOf(seat(whole, whole), fullDay, 'asha').map(({ userId }) => userId)).toEqual(['meena'])
  expect(holdersOf(seat(kept, null), fullDay, 'asha')).toEqual([])
})

const mover = (slot: Slot | null, seatNumber: number | null = 4) => ({ _id: 'asha', name: 'Asha', seatNumber, slot })

test.each<[string, ReturnType<typeof mover>, Seat, SeatPlace, object]>([
  ['a free half keeps the slot', mover('morning'), seat(null, ravi), at(null), { kind: 'move', from: 4, to: 9, slot: 'morning' }],
  ['the other half changes it', mover('morning'), seat(null, null), at(null, 'afternoon'), { kind: 'move', slot: 'afternoon' }],
  ['a full day stays one where both are free', mover('full-day'), seat(null, null), at(null), { kind: 'move', slot: 'full-day' }],
  ['and takes the half that is free', mover('full-day'), seat(null, ravi), at(null), { kind: 'move', slot: 'morning' }],
  [
    'a person who had none gets the half that was pressed',
    mover(null, null),
    seat(null, null),
    at(null),
    { kind: 'move', slot: 'morning' },
  ],
  ['a kept half is free, and it is known whose it was', mover('morning'), seat(kept, null), at(kept), { kind: 'move', keptFor: kept }],
  ['a taken one is exchanged', mover('morning'), seat(null, ravi), at(ravi, 'afternoon'), { kind: 'exchange', with: ravi, from: 4, to: 9 }],
  ['the own one is none', mover('morning', 9), seat(asha, null), at(asha), { kind: 'own' }],
  ['two who share a seat exchange nothing', mover('morning', 9), seat(asha, ravi), at(ravi, 'afternoon'), { kind: 'same-seat' }],
  ['without a seat there is nothing to exchange', mover('morning', null), seat(null, ravi), at(ravi, 'afternoon'), { kind: 'seatless' }],
])('%s', (_, who, where, place, expected) => {
  expect(moveTo(who, where, place, firstShifts)).toMatchObject(expected)
})

const held = (name: string, slot: Slot, ...parts: Holder['parts']): Holder => ({ ...half(null), userId: name, name, slot, parts })
const shift = (key: string, from: string, to: string): Shift => ({
  key,
  name: key,
  from,
  to,
  monthlyFee: null,
  colour: 'info',
  isArchived: false,
})
const evening = shift('evening', '18:00', '22:00')
const night = shift('night', '22:00', '06:00')

test('shows one shift at a time where shifts are not the halves of the day', () => {
  const archived = (key: string) => firstShifts.map((one) => (one.key === key ? { ...one, isArchived: true } : one))
  expect([areHalves(firstShifts), areHalves(archived('full-day')), areHalves(archived('morning'))]).toEqual([true, true, false])
  expect([areHalves([...firstShifts, evening]), areHalves([{ ...morning, to: '13:00' }, ...firstShifts.slice(1)])]).toEqual([false, false])
  const shared = {
    ...seat(null, null),
    holders: [held('asha', 'morning', { from: '00:00', to: '14:00' }), held('dev', 'evening', { from: '18:00', to: '22:00' })],
  }
  const shown = (shift: Shift) =>
    placesOf(shared, shift).map((place) => [place.half, place.held?.name, place.others?.map(({ name }) => name)])
  expect(shown(evening)).toEqual([['evening', 'dev', []]])
  expect(shown(night)).toEqual([['night', 'asha', []]])
  expect(shown(fullDay)).toEqual([['full-day', 'asha', ['dev']]])
  expect(takenIn([shared], evening)).toBe(1)
})

test('compares shifts with the holders of a seat by the minute, over midnight too', () => {
  const shared = {
    ...seat(null, null),
    holders: [held('dev', 'evening', { from: '18:00', to: '22:00' }), held('eva', 'night', { from: '22:00', to: '06:00' })],
  }
  const free = (from: string, to: string) => isFreeFor(shared, shift('other', from, to))
  expect([free('06:00', '18:00'), free('05:59', '18:00'), free('06:00', '18:01'), free('23:00', '23:30')]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(slotState([shared], '9', night, [...firstShifts, evening, night])).toEqual({
    kind: 'taken',
    seat: 9,
    half: 'night',
    name: 'eva',
    holders: ['eva'],
  })
  expect(slotState([shared], '', fullDay, firstShifts)).toEqual({ kind: 'count', free: 0 })
})
