import { expect, test } from 'vitest'
import { dueAges, dueDates, reminderText } from './dues.policy.ts'

test('assigns every due date to exactly one age', () => {
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

test('counts yesterday as overdue, and today as not', () => {
  expect(dueDates('overdue', '2026-11-21')).toEqual({ to: '2026-11-20' })
})

test('fills in a reminder without reading names as placeholders', () => {
  const values = { name: '{upi} $& आशा', amount: '₹1,000', since: '5 Nov 2026', hall: 'Saraswati Hall' }
  const template = 'Dear {name}, {amount} at {hall} since {since}. {other} {upi}'
  expect(reminderText(template, { ...values, upiId: 'hall@okbank' })).toBe(
    'Dear {upi} $& आशा, ₹1,000 at Saraswati Hall since 5 Nov 2026. {other} UPI: hall@okbank',
  )
  expect(reminderText('Pay {amount}. {upi}', { ...values, upiId: '' })).toBe('Pay ₹1,000.')
})
