/*
 * Attacks, and the line that stops each. Names, notes and references are texts that people typed: they are drawn as glyphs and
 * never as instructions of the file, control characters are dropped before, and time and memory are limited from outside
 * (`pool.ts`, `guard.ts`). The logo is re-encoded like every picture (`readable`).
 */
import PDFDocument from 'pdfkit'
import { makePen, type Pen, type Style, wrapped } from './paperPen.ts'
import type { Paper } from './paperShape.ts'
import { readable } from './picture.ts'

const margins = { A5: 30, A4: 46 } as const
const sizes = { A5: 9, A4: 9 } as const
/** A receipt stays on one page: many lines are written smaller. */
const MANY_ROWS = 14
const roomy = { padding: 2 }
const narrow = { size: 7, padding: 0.2 }
/** The minimum height of the words below the table. */
const FOOT = 48
/** The same for the small line below them. */
const SMALL = 18
/** The same for a month strip. */
const STRIP = 10
/** The size of an amount under the heading. */
const AMOUNT = 24
/** A square of a month strip and the next one begin so far apart, in points. */
const SQUARE = 10
const SQUARE_STEP = 12
const gray = '#555555'
const line = '#999999'
/** Sharp enough for print, in a few kilobytes. */
const LOGO_PIXELS = 4

type Sheet = {
  doc: PDFKit.PDFDocument
  pen: Pen
  paper: Paper
  margin: number
  width: number
  bottom: number
  size: number
  /** The vertical position of the next element. */
  y: number
}

const unprintable = /(?![\n\t])\p{Cc}/gu
const cleaned = (value: string): string => value.toWellFormed().replace(unprintable, '').normalize('NFC')

const clean = <T>(value: T): T => {
  if (typeof value === 'string') return cleaned(value) as T
  if (Array.isArray(value)) return value.map(clean) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, clean(each)])) as T
}

const leading = ({ size }: Style): number => size * 1.4

const paragraph = (sheet: Sheet, text: string, style: Style, { x = sheet.margin, width = sheet.width } = {}): void => {
  for (const each of wrapped(sheet.pen, text, width, style)) {
    sheet.pen.write(each, x, sheet.y + style.size, style)
    sheet.y += leading(style)
  }
}

const rule = ({ doc, margin, width }: Sheet, y: number, weight = 0.5): void => {
  doc
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(weight)
    .strokeColor(line)
    .stroke()
}

const head = (sheet: Sheet, logo: Buffer | undefined): void => {
  const { doc, paper, margin, width, size } = sheet
  let x = margin
  const top = sheet.y
  let bottom = top
  if (logo && paper.logo) {
    const most: [number, number] = [width / 3, paper.logo.height]
    const image = (doc as unknown as { openImage: (src: Buffer) => { width: number; height: number } }).openImage(logo)
    const scale = Math.min(most[0] / image.width, most[1] / image.height)
    doc.image(logo, x, top, { width: image.width * scale, height: image.height * scale })
    bottom = top + image.height * scale
    x += image.width * scale + 10
  }
  const place = { x, width: margin + width - x }
  paragraph(sheet, paper.hall.name, { size: size + 4, weight: 'strong' }, place)
  for (const each of paper.hall.lines) paragraph(sheet, each, { size: size - 1, color: gray }, place)
  sheet.y = Math.max(sheet.y, bottom) + 8
  rule(sheet, sheet.y, 1)
  sheet.y += 8
  paragraph(sheet, paper.heading, { size: size + 7, weight: 'strong' })
  if (paper.voided) {
    sheet.y += 2
    paragraph(sheet, paper.voided.text, { size, weight: 'strong' })
  }
  if (paper.note) {
    sheet.y += 2
    paragraph(sheet, paper.note, { size, weight: 'strong' })
  }
  if (paper.amount) {
    // A long receipt has its total in the table alone.
    if (paper.rows.length <= MANY_ROWS) {
      sheet.y += 6
      paragraph(sheet, paper.amount.figure, { size: AMOUNT, weight: 'strong' })
    }
    paragraph(sheet, paper.amount.words, { size })
  }
  sheet.y += 6
}

/** In two columns, each value below its label. */
const facts = (sheet: Sheet): void => {
  const { paper, margin, width, size } = sheet
  const column = (width - 16) / 2
  for (let at = 0; at < paper.facts.length; at += 2) {
    const top = sheet.y
    let bottom = top
    for (const [index, fact] of paper.facts.slice(at, at + 2).entries()) {
      sheet.y = top
      const place = { x: margin + index * (column + 16), width: column }
      paragraph(sheet, fact.label, { size: size - 2, color: gray }, place)
      paragraph(sheet, fact.value, { size }, place)
      bottom = Math.max(bottom, sheet.y)
    }
    sheet.y = bottom + 4
  }
  sheet.y += 4
}

type Cells = { cells: readonly string[]; isStrong?: boolean }

const rowLines = ({ pen, paper, width }: Sheet, { cells, isStrong }: Cells, size: number) => {
  const style: Style = { size, weight: isStrong ? 'strong' : 'regular' }
  return { style, lines: paper.columns.map(({ share }, at) => wrapped(pen, cells[at] ?? '', width * share - 6, style)) }
}

type RowStyle = { size: number; padding: number; color?: string }

const row = (sheet: Sheet, cells: Cells, { size, padding, color = '#000000' }: RowStyle): void => {
  const { pen, paper, margin, width } = sheet
  const { style, lines } = rowLines(sheet, cells, size)
  const top = sheet.y + padding
  let left = margin
  paper.columns.forEach(({ share, isRight }, at) => {
    const x = isRight ? left + width * share : left
    lines[at]?.forEach((text, index) => {
      pen.write(text, x, top + size + index * leading(style), { ...style, color }, isRight ? 'right' : 'left')
    })
    left += width * share
  })
  sheet.y = top + Math.max(1, ...lines.map(({ length }) => length)) * leading(style) + padding
}

const titles = (sheet: Sheet): void => {
  row(sheet, { cells: sheet.paper.columns.map(({ title }) => title) }, { ...roomy, size: sheet.size - 2, color: gray })
  rule(sheet, sheet.y)
}

const newPage = (sheet: Sheet): void => {
  sheet.doc.addPage()
  sheet.y = sheet.margin
}

const table = (sheet: Sheet): void => {
  const { paper, bottom } = sheet
  const shape = paper.rows.length > MANY_ROWS && paper.size === 'A5' ? narrow : { ...roomy, size: sheet.size }
  titles(sheet)
  for (const each of paper.rows) {
    const { style, lines } = rowLines(sheet, each, shape.size)
    const height = Math.max(1, ...lines.map(({ length }) => length)) * leading(style) + 2 * shape.padding
    if (sheet.y + height > bottom) {
      newPage(sheet)
      titles(sheet)
    }
    row(sheet, each, shape)
    rule(sheet, sheet.y, each.isStrong ? 0.8 : 0.25)
  }
  sheet.y += 8
}

/** Filled if paid, half filled if paid in part, an outline if due, and dots without a fee. */
const strip = (sheet: Sheet, { states, text }: NonNullable<Paper['strip']>): void => {
  const { doc, margin, size } = sheet
  doc.lineWidth(0.8).strokeColor('#000000').fillColor('#000000')
  states.forEach((state, at) => {
    const x = margin + at * SQUARE_STEP
    if (state === 'paid') doc.roundedRect(x, sheet.y, SQUARE, SQUARE, 1.5).fillAndStroke()
    else if (state === 'none') doc.roundedRect(x, sheet.y, SQUARE, SQUARE, 1.5).dash(0.8, { space: 1.6 }).stroke().undash()
    else doc.roundedRect(x, sheet.y, SQUARE, SQUARE, 1.5).stroke()
    if (state === 'part') doc.rect(x, sheet.y + SQUARE / 2, SQUARE, SQUARE / 2).fill()
  })
  sheet.pen.write(text, margin + states.length * SQUARE_STEP + 4, sheet.y + SQUARE - 2, { size: size - 2, color: gray })
  sheet.y += SQUARE
}

const foot = (sheet: Sheet): void => {
  const { paper, size } = sheet
  if (sheet.y + FOOT + (paper.small ? SMALL : 0) + (paper.strip ? STRIP : 0) > sheet.bottom) newPage(sheet)
  for (const each of paper.remarks) {
    paragraph(sheet, each, { size })
    sheet.y += 4
  }
  if (paper.strip) strip(sheet, paper.strip)
  if (paper.signed) {
    sheet.y += 8
    paragraph(sheet, paper.signed.label, { size: size - 2, color: gray })
    paragraph(sheet, paper.signed.value, { size })
  }
  if (!paper.small) return
  sheet.y += 6
  paragraph(sheet, paper.small, { size: size - 2, color: gray })
}

const stamp = ({ doc, pen, paper }: Sheet, text: string): void => {
  const { width, height } = doc.page
  const style: Style = { size: paper.size === 'A5' ? 120 : 170, weight: 'strong', color: '#000000' }
  doc.save()
  doc.rotate(-45, { origin: [width / 2, height / 2] })
  doc.fillOpacity(0.14)
  pen.write(text, width / 2, height / 2 + style.size / 3, style, 'center')
  doc.restore()
}

/** Adds what is the same on every page, once the number of pages is known. */
const everyPage = (sheet: Sheet): void => {
  const { doc, pen, paper, margin, size } = sheet
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    if (paper.voided) stamp(sheet, paper.voided.stamp)
    if (count === 1) continue
    const text = paper.pageOf.replace('{page}', String(page + 1)).replace('{pages}', String(count))
    pen.write(text, doc.page.width / 2, doc.page.height - margin / 2, { size: size - 2, color: gray }, 'center')
  }
}

const logoOf = async ({ logo }: Paper): Promise<Buffer | undefined> =>
  logo === null
    ? undefined
    : readable(logo.path)
        .flatten({ background: 'white' })
        .resize({ width: 200 * LOGO_PIXELS, height: Math.round(logo.height * LOGO_PIXELS), fit: 'inside', withoutEnlargement: true })
        .removeAlpha()
        .png()
        .toBuffer()

/** Draws a paper as a PDF. */
export const drawPaper = async (given: Paper): Promise<Uint8Array> => {
  const paper = clean(given)
  const margin = margins[paper.size]
  const doc = new PDFDocument({
    size: paper.size,
    margin: 0,
    bufferPages: true,
    displayTitle: true,
    info: { Title: paper.title, Author: paper.hall.name, Producer: '', Creator: '' },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const { width, height } = doc.page
  const bottom = height - margin
  const sheet: Sheet = { doc, pen: makePen(doc), paper, margin, width: width - 2 * margin, bottom, size: sizes[paper.size], y: margin }
  head(sheet, await logoOf(paper).catch(() => undefined))
  facts(sheet)
  table(sheet)
  foot(sheet)
  everyPage(sheet)
  doc.end()
  return done
}
