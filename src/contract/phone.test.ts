import { expect, test } from 'vitest'
import { dialable, messageLink } from './phone.ts'

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

test('a link carries the whole text to WhatsApp and to the messages of the phone', () => {
  expect(messageLink('whatsapp', '919876543210', 'आ & b')).toBe('https://wa.me/919876543210?text=%E0%A4%86%20%26%20b')
  expect(messageLink('sms', '919876543210', 'a+b')).toBe('sms:+919876543210?body=a%2Bb')
})
