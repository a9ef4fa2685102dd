import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compound, docx, kinds, pptx, xlsx, zip } from '#server/testing/office.ts'
import { pdf } from '#server/testing/pdf.ts'
import { diskStorage } from './disk.ts'
import { isShown } from './mediaType.ts'
import { mediaTypeOfFile } from './mediaTypeOfFile.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carrel-type-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const typeOf = async (fileName: string, bytes: Buffer | string) => {
  const storage = await diskStorage(dataDir)
  return mediaTypeOfFile(await storage.receive(Readable.from([Buffer.from(bytes)]), { fileName, maxBytes: 1e8 }))
}
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const streams = (...names: string[]) => names.map((name) => ({ name }))
const bmp = (dib = 40, reserved = 0) => {
  const bytes = Buffer.alloc(60)
  bytes.write('BM')
  bytes.writeUInt32LE(reserved, 6)
  bytes.writeUInt32LE(dib, 14)
  return bytes
}

describe('recognizes a file by its content', () => {
  test.each([
    ['a PDF under another name', 'book.txt', pdf(), 'application/pdf'],
    ['a picture under another name', 'book.pdf', Buffer.from('\x89PNG\r\n\x1A\n\0\0\0\rIHDR', 'latin1'), 'image/png'],
    ['a bitmap', 'a.bmp', bmp(), 'image/bmp'],
    ['a bitmap of our days', 'a.bmp', bmp(124), 'image/bmp'],
    ['a text in Hindi', 'पाठ.txt', 'भौतिकी की पहली पुस्तक\n', 'text/plain'],
    ['a text with a byte order mark', 'a.txt', '\uFEFFhello', 'text/plain'],
    ['a text with no ending, or one that nobody knows', 'README', 'hello', 'text/plain'],
    ['a Markdown text', 'a.MD', '# Waves', 'text/markdown'],
    [
      'a Markdown text that begins with a picture in the middle',
      'a.md',
      '<p align="center"><img src="a.png"></p>\n\n# Waves',
      'text/markdown',
    ],
    ['a Markdown text that begins with a comment', 'a.md', '<!-- toc -->\n# Waves', 'text/markdown'],
    ['a text that begins with an address', 'a.md', '<https://example.org> is the place', 'text/markdown'],
    ['a text that begins with less', 'a.txt', '< 5 people', 'text/plain'],
    ['a table', 'a.csv', 'name,seat\nआशा,7\n', 'text/csv'],
    ['a text on PDFs', 'a.md', 'A PDF begins with %PDF-1.7', 'text/markdown'],
    ['a PDF whose header stands a little behind the start', 'a.pdf', Buffer.concat([Buffer.from('\n\n'), pdf()]), 'application/pdf'],
    ['a Word document', 'a.docx', docx(), word],
    ['a Word document under another name', 'a.zip', docx(), word],
    ['a Word document whose part is numbered', 'a.docx', zip(['[Content_Types].xml', 'word/document2.xml']), word],
    ['a Word document with a comment at the end', 'a.docx', zip(['[Content_Types].xml', 'word/document.xml'], 'made in a hurry PK'), word],
    ['an Excel table', 'a.xlsx', xlsx(), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a PowerPoint presentation', 'a.pptx', pptx(), 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['an old Word document', 'a.xls', compound(streams('\x05SummaryInformation', 'WordDocument', '1Table', 'Data')), 'application/msword'],
    ['an old Excel table', 'a.doc', compound(streams('a', 'b', 'c', 'd', 'e', 'f', 'g', 'Workbook')), 'application/vnd.ms-excel'],
    ['a very old Excel table', 'a', compound(streams('Book')), 'application/vnd.ms-excel'],
    ['an old presentation', 'a', compound(streams('Current User', 'PowerPoint Document')), 'application/vnd.ms-powerpoint'],
    [
      'an old Word document with a table within',
      'a',
      compound([{ name: 'ObjectPool', below: [{ name: '_1', below: streams('Workbook') }] }, { name: 'WordDocument' }]),
      'application/msword',
    ],
  ])('%s', async (_, name, bytes, type) => {
    expect(await typeOf(name, bytes)).toBe(type)
  })

  test('reads a text whose characters are split between chunks', async () => {
    expect(await typeOf('a.txt', `x${'अ'.repeat(100_000)}`)).toBe('text/plain')
  })

  test('takes the type of an old document from its name if its streams cannot be found', async () => {
    const broken = compound(streams('WordDocument')).subarray(0, 1_000)
    broken.writeUInt32LE(70_000, 48)
    expect(await typeOf('a.ppt', broken)).toBe('application/vnd.ms-powerpoint')
    expect(await typeOf('a.msi', broken)).toBeUndefined()
  })

  test('takes the type of an old document from its name at once if its directory never ends', async () => {
    const looping = compound(streams('a', 'b', 'c', 'd', 'e'))
    looping.writeUInt32LE(1, 512 + 3 * 4)
    expect(await typeOf('a.doc', looping)).toBe('application/msword')
    const turning = compound(streams('a', 'b'))
    turning.writeUInt32LE(1, 1_024 + 128 + 68)
    expect(await typeOf('a.doc', turning)).toBeUndefined()
  })
})

describe('rejects as a document', () => {
  test.each([
    ['nothing', 'a.txt', ''],
    ['nothing but white space', 'a.txt', ' \n\t\n'],
    ['a page', 'a.txt', '<!DOCTYPE html><script>alert(1)</script>'],
    ['a page behind a comment', 'a.md', '<!-- x -->\n<!-- y --> <html>'],
    ['a script', 'a.md', '\n<script>alert(1)</script>'],
    ['a drawing', 'a.txt', '<svg onload="alert(1)"/>'],
    ['a drawing with a prefix', 'a.txt', '<x:svg xmlns:x="http://www.w3.org/2000/svg"/>'],
    ['a drawing by another name', 'a.txt', '<picture xmlns="http://www.w3.org/2000/svg"/>'],
    ['data', 'a.csv', '\uFEFF<?xml version="1.0"?><x/>'],
    ['a text with NUL', 'a.txt', 'hello\0'],
    ['a text in UTF-16', 'a.txt', Buffer.from('hello', 'utf16le')],
    ['a text in Latin-1', 'a.txt', Buffer.from('déjà vu', 'latin1')],
    ['a text that breaks off in a letter', 'a.txt', Buffer.from('xअ').subarray(0, 3)],
    ['a text whose bad byte comes late', 'a.txt', Buffer.concat([Buffer.alloc(200_000, 'a'), Buffer.from([0xff])])],
    ['a program', 'a.pdf', Buffer.from('MZ\x90\0\x03', 'latin1')],
    ['two letters', 'a.bmp', Buffer.from('BM\xff\xfe', 'latin1')],
    ['a bitmap of no known kind', 'a.bmp', bmp(41)],
    ['an archive', 'a.docx', zip(['readme.txt', 'word/document.txt'])],
    ['an archive with the part of a document alone', 'a.docx', zip(['word/document.xml'])],
    ['a document with programs', 'a.docx', docx('word/vbaProject.bin')],
    ['a document with programs, as some writers name parts', 'a.docx', docx('word\\vbaProject.bin')],
    ['a document with programs, in capitals', 'a.docx', docx('word/VBAPROJECT.BIN')],
    ['a table with macro sheets', 'a.xlsx', xlsx('xl/macrosheets/sheet1.xml')],
    ['a table with macro sheets of another language', 'a.xlsx', xlsx('xl/intlMacroSheets/sheet1.xml')],
    [
      'a document with programs by another name',
      'a.docx',
      zip([kinds('application/vnd.ms-office.vbaProject'), 'word/document.xml', 'word/data.bin']),
    ],
    [
      'a document that says it may have programs',
      'a.docx',
      zip([kinds('application/vnd.ms-word.document.macroEnabled.main+xml'), 'word/document.xml']),
    ],
    ['a table with a macro sheet by another name', 'a.xlsx', zip([kinds('application/vnd.ms-excel.macrosheet+xml'), 'xl/workbook.xml'])],
    ['a document whose kinds are in UTF-16', 'a.docx', zip([{ ...kinds(), text: '<\0T\0' }, 'word/document.xml'])],
    ['a document with two lists of kinds', 'a.docx', zip([kinds(), kinds('x'), 'word/document.xml'])],
    ['a document whose list of kinds is endless', 'a.docx', zip([{ ...kinds(), text: ' '.repeat(2 ** 20 + 1) }, 'word/document.xml'])],
    ['half a document', 'a.docx', docx().subarray(0, 100)],
    ['a compound file of another kind', 'a.doc', compound(streams('__properties_version1.0'))],
  ])('%s', async (_, name, bytes) => {
    expect(await typeOf(name, bytes)).toBeUndefined()
  })
})

test('saves what a browser cannot show itself', () => {
  expect(['application/pdf', 'image/png', 'image/bmp', 'text/plain', 'text/csv'].every(isShown)).toBe(true)
  expect([word, 'application/msword', 'application/vnd.ms-excel', 'application/octet-stream'].some(isShown)).toBe(false)
})
