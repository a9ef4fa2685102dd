import { buffer, text } from 'node:stream/consumers'
import { streamXlsxRows } from 'hucre/xlsx'
import { expect, test, vi } from 'vitest'
import type { Column } from './columns.ts'
import { sheetAnswer } from './sheetAnswer.ts'

type Fee = { student: string | null; phone: string; seat: number | null; amount: number | null; due: string | null; paidAt: string | null }

const columns: Column<Fee>[] = [
  { heading: 'Student', kind: 'text', value: ({ student }) => student },
  { heading: 'Phone', kind: 'text', value: ({ phone }) => phone },
  { heading: 'Seat', kind: 'integer', value: ({ seat }) => seat },
  { heading: 'Amount', kind: 'rupees', value: ({ amount }) => amount },
  { heading: 'Due', kind: 'day', value: ({ due }) => due },
  { heading: 'Paid at', kind: 'instant', value: ({ paidAt }) => paidAt },
]
const fee: Fee = {
  student: 'आशा "Asha", शर्मा',
  phone: '+91 98765',
  seat: 7,
  amount: 1234.5,
  due: '2026-11-05',
  paidAt: '2026-11-21T20:00:30.000Z',
}
const blank: Fee = { student: null, phone: '=HYPERLINK("http://x")', seat: null, amount: 0, due: null, paidAt: null }

const sheet = (format: 'csv' | 'xlsx', rows: Iterable<Fee> | AsyncIterable<Fee>, name = 'Fees') =>
  sheetAnswer({ name, format, timeZone: 'Asia/Kolkata', columns, rows })

const cellsOf = async (bytes: Uint8Array) => {
  const rows: unknown[][] = []
  for await (const { values } of streamXlsxRows(bytes)) rows.push(values)
  return rows
}

test('writes CSV as UTF-8 with a byte order mark and Excel’s line ends, without formulas', async () => {
  const { content, mediaType, fileName } = await sheet('csv', [fee, blank])
  expect([mediaType, fileName]).toEqual(['text/csv', 'Fees.csv'])
  const written = (await buffer(content)).toString('utf8')
  expect(written).toBe(
    '\uFEFFStudent,Phone,Seat,Amount,Due,Paid at\r\n' +
      `"आशा ""Asha"", शर्मा",'+91 98765,7,1234.50,2026-11-05,2026-11-22 01:30:30\r\n` +
      `,"'=HYPERLINK(""http://x"")",,0.00,,\r\n`,
  )
})

test('writes a heading of CSV that begins like a formula as text', async () => {
  const named: Column<Fee>[] = [{ heading: '=1+1', kind: 'text', value: ({ due }) => due }]
  const { content } = await sheetAnswer({ name: 'Fees', format: 'csv', timeZone: 'Asia/Kolkata', columns: named, rows: [fee] })
  expect((await buffer(content)).toString('utf8')).toBe("\uFEFF'=1+1\r\n2026-11-05\r\n")
})

test('writes numbers, days and times of a workbook as such, and texts as texts', async () => {
  const { content, mediaType, fileName } = await sheet('xlsx', [fee, blank], 'Fees: Nov/2026')
  expect([mediaType, fileName]).toEqual(['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Fees: Nov/2026.xlsx'])
  const [headings, first, second] = await cellsOf(await buffer(content))
  expect(headings).toEqual(columns.map(({ heading }) => heading))
  expect(first).toEqual([fee.student, '+91 98765', 7, 1234.5, new Date('2026-11-05T00:00:00Z'), new Date('2026-11-22T01:30:30Z')])
  expect(second).toEqual([null, '=HYPERLINK("http://x")', null, 0, null, null])
})

test('replaces in a workbook what XML or Excel cannot hold', async () => {
  const odd = { ...fee, student: 'a\u0001b\uD800c\uFFFE_x0041_', phone: 'x'.repeat(40_000) }
  const [, row] = await cellsOf(await buffer((await sheet('xlsx', [odd])).content))
  expect(row?.[0]).toBe('a\u0001b\uFFFDc\uFFFD_x0041_')
  expect(row?.[1]).toHaveLength(32_767)
})

test.each(['csv', 'xlsx'] as const)('a table without rows has its headings, as %s', async (format) => {
  const { content } = await sheet(format, [])
  const bytes = await buffer(content)
  const headings = format === 'csv' ? bytes.toString('utf8').trim().split(',') : (await cellsOf(bytes))[0]
  expect(headings).toHaveLength(columns.length)
})

test.each(['csv', 'xlsx'] as const)('fetches rows only as %s is read, and stops when nobody reads', async (format) => {
  let given = 0
  const ended = vi.fn()
  const rows = function* () {
    try {
      for (; ; given++) yield { ...fee, student: crypto.randomUUID().repeat(20) }
    } finally {
      ended()
    }
  }
  const { content } = await sheet(format, rows())
  for await (const _ of content) if (given > 1_000) break
  await vi.waitFor(() => expect(ended).toHaveBeenCalled())
  expect(given).toBeLessThan(20_000)
})

test.each(['csv', 'xlsx'] as const)('fails %s if the rows fail, instead of looking complete', async (format) => {
  const rows = async function* () {
    yield fee
    throw new Error('The database is gone')
  }
  const { content } = await sheet(format, rows())
  await expect(text(content)).rejects.toThrow('The database is gone')
})
