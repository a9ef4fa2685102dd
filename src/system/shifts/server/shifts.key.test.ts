import { expect, test } from 'vitest'
import { newKey } from './shifts.key.ts'

test.each([
  ['Evening', [], 'evening'],
  ['  Early bird (AC) ', [], 'early-bird-ac'],
  ['Évening', [], 'evening'],
  ['रात्रि', [], 'shift'],
  ['रात्रि', ['shift'], 'shift-2'],
  ['Evening', ['evening', 'evening-2'], 'evening-3'],
  ['A'.repeat(60), [], 'a'.repeat(40)],
  ['A'.repeat(60), ['a'.repeat(40)], `${'a'.repeat(38)}-2`],
])('makes a key of %s that is not in use', (name, used, key) => {
  expect(newKey(name, new Set(used))).toBe(key)
})
