import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayIn } from '#contract/day.ts'
import { dayOfMonth, daysIn, financialYear, financialYearName, monthNumber, monthOfDay, yearAndMonth } from '#contract/month.ts'
import { chargedMonths, dueDay } from './fees.months.ts'

const Day = fc
  .date({ min: new Date('2015-01-01T00:00:00Z'), max: new Date('2035-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const Month = fc.integer({ min: monthNumber(2015, 1), max: monthNumber(2035, 12) })

/** Returns every day from one to another, by the platform's calendar. */
const daysBetween = (from: string, to: string): string[] => {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
const named = (month: number): string => {
  const { year, month: of } = yearAndMonth(month)
  return `${year}-${String(of).padStart(2, '0')}`
}

describe('a month as a number', () => {
  test('converts back to its year and month, and increases by one per month', () => {
    fc.assert(
      fc.property(Day, (day) => {
        const { year, month } = yearAndMonth(monthOfDay(day))
        expect(named(monthOfDay(day))).toBe(day.slice(0, 7))
        expect(monthNumber(year, month)).toBe(monthOfDay(day))
      }),
    )
  })

  test.each([
    [2024, 2, 29],
    [2026, 2, 28],
    [2100, 2, 28],
    [2000, 2, 29],
    [2026, 12, 31],
    [2026, 11, 30],
  ])('%i-%i has %i days', (year, month, days) => expect(daysIn(monthNumber(year, month))).toBe(days))

  test('clamps a day to its last day', () => {
    fc.assert(
      fc.property(Month, fc.integer({ min: 1, max: 31 }), (month, day) => {
        const clamped = dayOfMonth(month, day)
        expect(new Date(`${clamped}T00:00:00Z`).toISOString().slice(0, 10)).toBe(clamped)
        expect(clamped.slice(0, 7)).toBe(named(month))
        expect(Number(clamped.slice(8))).toBe(Math.min(day, daysIn(month)))
      }),
    )
  })

  test('belongs to a financial year from April to March', () => {
    expect(['2026-03-31', '2026-04-01', '2026-12-31', '2027-03-31', '2027-04-01'].map(financialYear)).toEqual([
      2025, 2026, 2026, 2026, 2027,
    ])
    expect([2025, 2026, 2099].map(financialYearName)).toEqual(['2025-26', '2026-27', '2099-00'])
  })
})

describe('the charged months', () => {
  const Stay = fc.tuple(Day, fc.option(Day)).map(([from, to]) => ({ from, to }))

  test('are those with a day of a stay that is not after today', () => {
    fc.assert(
      fc.property(fc.array(Stay, { maxLength: 3 }), fc.option(Month), Day, (stays, chargeFrom, today) => {
        // The current month is charged in full, even if the stay begins later in it.
        const end = dayOfMonth(monthOfDay(today), 31)
        const days = stays.flatMap(({ from, to }) => daysBetween(from, to === null || to > end ? end : to))
        const expected = [...new Set(days.map(monthOfDay))].filter((month) => chargeFrom === null || month >= chargeFrom)
        expect(chargedMonths(stays, chargeFrom, today)).toEqual(expected.toSorted((one, other) => one - other))
      }),
    )
  })

  test.each([
    ['a join on the 31st', [{ from: '2026-01-31', to: null }], '2026-03-01', ['2026-01', '2026-02', '2026-03']],
    ['a join in the future', [{ from: '2026-04-01', to: null }], '2026-03-31', []],
    ['a termination in the month of joining', [{ from: '2026-02-10', to: '2026-02-20' }], '2026-05-01', ['2026-02']],
    [
      'a gap',
      [
        { from: '2026-01-10', to: '2026-02-20' },
        { from: '2026-05-01', to: null },
      ],
      '2026-06-15',
      ['2026-01', '2026-02', '2026-05', '2026-06'],
    ],
    ['a new year', [{ from: '2025-12-31', to: null }], '2026-01-01', ['2025-12', '2026-01']],
  ])('of %s', (_, stays, today, months) => expect(chargedMonths(stays, null, today).map(named)).toEqual(months))

  test('follow the hall’s day around midnight', () => {
    const stay = [{ from: '2026-11-01', to: null }]
    const at = (instant: string) => chargedMonths(stay, null, dayIn('Asia/Kolkata', new Date(instant))).map(named)
    expect(at('2026-11-30T18:29:59.999Z')).toEqual(['2026-11'])
    expect(at('2026-11-30T18:30:00.000Z')).toEqual(['2026-11', '2026-12'])
  })
})

describe('the due date of a fee', () => {
  const stays = [{ from: '2026-01-31', to: null }]
  const due = (fixed: number | null, months: [number, number][]) =>
    months.map(([year, month]) => dueDay(stays, monthNumber(year, month), fixed))

  test('is the day of joining, clamped to the month', () =>
    expect(
      due(null, [
        [2026, 1],
        [2026, 2],
        [2026, 3],
        [2028, 2],
      ]),
    ).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2028-02-29']))

  test('is the hall’s fixed day, but never before the student joined', () =>
    expect(
      due(5, [
        [2026, 1],
        [2026, 2],
      ]),
    ).toEqual(['2026-01-31', '2026-02-05']))
})
