import { expect, test } from 'vitest'
import type { PushMessage } from '#contract/pushMessage.ts'
import { notificationText } from './notificationText.ts'

const at = { tag: 't', path: '/' } as const
const message = (of: object) => ({ kind: 'messages', ...of, ...at }) as PushMessage

test.each<[string, PushMessage, number, string, string]>([
  ['a message', message({ sender: 'Asha', text: 'Hello' }), 1, 'Asha', 'Hello'],
  ['more messages', message({ sender: 'Asha', text: 'Hello' }), 3, 'Asha', '3 new messages: Hello'],
  ['a message of a group', message({ sender: 'Asha', group: 'Physics', text: 'Hello' }), 1, 'Asha in Physics', 'Hello'],
  ['a picture', message({ sender: 'Asha', file: 'image' }), 1, 'Asha', 'Photo'],
  ['an encrypted message', message({ sender: 'Asha' }), 1, 'Asha', 'New message'],
  ['more encrypted messages', message({ sender: 'Asha' }), 2, 'Asha', '2 new messages'],
  ['a message whose text is hidden', message({}), 1, 'New message', ''],
  ['more messages whose text is hidden', message({}), 12, '12 new messages', ''],
  ['a notice', { kind: 'notices', title: 'Closed on Monday', ...at }, 1, 'Notice', 'Closed on Monday'],
  ['more notices', { kind: 'notices', title: 'Closed on Monday', ...at }, 2, '2 new notices', 'Closed on Monday'],
  ['a fee', { kind: 'dues', amount: 749.5, day: '2026-11-26', ...at }, 1, 'Fee due', '₹749.50 is due on 26 Nov 2026.'],
  [
    'a payment',
    { kind: 'receipts', amount: 1_500, months: { from: { year: 2026, month: 11 }, to: { year: 2026, month: 11 } }, ...at },
    1,
    'Payment received',
    'You paid ₹1,500 for November 2026.',
  ],
  [
    'a payment for several months',
    { kind: 'receipts', amount: 3_000, months: { from: { year: 2026, month: 10 }, to: { year: 2026, month: 12 } }, ...at },
    1,
    'Payment received',
    'You paid ₹3,000 for October to December 2026.',
  ],
  [
    'a payment over the end of a year',
    { kind: 'receipts', amount: 3_000, months: { from: { year: 2026, month: 12 }, to: { year: 2027, month: 1 } }, ...at },
    1,
    'Payment received',
    'You paid ₹3,000 for December 2026 to January 2027.',
  ],
  ['a deposit', { kind: 'receipts', amount: 500, ...at }, 1, 'Payment received', 'You paid ₹500. Press to see the receipt.'],
  [
    'the end of an account',
    { kind: 'accountEnds', day: '2026-11-29', ...at },
    1,
    'Your account ends soon',
    'Your last day is 29 Nov 2026. Please renew at the office.',
  ],
  ['a kind of a newer version', { kind: 'later', ...at } as unknown as PushMessage, 1, 'New notification', 'Open Carrel to see it.'],
])('a notification of %s', (_, of, count, title, body) => {
  expect(notificationText(of, count)).toEqual({ title, body })
})
