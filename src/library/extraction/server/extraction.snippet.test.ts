import { expect, test } from 'vitest'
import { textQuery } from '#server/db/words.ts'
import { snippetOf } from './extraction.snippet.ts'

const snippet = (text: string, typed: string): string => {
  const query = textQuery(typed)
  if (!query) throw new Error('there is no word in it')
  return snippetOf(text, query)
}
const filler = (count: number): string => 'something else '.repeat(count)

test('returns a short text completely, on one line', () => {
  expect(snippet('Light\r\n  travels\tin waves', 'travels')).toBe('Light travels in waves')
})

test('returns the part of a long text around the word, cut between words', () => {
  const shown = snippet(`${filler(50)}the speed of light ${filler(50)}`, 'light')
  expect(shown).toMatch(/^…\S.*the speed of light something.*\S…$/)
  expect(shown.length).toBeGreaterThan(120)
  expect(shown.length).toBeLessThanOrEqual(162)
  for (const word of shown.slice(1, -1).split(' ')) expect(`${filler(1)} the speed of light`.split(' ')).toContain(word)
})

test('prefers the place where all words occur together', () => {
  expect(snippet(`waves here ${filler(20)} light there ${filler(20)} light and waves ${filler(20)}`, 'light waves')).toContain(
    'light and waves',
  )
})

test('returns a match as written, even if only its folded form matches', () => {
  expect(snippet(`${filler(30)}पुस्तकालय ${filler(30)}`, 'पुस्तक')).toContain('पुस्तकालय')
  expect(snippet(`${filler(30)}ﬁnally ${filler(30)}`, 'final')).toContain('ﬁnally')
})

test('does not cut within a character, even without spaces', () => {
  const shown = snippet(`${'कि'.repeat(200)} light ${'😀'.repeat(200)}`, 'light')
  expect(shown.isWellFormed()).toBe(true)
  expect(shown).not.toMatch(/^…\p{M}/u)
})

test('returns the beginning of a text without matches', () => {
  expect(snippet(filler(50), 'light')).toMatch(/^something else .*…$/)
})
