import { expect, test } from 'vitest'
import { cleanFileName } from './fileName.ts'

test.each([
  ['NCERT Physics.pdf', 'NCERT Physics.pdf'],
  ['भौतिकी कक्षा १२.pdf', 'भौतिकी कक्षा १२.pdf'],
  ['C:\\Users\\Asha\\Desktop\\fees.pdf', 'fees.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['a/b/c.pdf/', 'c.pdf'],
  ['line\r\nSet-Cookie: x.pdf', 'lineSet-Cookie: x.pdf'],
  ['cut\0off.pdf', 'cutoff.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['\u2066hidden\u2069.pdf', 'hidden.pdf'],
  ['cafe\u0301.pdf', 'caf\u00E9.pdf'],
  ['half \uD83D.pdf', 'half \uFFFD.pdf'],
  ['  spaced.pdf  ', 'spaced.pdf'],
  ['', 'document'],
  ['.', 'document'],
  ['..', 'document'],
  ['/', 'document'],
  ['\u202E\0', 'document'],
])('cleans %j to %j', (given, cleaned) => {
  expect(cleanFileName(given)).toBe(cleaned)
})

test('keeps a name of 255, and cuts a longer one before its extension', () => {
  const long = `${'a'.repeat(251)}.pdf`
  expect(cleanFileName(long)).toBe(long)
  expect(cleanFileName(`b${long}`)).toBe(`b${'a'.repeat(250)}.pdf`)
})

test('never leaves half a character', () => {
  const cleaned = cleanFileName(`${'📚'.repeat(200)}.pdf`)
  expect(cleaned).toBe(`${'📚'.repeat(125)}.pdf`)
})
