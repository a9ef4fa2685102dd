import { pdfOf, streamOf } from './pdf.ts'

/** PDFs that are hard to paint. */

type Sheet = {
  /** A custom page object, in place of one made from the rest. */
  raw?: string
  /** Operators of the page (PDF 1.7, 8.2). */
  content?: string
  width?: number
  height?: number
}

/** A PDF of these pages. `shared` are objects that the resources refer to, numbered from 3. */
const sheets = (pages: readonly Sheet[], resources: string, shared: readonly string[]): Buffer => {
  const first = 3 + shared.length
  const pageOf = ({ raw, width = 595, height = 842 }: Sheet, index: number): string =>
    raw ??
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << ${resources} >> /Contents ${first + 2 * index + 1} 0 R >>`
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ')}] >>`,
    ...shared,
    ...pages.flatMap((page, index) => [pageOf(page, index), streamOf(page.content ?? '')]),
  ])
}

const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
const text = (words: string, font = 'F1'): string => `BT /${font} 24 Tf 20 20 Td ${words} Tj ET`

/** Glyph numbers of Windows' fonts, which count from the space. */
const glyphs = (words: string): string =>
  `<${[...words].map((letter) => (letter.charCodeAt(0) - 29).toString(16).padStart(4, '0')).join('')}>`

const timesWidths: Record<string, number> = { V: 722, o: 500, l: 278, u: 500, m: 778, e: 444, s: 389 }

/**
 * Three pages in Times, which the file does not embed: the word Volumes by letters, the same by the glyph numbers of Windows' font,
 * and the Cyrillic letters ТОМА by their names.
 */
export const withoutItsFonts = (): Buffer => {
  const widths = Object.entries(timesWidths).map(([letter, width]) => `${letter.charCodeAt(0) - 29} [${width}]`)
  const small = { width: 300, height: 60 }
  return sheets(
    [
      { ...small, content: text('(Volumes)') },
      { ...small, content: text(glyphs('Volumes'), 'F2') },
      { ...small, content: text('(ABCD)', 'F3') },
    ],
    '/Font << /F1 3 0 R /F2 4 0 R /F3 7 0 R >>',
    [
      '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>',
      '<< /Type /Font /Subtype /Type0 /BaseFont /TimesNewRomanPSMT /Encoding /Identity-H /DescendantFonts [5 0 R] >>',
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /TimesNewRomanPSMT /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /CIDToGIDMap /Identity /FontDescriptor 6 0 R /W [${widths.join(' ')}] >>`,
      '<< /Type /FontDescriptor /FontName /TimesNewRomanPSMT /Flags 34 /FontBBox [-168 -218 1000 898] /ItalicAngle 0 /Ascent 898 /Descent -218 /CapHeight 662 /StemV 80 >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding << /Differences [65 /afii10036 /afii10032 /afii10030 /afii10017] >> >>',
    ],
  )
}

/** Two pages, of which the second is missing. */
export const withoutItsSecondPage = (): Buffer =>
  sheets([{ content: text('(The first page)') }, { raw: 'null' }], '/Font << /F1 3 0 R >>', [helvetica])

/** One page with words and with an invalid picture. */
export const withBrokenPicture = (): Buffer =>
  sheets(
    [{ content: `${text('(Words beside a picture)')} q 200 0 0 200 20 100 cm /Im1 Do Q` }],
    '/Font << /F1 3 0 R >> /XObject << /Im1 4 0 R >>',
    [
      helvetica,
      streamOf(
        'no jpeg',
        '/Type /XObject /Subtype /Image /Width 300 /Height 300 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode ',
      ),
    ],
  )
