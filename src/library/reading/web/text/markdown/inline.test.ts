import { expect, test } from 'vitest'
import { inlineOf, mostFormatted } from './inline.ts'

const shown = (text: string) =>
  inlineOf(text).map(({ text: piece, href, ...style }) => {
    const names = Object.keys(style).join('+')
    return [piece, ...(names ? [names] : []), ...(href ? [href] : [])].join('|')
  })

test.each<[string, string[]]>([
  ['plain', ['plain']],
  ['a **b** c', ['a ', 'b|bold', ' c']],
  ['a __b__ *c* _d_', ['a ', 'b|bold', ' ', 'c|italic', ' ', 'd|italic']],
  ['***both***', ['both|bold+italic']],
  ['**a *b* c**', ['a |bold', 'b|bold+italic', ' c|bold']],
  ['~~gone~~ and ~5', ['gone|strike', ' and ~5']],
  ['`a **b**` ``c ` d``', ['a **b**|code', ' ', 'c ` d|code']],
  ['snake_case_name and 5 * 3 * 2', ['snake_case_name and 5 * 3 * 2']],
  ['*open and **open', ['*open and **open']],
  ['\\*not\\* \\[x\\](y)', ['*not* [x](y)']],
  ['`never closed', ['`never closed']],
])('%s', (text, pieces) => {
  expect(shown(text)).toEqual(pieces)
})

test.each<[string, string[]]>([
  ['[the **hall**](https://example.org/a_(b) "title")', ['the |https://example.org/a_(b)', 'hall|bold|https://example.org/a_(b)']],
  ['<https://example.org/x>', ['https://example.org/x|https://example.org/x']],
  ['see https://example.org/a_b_c.', ['see ', 'https://example.org/a_b_c|https://example.org/a_b_c', '.']],
  ['[write](mailto:desk@example.org)', ['write|mailto:desk@example.org']],
  ['![a map](https://example.org/map.png)', ['a map|https://example.org/map.png']],
  ['[press](javascript:alert(1))', ['press']],
  ['[press](JaVaScRiPt:alert(1)) [press](data:text/html,x) [press](vbscript:x) [up](../up.md)', ['press press press up']],
  ['[press](java\u0000script:alert(1))', ['press']],
  ['[press](//example.org) [press](http:example.org)', ['press press']],
  [
    '<javascript:alert(1)> <script>alert(1)</script> <img src=x onerror=y>',
    ['<javascript:alert(1)> <script>alert(1)</script> <img src=x onerror=y>'],
  ],
])('links only to web and mail addresses: %s', (text, pieces) => {
  expect(shown(text)).toEqual(pieces)
})

test('shows very long texts, and those with a thousand pieces, as written', () => {
  const dense = '*a* '.repeat(900)
  expect(inlineOf(dense)).toEqual([{ text: dense }])
  const long = `**${'a'.repeat(mostFormatted)}**`
  expect(inlineOf(long)).toEqual([{ text: long }])
})
