import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import yauzl from 'yauzl'
import { limits, MB } from '#contract/limits.ts'
import { sheetErrors, sheetIn } from '#contract/sheet.ts'
import { receivedFile, workbook } from '#server/testing/sheets.ts'
import { workProcess } from '#server/work/run.ts'
import { readSheet } from './readSheet.ts'
import { sheetAnswer } from './sheetAnswer.ts'

const rowsOf = async (bytes: Uint8Array | string, rows = 100) => readSheet(receivedFile(bytes), { field: 'file', rows })
const refusalOf = (bytes: Uint8Array | string, rows?: number) => rowsOf(bytes, rows).catch((error) => error.toReply())
const refused = (kind: keyof typeof sheetErrors) => expect.objectContaining({ code: sheetErrors[kind].code })

const sheet = [
  { row: 1, cells: ['Name', 'Seat'] },
  { row: 2, cells: ['आशा शर्मा', '7'] },
]

test.each([
  ['commas', 'Name,Seat\r\nआशा शर्मा,7\r\n'],
  ['semicolons', 'Name;Seat\nआशा शर्मा;7'],
  ['tabs', 'Name\tSeat\nआशा शर्मा\t7\n'],
  ['a mark in front', '\uFEFFName,Seat\nआशा शर्मा,7'],
  ['a line that names the sign', 'sep=;\nName;Seat\nआशा शर्मा;7'],
  ['quotes and blanks', ' "Name" ,"Seat"\n"आशा शर्मा" , 7 ,,,\n\n'],
  ['tabs and blank cells', 'Name\tSeat\t\nआशा शर्मा\t7\t\t'],
  ['the old ends of lines', 'Name,Seat\rआशा शर्मा,7\r'],
])('reads a CSV file with %s', async (_, text) => {
  expect(await rowsOf(text)).toEqual(sheet)
})

test('reads a text of Excel in UTF-16', async () => {
  const swapped = Buffer.from('\uFEFFName\tSeat\nआशा शर्मा\t7', 'utf16le').swap16()
  expect(await rowsOf(Buffer.from('\uFEFFName\tSeat\nआशा शर्मा\t7', 'utf16le'))).toEqual(sheet)
  expect(await rowsOf(swapped)).toEqual(sheet)
})

test('keeps the row numbers that a spreadsheet shows, and line breaks in cells', async () => {
  expect(await rowsOf('Name,Note\n\n,,\n"Asha, Delhi","one\ntwo"\nRavi')).toEqual([
    { row: 1, cells: ['Name', 'Note'] },
    { row: 4, cells: ['Asha, Delhi', 'one\ntwo'] },
    { row: 5, cells: ['Ravi'] },
  ])
})

test('reads the first sheet of a workbook, with days as days and telephone numbers as such', async () => {
  const bytes = await workbook([
    ['Name', 'Phone', 'Joined', 'Fee', 'Full day'],
    [null, null, null, null, null],
    ['आशा', 9_876_543_210, new Date('2026-11-05T00:00:00Z'), 1199.9999999999998, true],
  ])
  expect(await rowsOf(bytes)).toEqual([
    { row: 1, cells: ['Name', 'Phone', 'Joined', 'Fee', 'Full day'] },
    { row: 3, cells: ['आशा', '9876543210', '2026-11-05', '1200', 'TRUE'] },
  ])
})

test.each(['csv', 'xlsx'] as const)('reads what we write as %s', async (format) => {
  const people = ['आशा', '+91 98765 43210', '=1+1', "'quoted'", '_x0041_']
  const columns = [{ heading: 'Name', kind: 'text', value: (name: string) => name }] as const
  const { content } = await sheetAnswer({ name: 'People', format, timeZone: 'Asia/Kolkata', columns, rows: people })
  expect((await rowsOf(await buffer(content))).map(({ cells }) => cells[0])).toEqual(['Name', ...people])
})

test('refuses letters of an undeclared encoding instead of guessing', async () => {
  expect(await refusalOf(Buffer.from('Name,City\nJosé,Pune', 'latin1'))).toEqual(refused('encoding'))
})

test.each<[string, Uint8Array | string, keyof typeof sheetErrors]>([
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'oldExcel'],
  ['a PDF', '%PDF-1.7\n1 0 obj', 'notSheet'],
  ['a web page', '<!DOCTYPE html><table>', 'notSheet'],
  ['bytes', Buffer.from([0, 1, 2, 3, 0]), 'notSheet'],
  ['nothing', '', 'empty'],
  ['blanks', ' \n,,\n', 'empty'],
  ['a quote without an end', 'Name\n"Asha', 'unreadable'],
  ['half an archive', Buffer.from('504b0304', 'hex'), 'unreadable'],
])('refuses %s', async (_, bytes, kind) => {
  expect(await refusalOf(bytes)).toEqual(refused(kind))
})

test('refuses a damaged workbook', async () => {
  const bytes = await workbook([['Name'], ['Asha']])
  const [start, end] = [bytes.indexOf('xl/worksheets/sheet1.xml') + 24, 40]
  bytes.fill(0xff, start, start + end)
  expect(await refusalOf(bytes)).toEqual(refused('unreadable'))
})

test('reads as many rows and columns as requested, and not one more', async () => {
  expect(await rowsOf('a\nb\n\nc\n', 3)).toHaveLength(3)
  expect(await refusalOf('a\nb\nc\nd', 3)).toEqual(refused('tooManyRows'))
  expect((await refusalOf('a\nb\nc\nd', 3)).fields).toEqual({ file: 'This file has more than 3 rows. Please split it.' })
  expect((await rowsOf(`${'a,'.repeat(limits.sheetColumns - 1)}a,,`))[0]?.cells).toHaveLength(limits.sheetColumns)
  expect(await refusalOf(`${'a,'.repeat(limits.sheetColumns)}a`)).toEqual(refused('tooManyColumns'))
})

test('counts blank rows of a CSV file too', async () => {
  const file = (rows: number) => `Name\nAsha${'\n'.repeat(rows - 1)}`
  for (const rows of [limits.sheetRows - 1, limits.sheetRows]) expect(await rowsOf(file(rows))).toHaveLength(2)
  expect(await refusalOf(file(limits.sheetRows + 1))).toEqual(refused('tooMuch'))
})

test.runIf(process.platform === 'linux')('reads a CSV file of nothing but line ends with little memory', async () => {
  // A process that has done nothing else, for comparison.
  const known = workProcess('sheet')
  if (known !== undefined) process.kill(known, 'SIGKILL')
  await vi.waitFor(() => expect(workProcess('sheet')).toBe(undefined))
  expect(await refusalOf('\n'.repeat(3 * MB))).toEqual(refused('tooMuch'))
  const peak = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${workProcess('sheet')}/status`, 'utf8'))?.[1]
  expect(Number(peak) / 1_024).toBeLessThan(250)
})

test('keeps letters intact wherever a chunk of a CSV file ends', async () => {
  const names = Array.from({ length: 3_000 }, (_, row) => `${'आशा 🔑'.repeat((row % 7) + 1)}`)
  const read = await rowsOf(names.join('\r\n'), names.length)
  expect(read.map(({ cells }) => cells[0])).toEqual(names)
})

/** An archive of these parts, each with the size that it declares. */
const archive = (parts: { name: string; content: Buffer; declared: number }[]): Buffer => {
  const written: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, declared } of parts) {
    const packed = deflateRawSync(content)
    const head = Buffer.alloc(46)
    head.write('PK\x01\x02', 'latin1')
    head.writeUInt16LE(20, 6)
    head.writeUInt16LE(8, 10)
    head.writeUInt32LE(packed.length, 20)
    head.writeUInt32LE(declared, 24)
    head.writeUInt16LE(name.length, 28)
    head.writeUInt32LE(at, 42)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head.subarray(6, 32)])
    directory.push(head, Buffer.from(name))
    written.push(local, Buffer.from(name), packed)
    at += local.length + name.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...written, list, end])
}

/** Parts with nothing but blanks. */
const bomb = (parts: { name: string; size: number; declared: number }[]): Buffer =>
  archive(parts.map(({ name, size, declared }) => ({ name, declared, content: Buffer.alloc(size, 0x20) })))

/** The workbook with a changed sheet. */
const withSheet = async (bytes: Buffer, change: (xml: string) => string): Promise<Buffer> => {
  const parts: Parameters<typeof archive>[0] = []
  const given = await yauzl.fromBufferPromise(bytes)
  for await (const entry of given.eachEntry()) {
    const content = await buffer(await given.openReadStreamPromise(entry))
    const isSheet = entry.fileName === 'xl/worksheets/sheet1.xml'
    const changed = isSheet ? Buffer.from(change(content.toString())) : content
    parts.push({ name: entry.fileName, content: changed, declared: changed.length })
  }
  return archive(parts)
}

test.each(['x', '-3', '1.5', '99999999999'])('treats a workbook with a row number such as %s as damaged', async (row) => {
  const bytes = await workbook([['Name'], ['Asha']])
  expect(await rowsOf(await withSheet(bytes, (xml) => xml))).toHaveLength(2)
  expect(await refusalOf(await withSheet(bytes, (xml) => xml.replace('<row r="2"', `<row r="${row}"`)))).toEqual(refused('unreadable'))
})

test('refuses a small archive with a huge declared size before unpacking it', async () => {
  const size = 80 * 1_048_576
  const bytes = bomb([
    { name: 'xl/workbook.xml', size: 1, declared: 1 },
    { name: 'xl/worksheets/sheet1.xml', size, declared: size },
  ])
  expect(bytes.length).toBeLessThan(100_000)
  expect(await refusalOf(bytes)).toEqual(refused('tooMuch'))
  const within = bomb([{ name: 'xl/workbook.xml', size: 1, declared: limits.sheetUnpackedBytes }])
  expect(await refusalOf(within)).toEqual(refused('unreadable'))
  const beyond = bomb([{ name: 'xl/workbook.xml', size: 1, declared: limits.sheetUnpackedBytes + 1 }])
  expect(await refusalOf(beyond)).toEqual(refused('tooMuch'))
})

test('a small archive with a false declared size harms nobody', async () => {
  const content = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
  const bytes = bomb([
    { name: '[Content_Types].xml', size: 80 * 1_048_576, declared: content.length },
    { name: 'xl/workbook.xml', size: 1, declared: 1 },
  ])
  expect([refused('tooMuch'), refused('unreadable')]).toContainEqual(await refusalOf(bytes))
  expect(await rowsOf('Name,Seat\nआशा शर्मा,7')).toEqual(sheet)
})

test('a form accepts a file up to its limit', () => {
  expect(sheetIn('file')).toEqual({
    field: 'file',
    maxBytes: limits.sheetBytes,
    required: sheetErrors.notSheet.message,
    tooLarge: sheetErrors.tooLarge.message,
  })
})
