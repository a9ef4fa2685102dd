import { expect, test } from 'vitest'
import { cellsOf, readCsv, separatorOf } from './csv.ts'

const read = (text: string) => readCsv(text, new AbortController().signal)
const rows = async (text: string) => {
  const csv = await read(text)
  return Array.from({ length: csv.rowCount }, (_, index) => csv.rowAt(index))
}

test('the first row is the heading, the others are the table', async () => {
  const csv = await read('Seat,Name\n1,Asha\n2,रमेश\n')
  expect(csv.heading).toEqual(['Seat', 'Name'])
  expect(csv.rowCount).toBe(2)
  expect(csv.rowAt(1)).toEqual(['2', 'रमेश'])
})

test('counts the last row without a line break, and an empty file has no rows', async () => {
  expect(await rows('a\n1\n2')).toEqual([['1'], ['2']])
  expect((await read('')).rowCount).toBe(0)
  expect((await read('only a heading')).rowCount).toBe(0)
})

test.each<[string, string, string[]]>([
  ['quoted separators', '"Iyer, Meera",2', ['Iyer, Meera', '2']],
  ['doubled quotes', '"a ""b"" c",d', ['a "b" c', 'd']],
  ['empty cells', ',,', ['', '', '']],
  ['quotes within a cell', '5" pipe,2', ['5" pipe', '2']],
  ['what follows a closing quote', '"a"b,c', ['ab', 'c']],
  ['a quote that is never closed', '"abc,d', ['"abc', 'd']],
])('%s', (_, row, cells) => {
  expect(cellsOf(row, ',')).toEqual(cells)
})

test('a quoted cell may span lines', async () => {
  expect(await rows('a,b\n"one\ntwo",3\n4,5')).toEqual([
    ['one\ntwo', '3'],
    ['4', '5'],
  ])
})

test('a single unclosed quote does not affect the other rows', async () => {
  expect(await rows('a,b\n"x,1\ny,2\nz,3\n')).toHaveLength(3)
})

test.each([
  ['a;b;c\n1,5;2;3', ';'],
  ['a\tb\n1\t2', '\t'],
  ['a|b\n1|2', '|'],
  ['"a;b;c;d",e\n1,2', ','],
  ['one column', ','],
])('the separator of %j is %j', (text, separator) => {
  expect(separatorOf(text)).toBe(separator)
})

test('counts a hundred thousand rows, and reads any of them', async () => {
  const csv = await read(`n,square\n${Array.from({ length: 100_000 }, (_, n) => `${n},${n * n}`).join('\n')}`)
  expect(csv.rowCount).toBe(100_000)
  expect(csv.rowAt(99_999)).toEqual(['99999', '9999800001'])
})

test('leaves out columns beyond the limit, and says so', async () => {
  const csv = await read(`${'a,'.repeat(500)}a\n${'1,'.repeat(500)}1`)
  expect(csv.heading).toHaveLength(100)
  expect(csv.rowAt(0)).toHaveLength(100)
  expect(csv.hasMoreColumns).toBe(true)
})
