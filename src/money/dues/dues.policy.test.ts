import { expect, test } from 'vitest'
import { dialable, dueAges, dueDates, reminderLink, reminderText } from './dues.policy.ts'

test.each([
  ['98765 43210', '919876543210'],
  ['+91 98765-43210', '919876543210'],
  ['0091 98765 43210', '919876543210'],
  ['919876543210', '919876543210'],
  ['09876543210', '919876543210'],
  ['(0) 98765 43210', '919876543210'],
  ['+977 980 1234567', '9779801234567'],
  ['12345', undefined],
  ['022 2345 6789', undefined],
  ['+91 12345', undefined],
  ['', undefined],
  [null, undefined],
])('%j is dialled as %j', (phone, number) => {
  expect(dialable(phone)).toBe(number)
})

test('every due date is of exactly one age', () => {
  const today = '2026-11-21'
  const days = [
    '2026-12-30',
    '2026-11-22',
    '2026-11-21',
    '2026-10-22',
    '2026-10-21',
    '2026-09-22',
    '2026-09-21',
    '2026-08-23',
    '2026-08-22',
  ]
  const ages = days.map((day) =>
    dueAges.filter((age) => {
      const { from = '', to = '9' } = dueDates(age, today)
      return from <= day && day <= to
    }),
  )
  expect(ages).toEqual([['not-due'], ['not-due'], ['0-30'], ['0-30'], ['31-60'], ['31-60'], ['61-90'], ['61-90'], ['over-90']])
})

test('what was due yesterday is overdue, and what is due today is not', () => {
  expect(dueDates('overdue', '2026-11-21')).toEqual({ to: '2026-11-20' })
})

test('a reminder is filled in, and what somebody is called is never read as a placeholder', () => {
  const values = { name: '{upi} $& आशा', amount: '₹1,000', since: '5 Nov 2026', hall: 'Saraswati Hall' }
  const template = 'Dear {name}, {amount} at {hall} since {since}. {other} {upi}'
  expect(reminderText(template, { ...values, upiId: 'hall@okbank' })).toBe(
    'Dear {upi} $& आशा, ₹1,000 at Saraswati Hall since 5 Nov 2026. {other} UPI: hall@okbank',
  )
  expect(reminderText('Pay {amount}. {upi}', { ...values, upiId: '' })).toBe('Pay ₹1,000.')
  expect(reminderLink('whatsapp', '919876543210', 'आ & b')).toBe('https://wa.me/919876543210?text=%E0%A4%86%20%26%20b')
  expect(reminderLink('sms', '919876543210', 'a+b')).toBe('sms:+919876543210?body=a%2Bb')
})
