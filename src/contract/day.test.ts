import { expect, test } from 'vitest'
import { dayIn, endInstant, startInstant, wallClockIn } from './day.ts'
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
