import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { sfntOf } from './sfnt.ts'

const require = createRequire(import.meta.url)

/** In the order in which they are tried for a character; Devanagari tries its own face first. */
const faces = {
  latin: '@fontsource/inter/files/inter-latin',
  latinExt: '@fontsource/inter/files/inter-latin-ext',
  devanagari: '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari',
} as const
type Face = keyof typeof faces
const inOrder: readonly Face[] = ['latin', 'latinExt', 'devanagari']

const weights = { regular: 400, strong: 600 } as const
export type Weight = keyof typeof weights

type FontName = `${Face}-${Weight}`
const files = new Map<FontName, Buffer>()

/** Unpacked once per process. */
const fontFile = (face: Face, weight: Weight): Buffer => {
  const name: FontName = `${face}-${weight}`
  const known = files.get(name)
  if (known) return known
  const made = sfntOf(readFileSync(require.resolve(`${faces[face]}-${weights[weight]}-normal.woff`)))
  files.set(name, made)
  return made
}

type Run = { face: Face; text: string }
/** Drawn in place of a character that no face has; the library gives its own box for one a wrong width. */
const MISSING = '?'
export type Style = { size: number; weight?: Weight; color?: string }

/** Internals of the library that its types omit: the font of fontkit. */
type Inside = { _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } } }

const isDevanagari = /\p{Script_Extensions=Devanagari}/u
/** Characters that belong to the preceding letter, and those that any face can draw. */
const follows = /[\p{Mn}\p{Mc}\p{White_Space}\u200C\u200D]/u

/** Writes lines of text in any scripts, each run of a script in the face that has it. */
export const makePen = (doc: PDFKit.PDFDocument) => {
  const registered = new Set<FontName>()
  const use = (face: Face, weight: Weight): PDFKit.PDFDocument => {
    const name: FontName = `${face}-${weight}`
    if (!registered.has(name)) doc.registerFont(name, fontFile(face, weight))
    registered.add(name)
    return doc.font(name)
  }
  const covered = new Map<string, Face | 'none'>()
  const faceOf = (character: string, weight: Weight): Face | 'none' => {
    const known = covered.get(character)
    if (known) return known
    const order: readonly Face[] = isDevanagari.test(character) ? ['devanagari', ...inOrder] : inOrder
    const has = (face: Face) => (use(face, weight) as unknown as Inside)._font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
    const face = order.find(has) ?? 'none'
    covered.set(character, face)
    return face
  }
  const runsOf = (text: string, weight: Weight): Run[] => {
    const runs: Run[] = []
    for (const character of text) {
      const last = runs.at(-1)
      const found = faceOf(character, weight)
      if (found === 'none' && follows.test(character)) continue
      const face = last && follows.test(character) ? last.face : found === 'none' ? 'latin' : found
      const drawn = found === 'none' ? MISSING : character
      if (last?.face === face) last.text += drawn
      else runs.push({ face, text: drawn })
    }
    return runs
  }
  /** At a size of one point: a line is measured again for every word that is added to it. */
  const widths = new Map<string, number>()
  const widthOfRun = ({ face, text }: Run, { size, weight = 'regular' }: Style): number => {
    const key = `${face} ${weight} ${text}`
    const width = widths.get(key) ?? use(face, weight).fontSize(1).widthOfString(text)
    widths.set(key, width)
    return width * size
  }
  const widthOf = (text: string, style: Style): number =>
    runsOf(text, style.weight ?? 'regular').reduce((width, run) => width + widthOfRun(run, style), 0)

  /** Writes one line with its letters on `baseline`; `x` is its left end, or its right one. */
  const write = (text: string, x: number, baseline: number, style: Style, align: 'left' | 'right' | 'center' = 'left'): void => {
    if (text === '') return
    const width = align === 'left' ? 0 : widthOf(text, style)
    let left = x - (align === 'right' ? width : width / 2)
    // Shaped glyphs are in another order than the letters, so the line has its text attached.
    doc.markContent('Span', { actual: text })
    for (const run of runsOf(text, style.weight ?? 'regular')) {
      use(run.face, style.weight ?? 'regular')
        .fontSize(style.size)
        .fillColor(style.color ?? '#000000')
        .text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
      left += widthOfRun(run, style)
    }
    doc.endMarkedContent()
  }
  return { widthOf, write }
}
export type Pen = ReturnType<typeof makePen>

const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' })

/** Splits a word that is wider than a line. */
const broken = (pen: Pen, word: string, width: number, style: Style): string[] => {
  const parts = ['']
  for (const { segment } of graphemes.segment(word)) {
    const longer = `${parts.at(-1)}${segment}`
    if (parts.at(-1) !== '' && pen.widthOf(longer, style) > width) parts.push(segment)
    else parts[parts.length - 1] = longer
  }
  return parts
}

/** Splits a text into lines of at most this width, between words or, if one is too long, inside it. */
export const wrapped = (pen: Pen, text: string, width: number, style: Style): string[] => {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const longer = line === '' ? word : `${line} ${word}`
      if (pen.widthOf(longer, style) <= width) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      const parts = broken(pen, word, width, style)
      line = parts.pop() ?? ''
      lines.push(...parts)
    }
    if (line !== '') lines.push(line)
  }
  return lines
}
