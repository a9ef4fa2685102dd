import { expect, test } from 'vitest'
import { codeOf, digestOf, hashOf, isCodeOf, NOTHING_BEFORE, parseCode } from './digest.ts'

test('digests, hashes and codes never change', () => {
  const digest = digestOf('payment', ['p1', 100_000, null, 'आशा'])
  expect(digest).toBe('68d9d5371e0892f7897d27130fa0738c2f444e01190e7beecad64df5508c73fc')
  const hash = hashOf({ seq: 2, kind: 'payment', ref: 'p1', digest, prev: NOTHING_BEFORE })
  expect(hash).toBe('f090d8b88f097715fb9be3b492940b809d575813276a7a5f70b0f4660b202266')
  expect(codeOf({ seq: 2, hash })).toBe('2-Y28D-HE4F-15VH')
})

test('adjacent values do not run together', () => {
  expect(digestOf('x', ['ab', 'c'])).not.toBe(digestOf('x', ['a', 'bc']))
  expect(digestOf('x', [1])).not.toBe(digestOf('x', ['1']))
  expect(digestOf('x', [null])).not.toBe(digestOf('x', ['null']))
})

test('a code is accepted as people type it from paper', () => {
  const hash = hashOf({ seq: 128, kind: 'payment', ref: 'p1', digest: 'd', prev: NOTHING_BEFORE })
  const code = codeOf({ seq: 128, hash })
  for (const typed of [code, code.toLowerCase(), ` ${code.replaceAll('-', ' ')} `, code.replaceAll('0', 'O').replaceAll('1', 'l')]) {
    // The number itself has only digits.
    if (!typed.trim().startsWith('128')) continue
    const parsed = parseCode(typed)
    expect(parsed?.seq).toBe(128)
    expect(isCodeOf(parsed?.letters ?? '', hash)).toBe(true)
  }
  for (const wrong of ['', '128', '128-ABCD', `${code}X`, code.replace(/.$/, 'U'), 'A28-7F3K-Q2MX-9D0A'])
    expect(parseCode(wrong)).toBeUndefined()
})
