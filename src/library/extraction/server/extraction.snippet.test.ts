import { expect, test } from 'vitest'
import { textQuery } from '#server/db/words.ts'
import { snippetOf } from './extraction.snippet.ts'

const snippet = (text: string, typed: string): string => {
  const query = textQuery(typed)
  if (!query) throw new Error('there is no word in it')
  return snippetOf(text, query)
}
const filler = (count: number): string => 'something else '.repeat(count)

test('a short text is shown whole, on one line', () => {
  expect(snippet('Light\r\n  travels\tin waves', 'travels')).toBe('Light travels in waves')
})

test('of a long text the part around the word is shown, cut between words', () => {
  const shown = snippet(`${filler(50)}the speed of light ${filler(50)}`, 'light')
  expect(shown).toMatch(/^…\S.*the speed of light something.*\S…$/)
  expect(shown.length).toBeGreaterThan(120)
  expect(shown.length).toBeLessThanOrEqual(162)
  for (const word of shown.slice(1, -1).split(' ')) expect(`${filler(1)} the speed of light`.split(' ')).toContain(word)
})

test('the place is taken where all the words stand together', () => {
  expect(snippet(`waves here ${filler(20)} light there ${filler(20)} light and waves ${filler(20)}`, 'light waves')).toContain(
    'light and waves',
  )
})

test('a text that folds to what is looked for is found as it was written', () => {
  expect(snippet(`${filler(30)}पुस्तकालय ${filler(30)}`, 'पुस्तक')).toContain('पुस्तकालय')
  expect(snippet(`${filler(30)}ﬁnally ${filler(30)}`, 'final')).toContain('ﬁnally')
})

test('nothing is cut within a character, also where there are no spaces', () => {
  const shown = snippet(`${'कि'.repeat(200)} light ${'😀'.repeat(200)}`, 'light')
  expect(shown.isWellFormed()).toBe(true)
  expect(shown).not.toMatch(/^…\p{M}/u)
})

test('a text in which nothing is found is shown from its beginning', () => {
  expect(snippet(filler(50), 'light')).toMatch(/^something else .*…$/)
})
