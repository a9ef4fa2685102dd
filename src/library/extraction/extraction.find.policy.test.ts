import { expect, test } from 'vitest'
import { countIn, foldText, spansOf } from './extraction.find.policy.ts'

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
  ['a line may end in two characters', 'litera-\r\nture of\r\nlight', 'literature of light', ['litera-\r\nture of\r\nlight']],
  ['a ligature is its letters', 'the e\uFB03cient \uFB01ne', 'efficient', ['e\uFB03cient']],
  ['a part of a word is found, and none over another', 'aaaa', 'aa', ['aa', 'aa']],
  ['spaces count as one', 'a  \t b', 'a b', ['a  \t b']],
  ['accents matter', 'résumé resume', 'resume', ['resume']],
  ['signs are taken literally', '100% of_it (a.b)', '% of_it (', ['% of_it (']],
  // What PDFs make of Hindi: signs in the order in which they are seen, and holes for those that they say nothing of.
  ['a short i that stands before its letters', 'िहन्दी और िकताब', 'किताब', ['िकताब']],
  ['the hook of an r that stands after its letters', 'धमर् और िवद्याथीर्', 'विद्यार्थी', ['िवद्याथीर्']],
  ['a short i before joined letters', 'क्षित्रय', 'क्षत्रिय', ['क्षित्रय']],
  ['a short i in the middle of a word', 'संस्कृित', 'संस्कृति', ['संस्कृित']],
  ['holes', '\0व\0ाथ\0 क\0 परीक्षा', 'विद्यार्थी', ['\0व\0ाथ\0']],
  ['a hole for a hook', 'परावत\0न और अपवत\0न', 'अपवर्तन', ['अपवत\0न']],
  ['a hole for a vowel in a longer word', 'विद्याथ\0 क\0 पर\0क्षा', 'की परीक्षा', ['क\0 पर\0क्षा']],
  ['no hole in a word of one sign', 'क\0 कि क', 'का', []],
  ['nothing but holes is nothing', '\0\0 \0', 'क्षि', []],
  ['another word with the same letters', 'कताब', 'किताब', []],
  ['joiners alone are nowhere', 'क\u200Dष and more', '\u200D\u00AD', []],
  ['what is not there is not found', 'light', 'dark', []],
])('%s', (_, text, typed, spans) => {
  expect(found(text, typed)).toEqual(spans)
})
