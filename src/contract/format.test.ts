import { afterEach, describe, expect, test } from 'vitest'
import { formatsFor, showInstantsIn } from './format.ts'

const english = formatsFor('en-IN')
const hall = (zone: string) => showInstantsIn(() => zone)
afterEach(() => hall('Asia/Kolkata'))

describe('a date in English', () => {
  test('has a month of three letters, whatever the version of ICU', () => {
    expect(english.day('2026-09-09')).toBe('9 Sep 2026')
    expect(english.day('2026-11-23')).toBe('23 Nov 2026')
    const months = Array.from({ length: 12 }, (_, at) => english.shortMonth(at + 1))
    expect(months.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec')
    expect(english.dayAndMonth('2026-09-29')).toBe('29 Sep')
  })

  test.each([
    ['Asia/Kolkata', '1 Sep 2026', '12:30 am'],
    ['America/New_York', '31 Aug 2026', '3:00 pm'],
    ['Pacific/Kiritimati', '1 Sep 2026', '9:00 am'],
    ['UTC', '31 Aug 2026', '7:00 pm'],
  ])('is that of the hall for an instant: %s', (zone, day, time) => {
    hall(zone)
    const at = '2026-08-31T19:00:00.000Z'
    expect([english.instantDay(at), english.time(at), english.instant(at)]).toEqual([day, time, `${day}, ${time}`])
    expect(english.instantIn(zone, at)).toBe(`${day}, ${time}`)
  })

  test('has noon as 12 pm and midnight as 12 am', () => {
    hall('UTC')
    expect(['00:05', '11:59', '12:00', '23:01'].map((time) => english.time(`2026-09-09T${time}:00.000Z`))).toEqual([
      '12:05 am',
      '11:59 am',
      '12:00 pm',
      '11:01 pm',
    ])
  })
})

test('writes a date in another language with the month as that language does', () => {
  expect(formatsFor('hi-IN').day('2026-11-23')).toBe('23 नव॰ 2026')
})
