import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Who reads the clock of the machine, each with the reason why it has no `platform.clock`. Measuring durations by `performance.now()` is fine. */
const readers: Record<string, string> = {
  'src/people/roster/server/roster.values.ts': 'the century of a year of two digits, for which any day of the year will do',
  'src/server/clock.ts': 'declares it',
  'src/server/db/ids.ts': 'the time part of an id never goes back, whatever clock a test sets',
  'src/server/db/migrate.ts': 'migrates before there is a platform',
  'src/server/files/s3Client.ts': 'the server of a bucket accepts no signature of another time, whatever clock a test sets',
  'src/server/programs/open.ts': 'makes the platform’s clock of it',
  'src/server/programs/restore.ts': 'restores a database that is not open yet',
}

const rawRead = /\bnew Date\(\s*\)|\bDate\.now\b|(?<!new )\bDate\(\s*\)|\bsystemClock\b/

// Migrations are frozen, and tests set the clock.
const files = globSync(['src/server/**/*.ts', 'src/*/*/server/**/*.ts'])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\/testing\/|\/migrations\/|\.test\.ts$|\.(?:access|audience)\.ts$/.test(file))

test('only the listed files of the server read the clock of the machine', () => {
  expect(files.length).toBeGreaterThan(400)
  const reading = files.filter((file) => rawRead.test(readFileSync(file, 'utf8')))
  expect(reading.toSorted()).toEqual(Object.keys(readers).toSorted())
})

/**
 * Files of the money and people wings that name a day by the calendar, each with the reason why it is not the hall's day. Decision 32
 * says what follows which; the day of the hall is `hallDay` on the server, and `today` and `hallDayOf` in the browser.
 */
const byCalendar: Record<string, string> = {
  'src/money/cashbox/server/cashbox.export.service.ts': 'the date in the name of a file',
  'src/money/dues/server/dues.export.service.ts': 'the date in the name of a file',
  'src/money/fees/server/fees.export.service.ts': 'the date in the name of a file',
  'src/people/roster/server/roster.export.service.ts': 'the date in the name of a file',
  'src/people/roster/server/roster.leftOut.service.ts': 'the date in the name of a file',
  'src/people/seats/server/seats.days.service.ts': 'the pieces of a day pass are on the days of the calendar on which they fall',
  'src/people/seats/server/seats.today.service.ts': 'seats that are sold are counted on those days too',
  'src/people/visits/web/PanelVisits.tsx': 'the date beside a time of the clock',
}

const calendarDay = /\b(?:dayIn|dayThere|calendarToday|startInstant|endInstant|nextMidnight)\(/

test('only the listed files about money and people name a day by the calendar', () => {
  const named = globSync(['src/money/**/*.{ts,tsx}', 'src/people/**/*.{ts,tsx}'])
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\/testing\/|\.test\.tsx?$|\.access\.ts$/.test(file))
  expect(named.length).toBeGreaterThan(300)
  expect(named.filter((file) => calendarDay.test(readFileSync(file, 'utf8'))).toSorted()).toEqual(Object.keys(byCalendar))
})

/** The day of UTC is yesterday for a hall in India from midnight to half past five. */
const utcToday = /(?:\bnew Date\((?:Date\.now\(\)[^)]*)?\))\.toISOString\(\)\.slice\(0, 10\)/

test('tests take the day from the time zone of the hall', () => {
  const tests = globSync(['src/**/*.{ts,tsx}', 'e2e/*.ts']).filter((file) => !/\/migrations\//.test(file))
  expect(tests.length).toBeGreaterThan(1_000)
  expect(tests.filter((file) => utcToday.test(readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  ['new Date()', true],
  ['Date.now()', true],
  ['Date()', true],
  ['const now: () => number = Date.now', true],
  ['new Date(instant)', false],
  ['performance.now()', false],
  ['platform.clock()', false],
])('a raw read is found: %s, %s', (text, isRaw) => {
  expect(rawRead.test(text)).toBe(isRaw)
})
