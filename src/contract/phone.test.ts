import { expect, test } from 'vitest'
import { callable, dialable, foldPhone, messageLink } from './phone.ts'

test.each([
  ['98765 43210', '919876543210'],
  ['+91 98765-43210', '919876543210'],
  ['0091 98765 43210', '919876543210'],
  ['919876543210', '919876543210'],
  ['09876543210', '919876543210'],
  ['(0) 98765 43210', '919876543210'],
  ['+91 098765 43210', '919876543210'],
  ['9123456789', '919123456789'],
  ['+977 980 1234567', '9779801234567'],
  ['12345', undefined],
  ['022 2345 6789', undefined],
  ['+91 12345', undefined],
  ['', undefined],
  [null, undefined],
])('dials %j as %j', (phone, number) => {
  expect(dialable(phone)).toBe(number)
})

test.each([
  '9820628374',
  '98206 28374',
  ' 98206-28374\n',
  '+91 98206 28374',
  '+91-98206-28374',
  '+91 (0) 98206 28374',
  '0091 98206 28374',
  '09820628374',
  '00 98206.28374',
  '[98206] 28374',
  '९८२०६ २८३७४',
  '９８２０６２８３７４',
  '\u202a+91\u00a098206\u201128374\u202c',
])('%j is the mobile number 98206 28374', (typed) => {
  expect(foldPhone(typed)).toBe('919820628374')
})

test.each(['', null, '98206 2837', '982062837401', '98206 28374 x', 'a9820628374', '9820628374@example.org', '022 2345 6789', '-', '+'])(
  '%j is no mobile number',
  (typed) => {
    expect(foldPhone(typed)).toBeUndefined()
  },
)

test('puts the whole text into a link to WhatsApp and to the messages of the phone', () => {
  expect(messageLink('whatsapp', '919876543210', 'आ & b')).toBe('https://wa.me/919876543210?text=%E0%A4%86%20%26%20b')
  expect(messageLink('sms', '919876543210', 'a+b')).toBe('sms:+919876543210?body=a%2Bb')
})

test.each([
  ['+91 98200-12345', { tel: 'tel:+919820012345', shown: '98200 12345', whatsApp: 'https://wa.me/919820012345' }],
  ['98200 12345, 022 2345 6789', { tel: 'tel:9820012345', shown: '98200 12345', whatsApp: 'https://wa.me/919820012345' }],
  ['022 2345 6789 / 98200 12345', { tel: 'tel:02223456789', shown: '022 2345 6789', whatsApp: undefined }],
  ['', undefined],
  ['-', undefined],
])('a hall with the number %j is called as %j', (phone, links) => {
  expect(callable(phone)).toEqual(links)
})
