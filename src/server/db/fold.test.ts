import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from './fold.ts'

test.each([
  ['Ashok KUMAR', 'ashok kumar'],
  ['ÉCOLE', 'école'],
  ['E\u0301cole', 'école'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['ｆｕｌｌ ｗｉｄｔｈ', 'full width'],
  ['ﬁnance', 'finance'],
  ['हिन्दी', 'हिन्दी'],
  ['İ', 'i̇'],
])('%s is compared as %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text))
    }),
  )
})
