import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeOf, makeCode, normalizeCode, secretOf } from './recoveryCode.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const anyCode = fc.uint8Array({ minLength: 26, maxLength: 26 }).map(codeOf)
const placeIn = fc.nat({ max: 27 })

test('is new each time, in seven groups of four', () => {
  const codes = Array.from({ length: 200 }, makeCode)
  expect(new Set(codes).size).toBe(200)
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(new Set(codes.join('').replaceAll('-', ''))).toEqual(new Set(alphabet))
})

test('is the same however it is typed', () =>
  fc.assert(
    fc.property(anyCode, (code) => {
      const bare = code.replaceAll('-', '')
      const handwritten = bare.replaceAll('0', 'o').replaceAll('1', 'l')
      for (const typed of [code, bare, code.toLowerCase(), ` ${code.replaceAll('-', ' – ')}\n`, handwritten, bare.replaceAll('1', 'I')])
        expect(normalizeCode(typed)).toBe(code)
      expect(secretOf(handwritten)).toBe(bare.slice(0, 26))
    }),
  ))

test('detects any single wrong character', () =>
  fc.assert(
    fc.property(anyCode, placeIn, fc.constantFrom(...alphabet), (code, at, char) => {
      const chars = [...code.replaceAll('-', '')]
      fc.pre(chars[at] !== char)
      expect(normalizeCode(chars.with(at, char).join(''))).toBeUndefined()
    }),
  ))

test('detects any swap of two secret characters, and of any two neighbors', () =>
  fc.assert(
    fc.property(anyCode, fc.nat({ max: 25 }), fc.nat({ max: 25 }), placeIn, (code, one, other, neighbour) => {
      const chars = [...code.replaceAll('-', '')]
      const swapped = (at: number, to: number) => chars.with(at, chars[to] ?? '').with(to, chars[at] ?? '')
      const next = Math.min(neighbour + 1, 27)
      for (const mistyped of [swapped(one, other), swapped(neighbour, next)])
        expect(normalizeCode(mistyped.join(''))).toBe(mistyped.join('') === chars.join('') ? code : undefined)
    }),
    { numRuns: 300 },
  ))

test.each([
  '',
  'CARR-E1KE-EPSQ-7ZXV-0W3N-5TMP-Y9S',
  'CARR-E1KE-EPSQ-7ZXV-0W3N-5TMP-Y9SGG',
  'CARR-E1KE-EPSQ-7ZXV-0W3N-5TMP-Y9SU',
  'CARR-E1KE-EPSQ-7ZXV-0W3N-5TMP-Y9Sß',
])('is none: %s', (text) => {
  expect(normalizeCode(text)).toBeUndefined()
})
