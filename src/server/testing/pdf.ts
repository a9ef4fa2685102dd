type PdfOptions = {
  pages?: number
  title?: string
  /** The lines of one page, counted from 1. Characters that the built-in fonts lack become `?`. */
  lines?: (page: number) => readonly string[]
  /** The font size of these lines; a small size keeps very long lines on the page. */
  size?: number
  /** The file is padded to exactly this many bytes with a comment that readers skip. */
  bytes?: number
}

const literal = (text: string): string => `(${text.replace(/[^\x20-\x7E]/g, '?').replace(/[\\()]/g, '\\$&')})`

/** Any script, as UTF-16 with a byte order mark (PDF 1.7, 7.9.2.2). */
const unicode = (text: string): string => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`

const heading = (title: string, page: number, pages: number, lines: readonly string[], size: number): string =>
  [
    'BT',
    `/F1 20 Tf 72 760 Td ${literal(title)} Tj`,
    `/F1 11 Tf 0 -24 Td ${literal(`Page ${page} of ${pages}`)} Tj`,
    `/F1 ${size} Tf`,
    ...lines.map((line) => `0 -18 Td ${literal(line)} Tj`),
    'ET',
  ].join('\n')

const fillTo = (bytes: number, length: number): string => {
  const missing = bytes - length
  if (missing === 0) return ''
  if (missing < 2) throw new Error(`A PDF of ${length} bytes cannot be filled up to ${bytes}`)
  return `%${' '.repeat(missing - 2)}\n`
}

type FileOptions = {
  /** The number of the object with the title. */
  info?: number
  bytes?: number | undefined
}

/** A PDF of these objects, numbered from 1; the first is the catalogue. */
export const pdfOf = (objects: readonly string[], { info, bytes }: FileOptions = {}): Buffer => {
  let body = '%PDF-1.7\n%\xE2\xE3\xCF\xD3\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const ending = (start: number) =>
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}` +
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${info ? `/Info ${info} 0 R ` : ''}>>\nstartxref\n${String(start).padStart(10, '0')}\n%%EOF\n`
  if (bytes !== undefined) body += fillTo(bytes, body.length + ending(0).length)
  return Buffer.from(body + ending(body.length), 'latin1')
}

export const streamOf = (content: string, dictionary = ''): string =>
  `<< ${dictionary}/Length ${content.length} >>\nstream\n${content}\nendstream`

/** A small valid PDF with text on each of its A4 pages. */
export const pdf = ({ pages = 1, title = 'A little book', lines = () => [], size = 11, bytes }: PdfOptions = {}): Buffer => {
  const pageObject = (page: number) => 3 + page * 2
  const kids = Array.from({ length: pages }, (_, index) => `${pageObject(index + 1)} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title ${unicode(title)} >>`,
  ]
  for (let page = 1; page <= pages; page++) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageObject(page) + 1} 0 R >>`,
      streamOf(heading(title, page, pages, lines(page), size)),
    )
  }
  return pdfOf(objects, { info: 4, bytes })
}

/** One page with a strip cut off at the top, one line below it and one in the strip. */
export const cropped = (visible: string, cutOff: string): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /CropBox [0 0 595 800] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
    streamOf(`BT /F1 11 Tf 72 700 Td ${literal(visible)} Tj 0 115 Td ${literal(cutOff)} Tj ET`),
  ])
