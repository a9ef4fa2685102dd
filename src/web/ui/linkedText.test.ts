import { expect, test } from 'vitest'
import { piecesOf } from './linkedText.ts'

const links = (text: string) => piecesOf(text).flatMap(({ href }) => href ?? [])

test.each([
  ['See https://example.org/a?b=c#d.', ['https://example.org/a?b=c#d']],
  ['(http://example.org), mailto:hall@example.org!', ['http://example.org', 'mailto:hall@example.org']],
  ['https://hi.wikipedia.org/wiki/भारत।', ['https://hi.wikipedia.org/wiki/भारत']],
  ['https://en.wikipedia.org/wiki/Carrel_(desk) is one', ['https://en.wikipedia.org/wiki/Carrel_(desk)']],
  ['javascript:alert(1) data:text/html,x file:///etc/passwd xwww.example.org', []],
  ['Look at www.example.org/a, or WWW.example.com.', ['https://www.example.org/a', 'https://WWW.example.com']],
  ['https:// and http://[', []],
])('finds in "%s" the addresses %j', (text, found) => {
  expect(links(text)).toEqual(found)
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test.each([
  ['links', 'http://a.b '.repeat(9_000)],
  ['dots that an address does not end with', `http://a${'.'.repeat(1_900)}x `.repeat(52)],
  ['brackets', `www.a${')'.repeat(1_990)}x `.repeat(51)],
])('splits a hundred kilobytes of %s at once', (_, text) => {
  const since = performance.now()
  const pieces = piecesOf(text)
  expect(performance.now() - since).toBeLessThan(200)
  expect(pieces.length).toBeLessThan(1_100)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
})

test('splits a long text full of beginnings at once', () => {
  const text = 'https://'.repeat(2_000) + ')'.repeat(5_000)
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})
