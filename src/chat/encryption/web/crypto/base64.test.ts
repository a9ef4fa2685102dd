import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64, toBase64, toBase64Url } from './base64.ts'

test('matches Node, and round-trips at any length', () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(1, 1, 1, 0x8000), (part, times) => {
      const bytes = new Uint8Array(part.length * times)
      for (let at = 0; at < bytes.length; at += part.length) bytes.set(part, at)
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      expect(Buffer.from(fromBase64(toBase64(bytes))).equals(bytes)).toBe(true)
      expect(toBase64Url(part)).toBe(Buffer.from(part).toString('base64url'))
    }),
    { numRuns: 30 },
  ))

test.each([
  ['no padding', 'QQ'],
  ['bits left over', 'QR=='],
  ['a space', 'QUJD '],
  ['a line break', 'QU\nJD'],
  ['base64url', 'Pz8_'],
  ['padding alone', '===='],
  ['too much padding', 'QUJD===='],
  ['no base64', 'é'],
  ['a lone surrogate', '\uD800'],
])('is refused: %s', (_, text) => {
  expect(() => fromBase64(text)).toThrow('malformed')
})
