import { expect, test } from 'vitest'
import { pdf } from '#server/testing/pdf.ts'
import { mediaTypeOf } from './mediaType.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['a PDF', pdf(), 'application/pdf'],
  ['a PDF behind other bytes, its header ending at byte 1,024', bytes(`${' '.repeat(1_019)}%PDF-1.4`), 'application/pdf'],
  ['a JPEG', bytes('\xFF\xD8\xFF\xE0\0\x10JFIF'), 'image/jpeg'],
  ['a PNG', bytes('\x89PNG\r\n\x1A\n\0\0\0\rIHDR'), 'image/png'],
  ['a WebP', bytes('RIFF\x24\0\0\0WEBPVP8 '), 'image/webp'],
  ['a GIF of 1987', bytes('GIF87a\x01\0\x01\0'), 'image/gif'],
  ['a GIF of 1989', bytes('GIF89a\x01\0\x01\0'), 'image/gif'],
  ['a JPEG with a PDF header in its comment', bytes('\xFF\xD8\xFF\xFE\0\x08%PDF-1.4'), 'image/jpeg'],
])('recognizes %s by its first bytes', (_, head, type) => {
  expect(mediaTypeOf(head)).toBe(type)
})

test.each([
  ['nothing at all', bytes('')],
  ['a web page', bytes('<!doctype html><script>alert(1)</script>')],
  ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['an XML', bytes('<?xml version="1.0"?><x/>')],
  ['an archive or an office document', bytes('PK\x03\x04\x14\0')],
  ['a program', bytes('MZ\x90\0')],
  ['a PDF header one byte too late', bytes(`${' '.repeat(1_020)}%PDF-1.4`)],
  ['a PDF header at byte 1,025', bytes(`${' '.repeat(1_025)}%PDF-1.4`)],
  ['half a PDF header', bytes('%PDF')],
  ['a PDF header in small letters', bytes('%pdf-1.4')],
  ['half a PNG signature', bytes('\x89PNG\r\n')],
  ['a RIFF that is a sound', bytes('RIFF\x24\0\0\0WAVEfmt ')],
  ['a GIF of no known year', bytes('GIF90a')],
])('does not take %s for one of the types', (_, head) => {
  expect(mediaTypeOf(head)).toBeUndefined()
})
