import { describe, expect, test } from 'vitest'
import { markdownBlocks } from './blocks.ts'
import { inlineOf, mostFormatted } from './inline.ts'
import { textsOf } from './markdownText.ts'

test('parses both kinds of headings, with their closing marks', () => {
  expect(markdownBlocks('# One\n##  Two ##\n###### Six\n#hash\n####### seven\nBig\n===\nSmall\n---')).toEqual([
    { kind: 'heading', level: 1, text: 'One', quote: 0 },
    { kind: 'heading', level: 2, text: 'Two', quote: 0 },
    { kind: 'heading', level: 6, text: 'Six', quote: 0 },
    { kind: 'heading', level: 1, text: '#hash ####### seven Big', quote: 0 },
    { kind: 'heading', level: 2, text: 'Small', quote: 0 },
  ])
})

test('joins the lines of a paragraph, except at hard line breaks', () => {
  expect(markdownBlocks('one\ntwo  \nthree\\\nfour\n\nfive')).toEqual([
    { kind: 'paragraph', text: 'one two\nthree\nfour', quote: 0 },
    { kind: 'paragraph', text: 'five', quote: 0 },
  ])
})

test('parses nested lists, their numbers as written, checkboxes, and continuation lines', () => {
  expect(markdownBlocks('- a\n  - b\n    goes on\n\n  more\n- [x] c\n\n3. d\n4) [ ] e\n\nend')).toEqual([
    {
      kind: 'list',
      items: [
        { depth: 0, marker: '•', text: 'a' },
        { depth: 1, marker: '•', text: 'b goes on\nmore' },
        { depth: 0, marker: '☑', text: 'c' },
        { depth: 0, marker: '3.', text: 'd' },
        { depth: 0, marker: '4) ☐', text: 'e' },
      ],
      quote: 0,
    },
    { kind: 'paragraph', text: 'end', quote: 0 },
  ])
})

test('a year at the start of a line does not start a list', () => {
  expect(markdownBlocks('It began in\n1947. It goes on.')).toEqual([{ kind: 'paragraph', text: 'It began in 1947. It goes on.', quote: 0 }])
})

test('code keeps every character, fenced or indented, even if it is never closed', () => {
  expect(markdownBlocks('```js\n# no heading\n\n> x\n```\n\n    indented\n\n~~~\nopen')).toEqual([
    { kind: 'code', text: '# no heading\n\n> x', quote: 0 },
    { kind: 'code', text: 'indented', quote: 0 },
    { kind: 'code', text: 'open', quote: 0 },
  ])
})

test('parses quotes, including nested ones, and rules', () => {
  expect(markdownBlocks('> a\n> > # b\n***\n> ```\n> code\nout')).toEqual([
    { kind: 'paragraph', text: 'a', quote: 1 },
    { kind: 'heading', level: 1, text: 'b', quote: 2 },
    { kind: 'rule', quote: 0 },
    { kind: 'code', text: 'code', quote: 1 },
    { kind: 'paragraph', text: 'out', quote: 0 },
  ])
})

test('a table has the columns of its header', () => {
  expect(markdownBlocks('| a | b\\|c |\n|---|:-:|\n| 1 | 2 | 3 |\n| 4 |\n\na | b\nno table')).toEqual([
    {
      kind: 'table',
      heading: ['a', 'b|c'],
      rows: [
        ['1', '2'],
        ['4', ''],
      ],
      quote: 0,
    },
    { kind: 'paragraph', text: 'a | b no table', quote: 0 },
  ])
})

test('shows HTML as text', () => {
  expect(markdownBlocks('<script>alert(1)</script>\n<b>x</b>')).toEqual([
    { kind: 'paragraph', text: '<script>alert(1)</script> <b>x</b>', quote: 0 },
  ])
})

const n = 102_400
const rep = (piece: string) => piece.repeat(Math.ceil(n / piece.length)).slice(0, n)
const steps = (line: (at: number) => string) =>
  Array.from({ length: 450 }, (_, at) => line(at))
    .join('')
    .slice(0, n)

/** Each of these costs a Markdown library seconds, or overflows its stack. */
const hostile: Record<string, string> = {
  brackets: rep('['),
  'open links': rep('[a]('),
  pictures: rep('!['),
  emphasis: rep('*a_ '),
  'emphasis within emphasis': rep('**a *b '),
  underscores: rep('a_b__'),
  strikes: rep('~~a '),
  stars: rep('*'),
  quotes: rep('>'),
  'lines of quotes': rep('>>>>> a\n'),
  'lists in one line': rep('- '),
  'deeper and deeper lists': steps((at) => `${' '.repeat(at)}- a\n`),
  'a long list': rep('- a\n'),
  headings: rep('#\n'),
  'hashes after a heading': `# ${rep(' #')}`,
  'nothing but spaces': rep(' '),
  'empty lines': rep('\n'),
  'longer and longer code': steps((at) => `${'`'.repeat(at)} `),
  'open tags': rep('<a '),
  'a wide table': `|a|\n|-|\n${rep('|')}`,
  'a long table': `|a|b|\n|-|-|\n${rep('|a|b|\n')}`,
  'rules that are none': rep('- - - - x\n'),
  'an address without end': `https://${rep('a')}`,
  'many addresses': rep('www.a.b '),
  'one word': rep('a'),
}

/** Returns milliseconds of CPU time, which does not depend on the load of the machine. */
const processorMs = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

describe('100 KB of hostile text', () => {
  test.each(Object.keys(hostile))('%s: becomes blocks of bounded size within 200 ms', (name) => {
    const blocks = markdownBlocks(hostile[name] ?? '')
    const times = [1, 2, 3].map(() =>
      processorMs(() => {
        for (const block of markdownBlocks(hostile[name] ?? '')) for (const each of textsOf(block)) inlineOf(each)
      }),
    )
    expect(Math.min(...times)).toBeLessThan(200)
    const sizes = blocks.map((block) => textsOf(block).reduce((sum, each) => sum + each.length, 0))
    expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(2 * mostFormatted)
    expect(Math.max(0, ...blocks.map((block) => textsOf(block).length))).toBeLessThanOrEqual(400)
  })
})
