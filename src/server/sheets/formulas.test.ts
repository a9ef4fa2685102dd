import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asPlainCell, fromPlainCell } from './formulas.ts'

test.each([
  '=1+1',
  '+91 98765 43210',
  '-5',
  '@SUM(A1)',
  '|calc',
  '%x',
  ' =1',
  '\t=1',
  '\n=1',
  '\r=1',
  '\u00a0=1',
  '\u3000=1',
  '\u200b=1',
  '\ufeff=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '｜calc',
  '％x',
  '﹦1',
  '﹢1',
  '﹣1',
  '﹫x',
  '﹪x',
  '−1',
  ' \u200b\u3000＝1',
  '\u0000x',
  '\tx',
  "'=1",
  "'''=1",
])('no spreadsheet takes %j for a formula, and importing it returns the original', (text) => {
  expect(asPlainCell(text)).toBe(`'${text}`)
  expect(fromPlainCell(`'${text}`)).toBe(text)
})

test.each(['Asha', 'आशा', '98765 43210', '2026-11-05', '', "O'Brien", "'Asha'", '(022) 123', '#1', '“quoted”'])(
  '%j stays as it is',
  (text) => {
    expect(asPlainCell(text)).toBe(text)
    expect(fromPlainCell(text)).toBe(text)
  },
)

test('every text survives export and import', () => {
  const signs = fc.constantFrom("'", '=', '+', '-', ' ', '\t', '\n', 'a', '＝', '|', '%')
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(signs, { maxLength: 6 }).map((all) => all.join('')),
  )
  fc.assert(fc.property(texts, (text) => fromPlainCell(asPlainCell(text)) === text))
})
