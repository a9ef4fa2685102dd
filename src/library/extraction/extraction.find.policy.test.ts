import { expect, test } from 'vitest'
import { countIn, foldText, spansOf } from './extraction.find.policy.ts'

const found = (text: string, typed: string): string[] => {
  const query = foldText(typed)
  const spans = spansOf(text, query)
  expect(countIn(foldText(text), query), 'counting and placing agree').toBe(spans.length)
  return spans.map(({ start, end }) => text.slice(start, end))
}

test.each<[string, string, string, string[]]>([
  ['ignores case', 'Light, light and LIGHT', 'lIGHT', ['Light', 'light', 'LIGHT']],
  ['matches whole letters in Hindi', 'प्रकाश का परावर्तन, प्रकाश', 'प्रकाश', ['प्रकाश', 'प्रकाश']],
  ['matches both encodings of a letter with a dot below', 'क\u093Cलम क़लम', 'क़लम', ['क\u093Cलम', 'क़लम']],
  ['ignores joiners, which nobody types', 'क्\u200Dष', 'क्ष', ['क्\u200Dष']],
  ['a line break separates words', 'ray\noptics', 'ray optics', ['ray\noptics']],
  ['joins a word hyphenated at the end of a line', 'litera-\nture', 'literature', ['litera-\nture']],
  ['accepts CRLF line breaks', 'litera-\r\nture of\r\nlight', 'literature of light', ['litera-\r\nture of\r\nlight']],
  ['matches a ligature by its letters', 'the e\uFB03cient \uFB01ne', 'efficient', ['e\uFB03cient']],
  ['matches parts of words, without overlaps', 'aaaa', 'aa', ['aa', 'aa']],
  ['several spaces equal one', 'a  \t b', 'a b', ['a  \t b']],
  ['distinguishes accents', 'résumé resume', 'resume', ['resume']],
  ['matches special characters literally', '100% of_it (a.b)', '% of_it (', ['% of_it (']],
  // Hindi as PDFs store it: signs in visual order, and gaps for signs without text.
  ['a short i before its letters', 'िहन्दी और िकताब', 'किताब', ['िकताब']],
  ['the hook of an r after its letters', 'धमर् और िवद्याथीर्', 'विद्यार्थी', ['िवद्याथीर्']],
  ['a short i before joined letters', 'क्षित्रय', 'क्षत्रिय', ['क्षित्रय']],
  ['a short i in the middle of a word', 'संस्कृित', 'संस्कृति', ['संस्कृित']],
  ['gaps', '\0व\0ाथ\0 क\0 परीक्षा', 'विद्यार्थी', ['\0व\0ाथ\0']],
  ['a gap for a hook', 'परावत\0न और अपवत\0न', 'अपवर्तन', ['अपवत\0न']],
  ['a gap for a vowel in a longer word', 'विद्याथ\0 क\0 पर\0क्षा', 'की परीक्षा', ['क\0 पर\0क्षा']],
  ['no gap in a word of one syllable', 'क\0 कि क', 'का', []],
  ['gaps alone do not match', '\0\0 \0', 'क्षि', []],
  ['another word with the same letters', 'कताब', 'किताब', []],
  ['joiners alone do not match', 'क\u200Dष and more', '\u200D\u00AD', []],
  ['returns nothing without a match', 'light', 'dark', []],
])('%s', (_, text, typed, spans) => {
  expect(found(text, typed)).toEqual(spans)
})
