import { expect, test } from 'vitest'
import { matches, splitMatches, splitWords } from './highlight.ts'

const marked = (text: string, query: string): string =>
  splitMatches(text, query)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('')

test.each([
  ['Physics for Class 11', 'phys', '[Phys]ics for Class 11'],
  ['Banana', 'an', 'B[anan]a'],
  ['भौतिक विज्ञान', 'विज्ञान', 'भौतिक [विज्ञान]'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς', '[ΟΔΥΣΣΕΥΣ]'],
  ['Война и мир', 'МИР', 'Война и [мир]'],
  ['Cafe\u0301 notes', 'café', '[Cafe\u0301] notes'],
  ['ﬁeld guide', 'FIELD', '[ﬁeld] guide'],
  ['100% of_it \\ done', '% of_it \\', '100[% of_it \\] done'],
])('in %j the search %j marks %j', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected)
})

test('a consonant marks the whole letter with its vowel sign', () => {
  expect(marked('किताब', 'क')).toBe('[कि]ताब')
})

test('a blank search marks nothing, and the parts always join to the text', () => {
  expect(splitMatches('Plain', '  ')).toEqual([{ text: 'Plain', isMatch: false }])
  const text = 'A👩‍👩‍👧 family 👩‍👩‍👧'
  expect(
    splitMatches(text, 'family')
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test('a name matches case-insensitively, with special characters taken literally', () => {
  expect(matches('Organic CHEMISTRY', 'chem')).toBe(true)
  expect(matches('Organic Chemistry', '%')).toBe(false)
})

const markedWords = (text: string, query: string): string =>
  splitWords(text, query)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('')

test.each([
  ['Light bends where lenses are thick', 'thick LIGHT lens', '[Light] bends where [lenses] are [thick]'],
  ['The start of art and of artists', 'art of', 'The start [of] [art] and [of] artists'],
  ['प्रकाश का अपवर्तन', 'अपवर्तन, प्रकाश', '[प्रकाश] का [अपवर्तन]'],
  ['सन्\u200Dधि', 'सन्धि', '[सन्\u200Dधि]'],
  ['Light', '"light"', '[Light]'],
  ['Nothing of it', '"%_', 'Nothing of it'],
  ['', 'word', ''],
])('in the text %j the words %j mark %j', (text, query, expected) => {
  expect(markedWords(text, query)).toBe(expected)
})
