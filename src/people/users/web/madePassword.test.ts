import { expect, test } from 'vitest'
import { Password } from '#contract/fields.ts'
import { madePassword } from './madePassword.ts'

const many = Array.from({ length: 4_000 }, madePassword)

test('generates a password of syllables and two digits that the server accepts', () => {
  for (const password of many) expect(password).toMatch(/^(?:[bdfhjkmnprstvy][aeou]){2}(?:-(?:[bdfhjkmnprstvy][aeou]){2}){2}-[2-9]{2}$/)
  expect(Password.parse(many[0])).toBe(many[0])
})

test('contains no characters that can be confused', () => {
  expect(many.join('')).not.toMatch(/[^a-z2-9-]|[cgilqwxz]/)
})

/** Returns how often each letter occurs at a position. */
const lettersAt = (at: number): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const password of many) counts.set(password.charAt(at), (counts.get(password.charAt(at)) ?? 0) + 1)
  return counts
}

test('has more than 2^40 values, with equally likely letters', () => {
  const places = [0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 15, 16].map(lettersAt)
  for (const counts of places) for (const n of counts.values()) expect(n).toBeGreaterThan((many.length / counts.size) * 0.6)
  expect(places.reduce((bits, { size }) => bits + Math.log2(size), 0)).toBeGreaterThan(40)
})

test('never repeats', () => {
  expect(new Set(many).size).toBe(many.length)
})
