import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberInWords, rupeesInWords } from './rupeesInWords.ts'

test.each([
  [1_200, 'Rupees one thousand two hundred only'],
  [1, 'Rupees one only'],
  [0, 'Rupees zero only'],
  [0.5, 'Fifty paise only'],
  [0.01, 'One paisa only'],
  [0.29, 'Twenty-nine paise only'],
  [999.99, 'Rupees nine hundred ninety-nine and ninety-nine paise only'],
  [21, 'Rupees twenty-one only'],
  [40, 'Rupees forty only'],
  [100, 'Rupees one hundred only'],
  [1_000, 'Rupees one thousand only'],
  [15_015, 'Rupees fifteen thousand fifteen only'],
  [1_00_000, 'Rupees one lakh only'],
  [12_34_567.08, 'Rupees twelve lakh thirty-four thousand five hundred sixty-seven and eight paise only'],
  [1_00_00_000, 'Rupees one crore only'],
  [10_01_00_001, 'Rupees ten crore one lakh one only'],
])('writes out %d as %s', (amount, written) => {
  expect(rupeesInWords(amount)).toBe(written)
})

const values: Record<string, number> = { hundred: 100, thousand: 1_000, lakh: 100_000, crore: 10_000_000 }
const names =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
names.split(' ').forEach((name, value) => {
  values[name] = value
})
'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').forEach((name, at) => {
  values[name] = 20 + 10 * at
})

/** Reads words back: each group multiplies the sum since the last one. */
const read = (words: string): number => {
  let [all, since] = [0, 0]
  for (const word of words.split(/[ -]/)) {
    const value = values[word] ?? Number.NaN
    if (value < 100) since += value
    else if (value === 100) since *= 100
    else [all, since] = [all + since * value, 0]
  }
  return all + since
}

test('reads every amount up to a crore back from its words', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 10_000_000 }), (n) => read(numberInWords(n)) === n))
})

test('uses different words for different amounts', () => {
  const paise = fc.integer({ min: 0, max: 1_000_000_000 })
  fc.assert(fc.property(paise, paise, (one, other) => one === other || rupeesInWords(one / 100) !== rupeesInWords(other / 100)))
})
