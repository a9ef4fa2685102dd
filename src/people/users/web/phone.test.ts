import { expect, test } from 'vitest'
import { readablePhone } from '#contract/phone.ts'
import { telOf, unbrokenPhone } from './phone.ts'

test.each([
  ['9876543210', '98765 43210', 'tel:9876543210'],
  ['98765 43210', '98765 43210', 'tel:9876543210'],
  ['+919876543210', '98765 43210', 'tel:+919876543210'],
  ['+91-9876543210', '98765 43210', 'tel:+919876543210'],
  ['(0) 98765-43210', '98765 43210', 'tel:09876543210'],
  ['98765432101', '98765432101', 'tel:98765432101'],
  ['022 2345 6789', '022 2345 6789', 'tel:02223456789'],
  ['+44 20 7946 0958', '+44 20 7946 0958', 'tel:+442079460958'],
  ['101', '101', 'tel:101'],
  ['+-', '+-', undefined],
])('formats %s as %s and dials it as %s', (phone, readable, address) => {
  expect(readablePhone(phone)).toBe(readable)
  expect(unbrokenPhone(phone).replace('\u00a0', ' ')).toBe(readable)
  expect(telOf(phone)).toBe(address)
})
