import { expect, test } from 'vitest'
import { addDays, dayIn, endInstant, hallDayIn, hallDayStart, isDay, startInstant, wallClockIn } from './day.ts'
import { InstantOrDay } from './fields.ts'

test.each([
  ['Asia/Kolkata', '2026-11-20T18:30:00.000Z', '2026-11-21T18:29:59.999Z'],
  ['UTC', '2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z'],
  ['Pacific/Kiritimati', '2026-11-20T10:00:00.000Z', '2026-11-21T09:59:59.999Z'],
  ['Pacific/Pago_Pago', '2026-11-21T11:00:00.000Z', '2026-11-22T10:59:59.999Z'],
])('begins and ends a day in %s at its midnights', (zone, start, end) => {
  expect([startInstant(zone, '2026-11-21'), endInstant(zone, '2026-11-21')]).toEqual([start, end])
})

test('shortens a day on which the clock changes, and begins one without a midnight when it begins', () => {
  expect([startInstant('Europe/Berlin', '2026-03-29'), endInstant('Europe/Berlin', '2026-03-29')]).toEqual([
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T21:59:59.999Z',
  ])
  // Lebanon puts its clocks on at midnight.
  expect(startInstant('Asia/Beirut', '2024-03-31')).toBe('2024-03-30T22:00:00.000Z')
})

test('reads a time without a zone as the hall’s, and one with a zone as written', () => {
  expect(startInstant('Asia/Kolkata', '2026-11-21T09:15')).toBe('2026-11-21T03:45:00.000Z')
  expect(endInstant('Asia/Kolkata', '2026-11-21T09:15:30')).toBe('2026-11-21T03:45:30.000Z')
  expect(endInstant('Asia/Kolkata', '2026-11-21T09:15:00+01:00')).toBe('2026-11-21T08:15:00.000Z')
  expect(endInstant('Asia/Kolkata', '2026-11-21T05:30:00.123Z')).toBe('2026-11-21T05:30:00.123Z')
})

test.each([
  '2026-02-30',
  '2026-02-30T10:00:00Z',
  '2026-13-01',
  '21.11.2026',
  'tomorrow',
  '2026-11-21T25:00:00Z',
  '9999-12-31',
  '0001-01-01',
  '',
])('rejects %s as a date', (given) => {
  expect(InstantOrDay.safeParse(given).success).toBe(false)
})

test.each(['UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'sends back the instants of the first and the last possible date in %s',
  (zone) => {
    for (const given of ['1900-01-01', '1900-01-01T00:00+23:59', '9999-12-29', '9999-12-29T23:59-23:59']) {
      expect(InstantOrDay.safeParse(given).success).toBe(true)
      for (const answered of [startInstant(zone, given), endInstant(zone, given)])
        expect([given, answered, InstantOrDay.safeParse(answered).success]).toEqual([given, answered, true])
    }
  },
)

test.each(['UTC', 'Asia/Kolkata'])('shows the same wall clock in %s as the formatter, at every instant', (timeZone) => {
  const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const YEAR_MS = 365 * 86_400_000
  const start = Date.parse('1900-01-01T05:45:59.999Z')
  for (let year = 0; year < 300; year += 0.17) {
    const instant = new Date(start + year * YEAR_MS)
    expect(wallClockIn(timeZone, instant)).toBe(formatter.format(instant))
    expect(dayIn(timeZone, instant)).toBe(formatter.format(instant).slice(0, 10))
  }
})

test.each([
  // 01:30, 04:59 and 05:00 in India.
  ['Asia/Kolkata', '2026-11-26T20:00:00.000Z', '2026-11-27', '2026-11-26'],
  ['Asia/Kolkata', '2026-11-26T23:29:59.999Z', '2026-11-27', '2026-11-26'],
  ['Asia/Kolkata', '2026-11-26T23:30:00.000Z', '2026-11-27', '2026-11-27'],
  ['Asia/Kolkata', '2026-12-31T20:00:00.000Z', '2027-01-01', '2026-12-31'],
  ['Europe/Berlin', '2026-03-29T02:59:59.999Z', '2026-03-29', '2026-03-28'],
  ['Europe/Berlin', '2026-03-29T03:00:00.000Z', '2026-03-29', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25T03:59:59.999Z', '2026-10-25', '2026-10-24'],
  ['Europe/Berlin', '2026-10-25T04:00:00.000Z', '2026-10-25', '2026-10-25'],
])('names the hall’s day in %s at %s: %s from midnight on, %s from 05:00 on', (zone, instant, fromMidnight, fromFive) => {
  expect([0, 5].map((hour) => hallDayIn(zone, hour, new Date(instant)))).toEqual([fromMidnight, fromFive])
})

test('begins a day of the hall after the hour that the clock skips, and once when an hour comes twice', () => {
  const starts = (hour: number, day: string) => hallDayStart('Europe/Berlin', hour, day).toISOString()
  expect([starts(2, '2026-03-29'), starts(3, '2026-03-29')]).toEqual(['2026-03-29T01:00:00.000Z', '2026-03-29T01:00:00.000Z'])
  expect([starts(2, '2026-10-25'), starts(3, '2026-10-25')]).toEqual(['2026-10-25T00:00:00.000Z', '2026-10-25T02:00:00.000Z'])
})

test.each(['Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Beirut', 'Pacific/Kiritimati'])(
  'begins each day of the hall in %s in the millisecond after the day before',
  (zone) => {
    for (const hour of [0, 2, 3, 11])
      for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
        const start = hallDayStart(zone, hour, day)
        const named = [new Date(start.getTime() - 1), start].map((instant) => hallDayIn(zone, hour, instant))
        expect([hour, ...named]).toEqual([hour, addDays(day, -1), day])
      }
  },
)

test.each([
  ['2026-11-21', true],
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2026-02-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-1-1', false],
  ['2026-11-21T00:00', false],
  ['', false],
])('knows whether %j is a day of the calendar: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})
