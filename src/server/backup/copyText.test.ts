import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsOf, toLine } from './copyText.ts'

async function* streamOf(chunks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks
}

const read = async (chunks: Iterable<Buffer>): Promise<(string | null)[][]> => {
  const rows = []
  for await (const row of rowsOf(streamOf(chunks), 2)) rows.push(row)
  return rows
}

/** Cuts the bytes into pieces, also in the middle of a character. */
const cut = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))

test('returns every row as it was written, wherever the stream is cut', async () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'\\\b\f\n\r\t\vNbnआ👩‍🚀.') }),
    fc.bigInt(),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(value, value)), fc.integer({ min: 1, max: 50 }), async (rows, size) => {
      const told = rows.map((row) => row.map((one) => (one === null ? null : String(one))))
      expect(await read(cut(Buffer.from(rows.map(toLine).join('')), size))).toEqual(told)
    }),
  )
})

test('ignores a last row without its end', async () => {
  await expect(read([Buffer.from('1\t2\n3\t')])).rejects.toThrow('incomplete')
})

test.each([
  ['with a column more or fewer', [Buffer.from('1\t2\n3\n')], 'a row has 1 columns, not 2'],
  ['that are not UTF-8', [Buffer.from([0x31, 0x09, 0xff, 0x0a])], 'not valid'],
  ['that end in the middle of a character', [Buffer.from('1\t2\n'), Buffer.from('आ').subarray(0, 2)], 'not valid'],
])('refuses rows %s', async (_, chunks, reason) => {
  await expect(read(chunks)).rejects.toThrow(reason)
})

test('refuses a row without an end before memory is full', async () => {
  const endless = function* () {
    const chunk = Buffer.alloc(1_048_576, 'x')
    for (;;) yield chunk
  }
  await expect(read(endless())).rejects.toThrow('a row is too long')
})
