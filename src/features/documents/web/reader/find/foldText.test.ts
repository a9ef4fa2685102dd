import { expect, test } from 'vitest'
import { countIn, foldText, spansOf } from './foldText.ts'

const found = (text: string, typed: string): string[] => {
  const query = foldText(typed)
  const spans = spansOf(text, query)
  expect(countIn(foldText(text), query), 'counting and placing agree').toBe(spans.length)
  return spans.map(({ start, end }) => text.slice(start, end))
}

test.each<[string, string, string, string[]]>([
  ['the case does not matter', 'Light, light and LIGHT', 'lIGHT', ['Light', 'light', 'LIGHT']],
  ['Hindi is found by whole letters', 'प्रकाश का परावर्तन, प्रकाश', 'प्रकाश', ['प्रकाश', 'प्रकाश']],
  ['a letter with a dot below is the same however it is written', 'क\u093Cलम क़लम', 'क़लम', ['क\u093Cलम', 'क़लम']],
  ['joiners that nobody types are passed over', 'क्\u200Dष', 'क्ष', ['क्\u200Dष']],
  ['a line ends like a word', 'ray\noptics', 'ray optics', ['ray\noptics']],
  ['a word that is broken at the end of a line is one word', 'litera-\nture', 'literature', ['litera-\nture']],
  ['a ligature is its letters', 'the e\uFB03cient \uFB01ne', 'efficient', ['e\uFB03cient']],
  ['a part of a word is found, and none over another', 'aaaa', 'aa', ['aa', 'aa']],
  ['spaces count as one', 'a  \t b', 'a b', ['a  \t b']],
  ['accents matter', 'résumé resume', 'resume', ['resume']],
  ['signs are taken literally', '100% of_it (a.b)', '% of_it (', ['% of_it (']],
  ['what is not there is not found', 'light', 'dark', []],
])('%s', (_, text, typed, spans) => {
  expect(found(text, typed)).toEqual(spans)
})
