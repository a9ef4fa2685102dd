import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

/** A book that the demonstration makes itself. `topics` are the subjects of its chapters, in the language it is written in. */
export type Book = { title: string; pages: number; topics: readonly string[]; language?: 'en' | 'hi' }

const require = createRequire(import.meta.url)
const devanagari = (weight: 400 | 700): string =>
  require.resolve(`@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-${weight}-normal.woff`)

// The Hindi font has no Latin signs: neither comma nor colon.
const frames = {
  en: [
    (one: string, other: string) => `Before you read on, say in your own words what you know of ${one}. Then compare it with ${other}.`,
    (one: string) => `A good way into ${one} is a single example, worked slowly and without skipping a line.`,
    (one: string, other: string) =>
      `A person who mixes up ${one} and ${other} should draw both on one sheet of paper and mark where they differ.`,
    (one: string) => `Three questions help with ${one}: what is given, what is asked, and what must stay the same all the while?`,
    (one: string, other: string) => `Later chapters come back to ${one}, and it is easier there if ${other} is no longer strange.`,
    (one: string) => `Write down the one sentence about ${one} that you would want to remember in the examination hall.`,
    (one: string, other: string) => `Exercise: explain ${one} to a friend who has only heard of ${other}. Take five minutes, not more.`,
    (one: string) => `Most mistakes with ${one} happen in the first step. Go back to it whenever the result looks odd.`,
  ],
  hi: [
    (one: string, other: string) => `आगे पढ़ने से पहले अपने शब्दों में लिखिए कि ${one} क्या है। फिर ${other} से उसकी तुलना कीजिए।`,
    (one: string) => `${one} को समझने का सबसे सरल रास्ता एक उदाहरण है जिसे धीरे और पूरा किया जाए।`,
    (one: string, other: string) => `${one} और ${other} में अन्तर एक ही पन्ने पर लिखने से भूल कम होती है।`,
    (one: string) => `अभ्यास। ${one} के पाँच उदाहरण लिखिए और मित्र को पढ़कर सुनाइए।`,
    (one: string, other: string) => `अगले पाठ में ${one} फिर आएगा और तब ${other} भी काम आएगा।`,
    (one: string) => `परीक्षा से पहले ${one} वाला भाग एक बार फिर दोहराइए।`,
  ],
}

const words = {
  en: {
    chapter: (n: number, topic: string) => `${n}. ${topic}`,
    page: (n: number) => String(n),
    made: 'Made for the demo library',
  },
  hi: {
    chapter: (n: number, topic: string) => `${inDevanagari(n)}। ${topic}`,
    page: (n: number) => inDevanagari(n),
    made: 'वाचनालय के प्रदर्शन के लिए बनाया गया',
  },
}

const inDevanagari = (n: number): string => String(n).replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)))

const paints = ['#1f3a5f', '#5f1f3a', '#1f5f4a', '#5a4a1f', '#3b2f63', '#7a3b1d']
const chapterPages = 8
const paragraphs = 7

type Document = InstanceType<typeof PDFDocument>

/** With its text beside the glyphs: those of Devanagari are in visual order, not in that of the letters. */
const write = (document: Document, text: string, options: PDFKit.Mixins.TextOptions = {}): void => {
  document.markContent('Span', { actual: text })
  document.text(text, options)
  document.endMarkedContent()
}

const cover = (document: Document, { title, topics, language = 'en' }: Book): void => {
  const { width, height } = document.page
  document.rect(0, 0, width, height).fill(paints[(title.length + topics.length) % paints.length] ?? '#1f3a5f')
  document
    .rect(48, 48, width - 96, height - 96)
    .lineWidth(2)
    .stroke('#ffffff')
  document.fillColor('#ffffff').font('bold').fontSize(36)
  document.x = 84
  document.y = 200
  write(document, title, { width: width - 168, lineGap: 8 })
  document.font('plain').fontSize(13).moveDown(2)
  write(document, words[language].made, { width: width - 168 })
}

const page = (document: Document, { topics, language = 'en' }: Book, number: number): void => {
  const chapter = Math.floor((number - 2) / chapterPages)
  const topic = (at: number): string => topics[(chapter + at) % topics.length] ?? ''
  document.fillColor('#1a1a1a')
  if ((number - 2) % chapterPages === 0) {
    document.font('bold').fontSize(22)
    write(document, words[language].chapter(chapter + 1, topic(0)))
    document.moveDown()
  }
  document.font('plain').fontSize(12)
  for (let at = 0; at < paragraphs; at++) {
    const frame = frames[language][(number * 3 + at) % frames[language].length]
    write(document, frame?.(topic(0), topic(1 + ((number + at) % (topics.length - 1)))) ?? '', { lineGap: 4 })
    document.moveDown()
  }
  document.fontSize(10).fillColor('#555555')
  document.y = document.page.height - 60
  write(document, words[language].page(number), { align: 'center', height: 14 })
}

/** Returns the book as a PDF. */
export const bind = async (book: Book): Promise<Buffer> => {
  const document = new PDFDocument({
    size: 'A5',
    margins: { top: 54, left: 48, right: 48, bottom: 36 },
    info: { Title: book.title },
    lang: book.language ?? 'en',
  })
  const [plain, bold] = book.language === 'hi' ? [devanagari(400), devanagari(700)] : ['Helvetica', 'Helvetica-Bold']
  document.registerFont('plain', plain).registerFont('bold', bold)
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const bound = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(parts))))
  cover(document, book)
  for (let number = 2; number <= book.pages; number++) page(document.addPage(), book, number)
  document.end()
  return bound
}
