import sharp from 'sharp'
import { pdfOf, streamOf } from '#server/testing/pdf.ts'

/** An A4 page at 150 dpi. */
const [width, height] = [1_240, 1_754]

const lineOf = (page: number, line: number): string =>
  `<text x="120" y="${180 + line * 44}">Page ${page}, line ${line}: light is a wave, and a wave is a motion</text>`

/** A page as a scanner makes it: printed lines on grained paper. */
const scanOf = (page: number): Promise<Buffer> => {
  const lines = Array.from({ length: 34 }, (_, line) => lineOf(page, line)).join('')
  const print = `<svg width="${width}" height="${height}" font-family="serif" font-size="32">${lines}</svg>`
  const paper = { width, height, channels: 3, background: 'white', noise: { type: 'gaussian', mean: 235, sigma: 2 } } as const
  return sharp({ create: paper })
    .composite([{ input: Buffer.from(print) }])
    .grayscale()
    .jpeg({ quality: 9 })
    .toBuffer()
}

const pictures = 6

/** A book without text, each page one picture, which the file has as often as it is shown. */
export const bindScans = async (pages: number): Promise<Buffer> => {
  const scans = await Promise.all(Array.from({ length: pictures }, (_, index) => scanOf(index + 1)))
  const numbers = Array.from({ length: pages }, (_, index) => index)
  const picture = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode `
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${numbers.map((index) => `${3 + index * 3} 0 R`).join(' ')}] >>`,
    ...numbers.flatMap((index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${4 + index * 3} 0 R /Resources << /XObject << /Scan ${5 + index * 3} 0 R >> >> >>`,
      streamOf('q 595 0 0 842 0 0 cm /Scan Do Q'),
      streamOf(scans[index % pictures]?.toString('latin1') ?? '', picture),
    ]),
  ])
}
