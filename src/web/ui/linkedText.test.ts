import { expect, test } from 'vitest'
import { piecesOf } from './linkedText.ts'

const links = (text: string) => piecesOf(text).flatMap(({ href }) => href ?? [])

test.each([
  ['See https://example.org/a?b=c#d.', ['https://example.org/a?b=c#d']],
  ['(http://example.org), mailto:hall@example.org!', ['http://example.org', 'mailto:hall@example.org']],
  ['https://hi.wikipedia.org/wiki/भारत।', ['https://hi.wikipedia.org/wiki/भारत']],
  ['https://en.wikipedia.org/wiki/Carrel_(desk) is one', ['https://en.wikipedia.org/wiki/Carrel_(desk)']],
  ['javascript:alert(1) data:text/html,x file:///etc/passwd www.example.org', []],
  ['https:// and http://[', []],
])('of "%s" the addresses are %j', (text, found) => {
  expect(links(text)).toEqual(found)
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test('a long text full of beginnings is cut in no time', () => {
  const text = 'https://'.repeat(2_000) + ')'.repeat(5_000)
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})
