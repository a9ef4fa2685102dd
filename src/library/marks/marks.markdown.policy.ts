/** A mark as it is written to a file; the page of a bookmark alone says enough. */
export type WrittenMark = { page: number; quote: string | null; note: string | null }

/** Characters that Markdown reads as format anywhere in a line, and those that it reads so at its start. */
const special = /[\\`*_[\]<>|~]/g
const opening = /^(\s*)([#+=-]|\d+(?=[.)]))/

/** Returns a line that Markdown shows as it was written. */
const escapeLine = (line: string): string =>
  line
    .replace(special, '\\$&')
    .replace(opening, (_, blanks: string, sign: string) => (/\d/.test(sign) ? `${blanks}${sign}\\` : `${blanks}\\${sign}`))

const linesOf = (text: string): string[] => text.split(/\r\n|[\r\n]/).map((line) => escapeLine(line.trim()))

/** Returns a heading of one line. */
export const headingOf = (level: 1 | 2 | 3, text: string): string => `${'#'.repeat(level)} ${linesOf(text).join(' ')}\n`

/** Returns a mark without its page: the quote as a quotation, and the note below it. */
export const markdownOf = ({ quote, note }: Omit<WrittenMark, 'page'>): string => {
  const quoted =
    quote === null
      ? ''
      : `> ${linesOf(quote.trim())
          .filter((line) => line !== '')
          .join('\n> ')}\n`
  const noted = note ? `${linesOf(note).join('\n')}\n` : ''
  return [quoted, noted]
    .filter((part) => part !== '')
    .map((part) => `\n${part}`)
    .join('')
}
