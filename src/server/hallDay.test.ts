import { expect, test } from 'vitest'
import { addDays } from '#contract/day.ts'
import { endOfHallDay, type HallClock, hallDay, nextHallDay, startOfHallDay } from './hallDay.ts'

const config = { timeZone: 'Asia/Kolkata' }
const hall = (...dayStarts: HallClock['dayStarts']): HallClock => ({ config, dayStarts })

/** An instant by the clock in India. */
const at = (local: string): string => new Date(`${local}+05:30`).toISOString()

test('names an instant by the hour that was set at the time', () => {
  const clock = hall({ hour: 5, from: at('2026-11-26T12:00') })
  const days = (...times: string[]) => times.map((time) => hallDay(clock, new Date(at(time))))
  expect(days('2026-11-26T01:30', '2026-11-26T11:59', '2026-11-26T12:00')).toEqual(['2026-11-26', '2026-11-26', '2026-11-26'])
  expect(days('2026-11-27T01:30', '2026-11-27T04:59', '2026-11-27T05:00')).toEqual(['2026-11-26', '2026-11-26', '2026-11-27'])
})

test('lasts longer on the day of a change to a later hour, and shorter on that of a change to an earlier one', () => {
  const clock = hall({ hour: 5, from: at('2026-11-26T12:00') }, { hour: 0, from: at('2026-11-28T01:30') })
  expect([startOfHallDay(clock, '2026-11-26'), endOfHallDay(clock, '2026-11-26')]).toEqual([
    at('2026-11-26T00:00'),
    at('2026-11-27T04:59:59.999'),
  ])
  expect([startOfHallDay(clock, '2026-11-27'), endOfHallDay(clock, '2026-11-27')]).toEqual([
    at('2026-11-27T05:00'),
    at('2026-11-28T01:29:59.999'),
  ])
  expect(endOfHallDay(clock, '2026-11-28')).toBe(at('2026-11-28T23:59:59.999'))
  expect(nextHallDay({ ...clock, now: new Date(at('2026-11-27T04:59')) })).toBe(at('2026-11-27T05:00'))
})

test('every instant is in exactly one day, whatever was set in between', () => {
  const clock = hall(
    { hour: 11, from: at('2026-11-20T11:30') },
    { hour: 4, from: at('2026-11-22T03:00') },
    { hour: 3, from: at('2026-11-22T03:30') },
    { hour: 7, from: at('2026-11-24T09:00') },
    { hour: 0, from: at('2026-11-25T23:00') },
  )
  let next = startOfHallDay(clock, '2026-11-18')
  for (let day = '2026-11-18'; day < '2026-11-30'; day = addDays(day, 1)) {
    const [start, end] = [startOfHallDay(clock, day), endOfHallDay(clock, day)]
    expect([start, end > start]).toEqual([next, true])
    expect([start, end].map((instant) => hallDay(clock, new Date(instant)))).toEqual([day, day])
    next = new Date(Date.parse(end) + 1).toISOString()
  }
})
