import { expect, test } from 'vitest'
import { defaultHall, defaultLanding } from '#system/customization/customization.settings.contract.ts'
import { firstShifts } from '#system/shifts/shifts.shapes.contract.ts'
import { closuresAhead, doorSign, groupHours, signChanges, slotPrices } from './landing.policy.ts'

const zone = 'Asia/Kolkata'
const republicDay = { date: '2026-01-26', reason: 'Republic Day' }
const opening = { hours: defaultLanding.hours, closures: [republicDay] }
const at = (local: string) => new Date(`${local}+05:30`)
const overnight = { ...opening, hours: opening.hours.map((row) => ({ ...row, opens: '18:00', closes: '02:00' })) }
const always = { ...opening, hours: opening.hours.map((row) => ({ ...row, opens: '00:00', closes: '00:00' })) }
const never = { ...opening, hours: opening.hours.map((row) => ({ ...row, closed: true })) }
const neverOnSunday = { ...opening, hours: opening.hours.map((row) => ({ ...row, closed: row.day === 'sunday' })) }

test.each([
  ['before opening', opening, '2026-01-23T05:59:59', { is: 'opensLater', at: '06:00' }],
  ['at the minute of opening', opening, '2026-01-23T06:00:00', { is: 'open', until: '23:00', allDay: false }],
  [
    'at the minute of closing',
    opening,
    '2026-01-23T23:00:00',
    { is: 'closed', next: { day: '2026-01-24', weekday: 'saturday', isTomorrow: true, at: '07:00' } },
  ],
  ['on a Sunday with its own hours', opening, '2026-01-25T07:30:00', { is: 'opensLater', at: '08:00' }],
  [
    'on a dated closure',
    opening,
    '2026-01-26T12:00:00',
    { is: 'closure', reason: 'Republic Day', next: { day: '2026-01-27', weekday: 'tuesday', isTomorrow: true, at: '06:00' } },
  ],
  [
    'on a weekday without hours, before a closure',
    neverOnSunday,
    '2026-01-25T12:00:00',
    { is: 'closed', next: { day: '2026-01-27', weekday: 'tuesday', isTomorrow: false, at: '06:00' } },
  ],
  ['where it opens on no day', never, '2026-01-23T12:00:00', { is: 'closed', next: undefined }],
  ['after midnight of an evening', overnight, '2026-01-23T01:59:00', { is: 'open', until: '02:00', allDay: false }],
  ['after midnight of an evening that was closed', overnight, '2026-01-27T01:00:00', { is: 'opensLater', at: '18:00' }],
  ['at any time where it never closes', always, '2026-01-23T03:00:00', { is: 'open', until: '00:00', allDay: true }],
])('the opening state %s', (_, hours, local, sign) => {
  expect(doorSign(hours, zone, at(local))).toEqual(sign)
})

test('the opening state uses the hall’s time zone', () => {
  const noonUtc = new Date('2026-01-23T12:00:00Z')
  expect([doorSign(opening, zone, noonUtc).is, doorSign(opening, 'Pacific/Auckland', noonUtc).is]).toEqual(['open', 'opensLater'])
})

test('returns when the state changes next', () => {
  const changes = signChanges(opening, zone, at('2026-01-23T10:00:00')).map((instant) => instant.toISOString())
  expect(changes).toEqual([at('2026-01-23T23:00:00').toISOString(), at('2026-01-24T00:00:00').toISOString()])
})

test('groups days of the same hours', () => {
  const rows = (hours: typeof opening.hours) => groupHours(hours).map(({ first, last }) => `${first.day}-${last.day}`)
  expect(rows(opening.hours)).toEqual(['monday-friday', 'saturday-saturday', 'sunday-sunday'])
  expect(rows(always.hours)).toEqual(['monday-sunday'])
  expect(rows(neverOnSunday.hours)).toEqual(['monday-friday', 'saturday-saturday', 'sunday-sunday'])
})

test('a slot costs its own fee, or the hall’s once the owner has confirmed it', () => {
  const shifts = firstShifts.map((shift) => (shift.key === 'morning' ? { ...shift, monthlyFee: 900 } : shift))
  const fees = (hall: Partial<typeof defaultHall>) => slotPrices({ ...defaultHall, ...hall }).map(({ slot, fee }) => [slot, fee])
  expect(fees({})).toEqual([])
  expect(fees({ shifts })).toEqual([['morning', 900]])
  expect(fees({ shifts, monthlyFee: 1_400, monthlyFeeConfirmed: true })).toEqual([
    ['morning', 900],
    ['afternoon', 1_400],
    ['full-day', 1_400],
  ])
})

test('leaves out past closures', () => {
  const closures = [{ date: '2026-08-15', reason: '' }, republicDay, { date: '2026-01-01', reason: 'New Year' }]
  const ahead = closuresAhead({ ...opening, closures }, zone, at('2026-01-26T23:59:00'))
  expect(ahead.map(({ date }) => date)).toEqual(['2026-01-26', '2026-08-15'])
})
